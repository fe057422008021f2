import { expect, test } from '@playwright/test';
import { within } from '../../mock/behaviour';
import { burstOf } from '../drive/burst';
import { givenIn } from '../drive/given';
import { recordApart } from '../drive/recorder';
import { senderOf } from '../drive/senders';
import mockTarget from '../targets/mock';
import { openMock } from './open-mock';

const unlimited = within('limits', () => ({ admits: () => true }));

for (const [what, calls, reason] of [
  ['that may be too few for the limit in the target file tell nothing', 12, 'RATE_LIMIT_BURST of 26'],
  ['that surely exceed it are judged', 11, undefined],
] as const) {
  test(`calls that are all served, ${what}`, async () => {
    const target = { ...mockTarget, rateLimit: { calls, seconds: 0.5 } };
    await using session = await openMock({ variant: unlimited, target, env: { RATE_LIMIT_BURST: '24' } });
    const sender = senderOf(session, 'rateLimited', 'RATE_LIMIT_API_KEY', ['rate_limited']);
    const burst = burstOf(session, givenIn(session).by(sender));
    const { evidence } = await recordApart(() => burst.untilRefused());
    expect(evidence.inconclusive?.reason).toEqual(reason && { kind: 'needs', what: reason });
  });
}
