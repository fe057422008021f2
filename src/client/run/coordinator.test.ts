import { setTimeout as pause } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import fc from 'fast-check';
import { Coordinator, type Hold, type Use } from './coordinator';

const unlimited = { concurrency: 8 };
const test = base.extend<{ coordinator: Coordinator }>({
  coordinator: async ({}, use) => use(new Coordinator(unlimited)),
});

for (const account of ['API_KEY', null]) {
  test(`many concurrent requests spend a budget of three exactly (account ${account})`, async () => {
    const coordinator = new Coordinator({ ...unlimited, maxAiRequests: 3 });
    let accepted = 0;
    const spend = async (aiRequest: boolean) => {
      const refusal = await coordinator.admit('billable');
      if (refusal !== null) return refusal;
      await pause(Math.random() * 10);
      if (aiRequest) accepted++;
      coordinator.complete('billable', aiRequest);
      return null;
    };
    const refusals = await Promise.all(Array.from({ length: 20 }, (_, index) => spend(index % 2 === 1)));
    expect(accepted).toBe(3);
    expect(coordinator.aiRequests).toBe(3);
    expect(refusals.at(-1)).toEqual({
      verdict: 'not tested',
      reason: { kind: 'over budget', most: 3 },
    });
    expect(await coordinator.admit('free')).toBeNull();
  });
}

test('concurrent requests always complete, however they are repeated', async () => {
  const request = fc.record({ use: fc.constantFrom<Use>('free', 'billable'), limited: fc.nat(2) });
  const client = fc.array(request, { maxLength: 3 });
  const ends = fc.asyncProperty(fc.array(client, { maxLength: 5 }), async (clients) => {
    const coordinator = new Coordinator(unlimited);
    const act = async (requests: (typeof clients)[number]) => {
      for (const { use, limited } of requests) {
        let hold: Hold | undefined;
        for (let times = 0; times <= limited; times++) {
          await coordinator.admit(use, hold);
          await pause(1);
          coordinator.complete(use, true);
          if (times < limited) hold ??= coordinator.holdUp();
        }
        hold?.release();
      }
    };
    const all = Promise.all(clients.map(act));
    expect(await Promise.race([all, pause(2000, 'waits', { ref: false })])).not.toBe('waits');
  });
  await fc.assert(ends, { numRuns: 50 });
});
