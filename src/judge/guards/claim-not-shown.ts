import { accountFactsOf } from '../data/facts';
import { claimedCode, refuted } from '../response/account-state';
import { isAccepted } from '../response/answer';
import { disturbanceIn } from '../response/disturbance';
import type { Ask, Question } from './guard';

export const claimNotShown: Ask = (question) => {
  const { answer, context } = question;
  const { variable } = answer.exchange;
  const { claimedStateSeenAt: seenAt, neverRejected } = accountFactsOf(answer.exchange, context);
  if (!isAboutClaim(question) || seenAt === variable) return null;
  const isOfAnother = isAccepted(answer) || disturbanceIn(answer, context.words, variable) !== null;
  if (seenAt && isOfAnother) return refuted(answer, { claimedStateSeenAt: seenAt });
  // Whether the credits are too few is read.
  return neverRejected && claimedCode(answer) !== 'insufficient_credits'
    ? refuted(answer, { how: 'never rejected' })
    : null;
};

/** Whether the response should show the state that the variable claims. */
function isAboutClaim({ expected, answer }: Question): boolean {
  const due = claimedCode(answer);
  return expected.kind === 'failure' && expected.pairs.some(({ code }) => code === due);
}
