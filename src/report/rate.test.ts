import { mock } from 'node:test';
import { expect, test } from '@playwright/test';
import { everyTenSeconds, formatStage } from './rate';

const after = (seconds: number, requests: number, planned = 690) =>
  formatStage({ passed: seconds * 1000, requests, planned });

test('progress is the requests of the plan, the rate, and whole minutes that are left at this rate', () => {
  expect(after(120, 1240, 8060)).toBe(
    '2 min 0 s: 1,240 of about 8,060 requests, 620 a minute, about 11 min left',
  );
  expect(after(30, 600, 690)).toBe('30 s: 600 of about 690 requests, 1,200 a minute, about 1 min left');
  expect(after(30, 690, 690)).toMatch(/about 1 min left$/);
});

test('nothing is estimated without a request, or beyond the plan', () => {
  expect(after(30, 0, 690)).toBe('30 s: 0 of about 690 requests, 0 a minute');
  expect(after(60, 800, 690)).toBe(
    '1 min 0 s: 800 requests, 800 a minute; more than the 690 that were planned',
  );
});

test('progress is reported every ten seconds until the run ends', () => {
  const clock = mock.timers;
  clock.enable({ apis: ['setInterval'] });
  try {
    let reported = 0;
    const end = everyTenSeconds(() => reported++, setInterval);
    clock.tick(9_999);
    expect(reported).toBe(0);
    clock.tick(20_001);
    expect(reported).toBe(3);
    end();
    clock.tick(90_000);
    expect(reported).toBe(3);
  } finally {
    clock.reset();
  }
});
