import { expect, test } from '@playwright/test';
import { within } from '../../mock/behaviour';
import { onMock } from '../../proof/helpers/open-mock';
import mockTarget from '../../tests/targets/mock';
import { burstOf } from './burst';
import { holderIn } from './client/senders';

const unlimited = within('limits', () => ({ admits: () => true }));

for (const [what, calls, reason] of [
  ['that may be too few for the limit in the target file tell nothing', 12, 'RATE_LIMIT_BURST of 26'],
  ['that surely exceed it are judged', 11, undefined],
] as const) {
  test(`calls that are all served, ${what}`, async () => {
    const target = { ...mockTarget, rateLimit: { calls, seconds: 0.5 } };
    const { evidence } = await onMock({ variant: unlimited, target }, ({ session, actorFor }) =>
      burstOf(session, actorFor(holderIn(session, 'rate limited'))).untilRejected(),
    );
    expect(evidence.inconclusive?.reason).toEqual(reason && { kind: 'needs', what: reason });
  });
}

test('reads that are never limited prove nothing where the target file describes no text request', async () => {
  const { text: _, ...target } = mockTarget;
  // RATE_LIMIT_BURST is set, and surely exceeds the limit.
  const { evidence } = await onMock({ variant: unlimited, target }, ({ session, actorFor }) =>
    burstOf(session, actorFor(holderIn(session, 'rate limited'))).untilRejected(),
  );
  expect(evidence.inconclusive).toEqual({
    verdict: 'not tested',
    reason: { kind: 'needs', what: 'text' },
  });
});

/** Five calls in a row; all that come within a second of another are rejected. */
const fiveInARow = within('limits', () => {
  let [last, left] = [0, 5];
  return {
    admits({ name }) {
      if (name !== 'limited') return true;
      if (performance.now() - last > 1000) left = 5;
      last = performance.now();
      left -= 1;
      return left >= 0;
    },
  };
});

test('calls that meet the limit anew after the silence are asked for in a window of their own', async () => {
  const target = { ...mockTarget, rateLimit: { calls: 5, seconds: 1 }, patience: { window: 1 } };
  const { value = [] } = await onMock({ variant: fiveInARow, target, depth: 3 }, ({ session, actorFor }) =>
    burstOf(session, actorFor(holderIn(session, 'rate limited'))).afterSilence(),
  );
  expect(value.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 202, 202, 202]);
});
