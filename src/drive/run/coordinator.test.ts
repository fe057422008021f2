import { setTimeout as pause } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import fc from 'fast-check';
import { answered } from '../../../proof/helpers/answered';
import { coveredBy } from '../../judge/data/spans';
import { Coordinator, type Permission, type Use } from './coordinator';

/** Milliseconds within which everything that does not have to wait completes. */
const MOMENT = 100;
const unlimited = { concurrency: 8 };
const test = base.extend<{ coordinator: Coordinator }>({
  coordinator: async ({}, use) => use(new Coordinator(unlimited)),
});

/** Returns the value of a promise, or 'waits' if it is pending after a moment. */
const soon = <T>(promise: Promise<T>): Promise<T | 'waits'> =>
  Promise.race([promise, pause(MOMENT, 'waits' as const)]);

const goes = { go: true, waits: expect.any(Array) };
const used = { aiRequest: true, answered: true };
const rejected = { aiRequest: false, answered: true };

test('a rejection among concurrent requests limits only its own account, and one of a single request limits none', async ({
  coordinator,
}) => {
  const together = async (name: string) => {
    let many = 0;
    while ((await soon(coordinator.admit(name, 'free'))) !== 'waits') many++;
    return many;
  };
  await coordinator.admit('OTHER_API_KEY', 'free');
  coordinator.complete('OTHER_API_KEY', 'free', rejected);
  coordinator.noteThrottled('OTHER_API_KEY');
  await Promise.all([1, 2, 3].map(() => coordinator.admit('API_KEY', 'free')));
  coordinator.complete('API_KEY', 'free', rejected);
  coordinator.noteThrottled('API_KEY');
  expect(await soon(coordinator.admit('API_KEY', 'free'))).toBe('waits');
  expect(await together('OTHER_API_KEY')).toBe(6);
});

for (const account of ['API_KEY', null]) {
  test(`many concurrent requests spend a budget of three exactly (account ${account})`, async () => {
    const coordinator = new Coordinator({ ...unlimited, maxAiRequests: 3 });
    let accepted = 0;
    const spend = async (aiRequest: boolean): Promise<Permission> => {
      const permission = await coordinator.admit(account, 'billable');
      if (!permission.go) return permission;
      await pause(Math.random() * 10);
      if (aiRequest) accepted++;
      coordinator.complete(account, 'billable', { aiRequest, answered: true });
      return permission;
    };
    const permissions = await Promise.all(Array.from({ length: 20 }, (_, index) => spend(index % 2 === 1)));
    expect(accepted).toBe(3);
    expect(coordinator.aiRequests).toBe(3);
    expect(permissions.at(-1)).toEqual({
      go: false,
      verdict: 'not tested',
      reason: { kind: 'over budget', most: 3 },
    });
    expect(await coordinator.admit(account, 'free')).toEqual(goes);
  });
}

test('requests keep the pace and report how long they waited', async () => {
  const coordinator = new Coordinator({ ...unlimited, requestsPerMinute: 2000 });
  const started = Date.now();
  const waits = await Promise.all(
    [0, 1, 2, 3].map(async (index) => {
      const permission = await coordinator.admit(null, 'free');
      expect(Date.now() - started).toBeGreaterThanOrEqual(index * 30 - 2);
      return permission.go ? coveredBy(permission.waits) : Number.NaN;
    }),
  );
  expect(waits.at(-1)).toBeGreaterThanOrEqual(3 * 30 - 2);
});

test('at most eight requests are in flight, whatever their accounts', async ({ coordinator }) => {
  for (let sent = 0; sent < 4; sent++)
    for (const use of ['free', 'billable'] as const) await coordinator.admit(`${sent}`, use);
  const next = coordinator.admit(null, 'free');
  expect(await soon(next)).toBe('waits');
  coordinator.complete('3', 'free', rejected);
  expect(await next).toEqual(goes);
});

test('a back-off stops all requests of its account and none of other accounts', async ({ coordinator }) => {
  coordinator.backOff('API_KEY', 3 * MOMENT);
  coordinator.backOff('API_KEY', 1);
  const started = performance.now();
  const resting = (['free', 'billable'] satisfies Use[]).map((use) => coordinator.admit('API_KEY', use));
  expect(await soon(Promise.race(resting))).toBe('waits');
  expect(await coordinator.admit('OTHER_API_KEY', 'billable')).toEqual(goes);
  expect(await coordinator.admit(null, 'free')).toEqual(goes);
  await Promise.all(resting);
  expect(performance.now() - started).toBeGreaterThan(2 * MOMENT);
});

test('no wait depends on the clock of the machine, which may be set back', async () => {
  const coordinator = new Coordinator({ ...unlimited, requestsPerMinute: 2000 });
  const { now } = Date;
  coordinator.backOff('API_KEY', MOMENT);
  await coordinator.admit(null, 'free');
  try {
    Date.now = () => now() - 3_600_000;
    const admitted = [coordinator.admit('API_KEY', 'free'), coordinator.admit(null, 'billable')];
    expect(await Promise.race([Promise.all(admitted), pause(50 * MOMENT, 'waits', { ref: false })])).toEqual([
      goes,
      goes,
    ]);
  } finally {
    Date.now = now;
  }
});

test('nothing is sent to a target that stopped responding until it responds again', async ({
  coordinator,
}) => {
  await coordinator.admit(null, 'free');
  coordinator.noteGone();
  expect(await coordinator.admit('API_KEY', 'free')).toEqual({
    go: false,
    verdict: 'blocked',
    reason: { kind: 'target gone' },
  });
  coordinator.complete(null, 'free', rejected);
  expect(await coordinator.admit('API_KEY', 'free')).toEqual(goes);
});

test('no AI request is sent once the daily quota is used up, but reads are', async ({ coordinator }) => {
  coordinator.noteQuotaUsedUp();
  expect(await coordinator.admit('API_KEY', 'billable')).toMatchObject({
    go: false,
    verdict: 'blocked',
    reason: { kind: 'account', variable: 'API_KEY', code: 'daily_quota_exceeded' },
  });
  expect(await coordinator.admit('API_KEY', 'free')).toEqual(goes);
});

test('after a stop nothing more is sent, and waiting requests get the reason', async ({ coordinator }) => {
  coordinator.backOff('API_KEY', 4 * MOMENT);
  const waiting = coordinator.admit('API_KEY', 'free');
  coordinator.stop();
  const stopped = {
    go: false,
    verdict: 'inconclusive',
    reason: { kind: 'cut short', by: 'end of the run' },
  };
  expect(await waiting).toEqual(stopped);
  expect(await coordinator.admit(null, 'free')).toEqual(stopped);
});

test('an account is reserved for a request that is retried until the retries are over', async ({
  coordinator,
}) => {
  const over = coordinator.repeat('API_KEY');
  const order: string[] = [];
  const other = coordinator.admit('API_KEY', 'free').then(() => order.push('another'));
  await coordinator.admit('OTHER_API_KEY', 'free').then(() => order.push('of another account'));
  await coordinator.admit('API_KEY', 'free', { isRetry: true }).then(() => order.push('again'));
  over();
  await other;
  expect(order).toEqual(['of another account', 'again', 'another']);
});

test('who reserves the target waits for what is in flight, and sends alone until it is released', async ({
  coordinator,
}) => {
  await coordinator.admit('API_KEY', 'billable');
  const first = coordinator.reserve();
  const second = coordinator.reserve();
  const other = coordinator.admit('OTHER_API_KEY', 'free');
  expect(await soon(Promise.race([first, second, other]))).toBe('waits');
  coordinator.complete('API_KEY', 'billable', used);
  const release = await first;
  expect(await coordinator.admit('API_KEY', 'billable', { isReserved: true })).toEqual(goes);
  expect(await soon(Promise.race([second, other]))).toBe('waits');
  coordinator.complete('API_KEY', 'billable', used);
  release();
  (await second)();
  expect(await other).toEqual(goes);
});

test('concurrent requests always complete, whatever they reserve and however they are retried', async () => {
  const request = fc.record({ use: fc.constantFrom<Use>('free', 'billable'), limited: fc.boolean() });
  const client = fc.record({ isReserved: fc.boolean(), requests: fc.array(request, { maxLength: 3 }) });
  const ends = fc.asyncProperty(fc.array(client, { maxLength: 5 }), async (clients) => {
    const coordinator = new Coordinator(unlimited);
    const act = async ({ isReserved, requests }: (typeof clients)[number]) => {
      const release = isReserved ? await coordinator.reserve() : () => {};
      for (const { use, limited } of requests) {
        let over = () => {};
        for (const isRetry of limited ? [false, true] : [false]) {
          await coordinator.admit('API_KEY', use, { isRetry, isReserved });
          await pause(1);
          coordinator.complete('API_KEY', use, used);
          if (limited && !isRetry) over = coordinator.repeat('API_KEY');
        }
        over();
      }
      release();
    };
    const all = Promise.all(clients.map(act));
    expect(await Promise.race([all, pause(2000, 'waits', { ref: false })])).not.toBe('waits');
  });
  // A request that is retried while another one reserves the target.
  const [limited, reserving] = [
    { isReserved: false, requests: [{ use: 'billable' as const, limited: true }] },
    { isReserved: true, requests: [{ use: 'free' as const, limited: false }] },
  ];
  await fc.assert(ends, { numRuns: 50, examples: [[[limited, reserving]]] });
});

test('the coordinator is idle when nothing is in flight', async ({ coordinator }) => {
  await coordinator.admit(null, 'free');
  const idle = coordinator.idle().then(() => 'idle');
  expect(await soon(idle)).toBe('waits');
  coordinator.complete(null, 'free', rejected);
  expect(await idle).toBe('idle');
});

test('an account is not quiet while it may still be charged for a rejected request', async ({
  coordinator,
}) => {
  const { spending } = coordinator;
  const reading = answered(200, { credits: 7 });
  spending.noteQuiet(reading);
  spending.noteUnsettled(0.05);
  expect(spending.quiet).toBeUndefined();
  spending.noteQuiet(reading);
  expect(spending.quiet).toBeUndefined();
  await pause(60);
  spending.noteQuiet(reading);
  expect(spending.quiet).toBe(reading);
});
