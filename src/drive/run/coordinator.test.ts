import { setTimeout as pause } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import fc from 'fast-check';
import { Coordinator, type Permission, type Use } from './coordinator';

const unlimited = { concurrency: 8 };
const test = base.extend<{ coordinator: Coordinator }>({
  coordinator: async ({}, use) => use(new Coordinator(unlimited)),
});

const goes = { go: true, waits: expect.any(Array) };
const used = { aiRequest: true, answered: true };

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
