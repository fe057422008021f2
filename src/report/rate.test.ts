import { expect, test } from '@playwright/test';
import { formatStage } from './rate';

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
