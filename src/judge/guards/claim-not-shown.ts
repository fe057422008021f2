import { accountFactsOf, factsOf } from '../data/facts';
import { claimedCode, refuted } from '../response/account-state';
import { isAccepted } from '../response/answer';
import { disturbanceIn } from '../response/disturbance';
import type { Ask, FollowUpsOf, Question } from './guard';

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

export const followUpsOfClaim: FollowUpsOf = (question) => {
  const { exchange } = question.answer;
  const isExplained =
    factsOf(exchange, question.context).affordable || accountFactsOf(exchange, question.context).ofOwner;
  return isAboutClaim(question) && !isExplained ? ['claimed state'] : [];
};

/** Whether the response should show the state that the variable claims. */
function isAboutClaim({ expected, answer }: Question): boolean {
  const due = claimedCode(answer);
  return expected.kind === 'failure' && expected.pairs.some(({ code }) => code === due);
}
