import { expect, test } from '@playwright/test';
import { overrideChapter } from '../../../mock/behaviour';
import { onMock } from '../../../proof/helpers/open-mock';
import { sendCheck } from '../../../proof/helpers/send-check';
import mockTarget from '../../../tests/targets/mock';

const unlimited = overrideChapter('limits', () => ({ admits: () => true }));

for (const [what, calls, reason] of [
  ['is inconclusive if it may be too small for the limit in the target file', 12, 'RATE_LIMIT_BURST of 26'],
  ['is judged if it certainly exceeds the limit in the target file', 11, undefined],
] as const) {
  test(`a burst whose calls are all accepted ${what}`, async () => {
    const target = { ...mockTarget, rateLimit: { calls, seconds: 5 } };
    const { evidence } = await onMock({ variant: unlimited, target }, (session) =>
      sendCheck(session, { send: 'untilLimited' }),
    );
    expect(evidence.unjudged?.reason).toEqual(reason && { kind: 'needs', what: reason });
  });
}

test('reads that are never rate limited prove nothing if the target file describes no text request', async () => {
  const { text: _, ...target } = mockTarget;
  // RATE_LIMIT_BURST is set and certainly exceeds the limit.
  const { evidence } = await onMock({ variant: unlimited, target }, (session) =>
    sendCheck(session, { send: 'untilLimited' }),
  );
  expect(evidence.unjudged).toEqual({
    verdict: 'not tested',
    reason: { kind: 'needs', what: 'text' },
  });
});

test('a burst whose calls come too slowly for the window is inconclusive, with the rate that was reached', async () => {
  const { rateLimit: _, ...target } = { ...mockTarget, patience: { window: 0.4 } };
  const { evidence } = await onMock(
    { variant: unlimited, target, env: { RATE_LIMIT_BURST: '30', REQUESTS_PER_MINUTE: '1200' } },
    (session) => sendCheck(session, { send: 'untilLimited' }),
  );
  expect(evidence.unjudged).toMatchObject({
    verdict: 'inconclusive',
    reason: { kind: 'too slow', within: 0.4 },
  });
});

/** Allows five calls in a row, and again five only after a second without any call. */
const fiveInARow = overrideChapter('limits', () => {
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

test('calls after the silence that exceed the limit again are repeated in a window of their own', async () => {
  const target = { ...mockTarget, rateLimit: { calls: 5, seconds: 1 }, patience: { window: 1 } };
  const { value = [] } = await onMock({ variant: fiveInARow, target, depth: 3 }, (session) =>
    sendCheck(session, { send: 'afterSilence' }),
  );
  expect(value.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 202, 202, 202]);
});
