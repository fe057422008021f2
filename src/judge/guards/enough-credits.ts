import { isClaimed, refuted } from '../account-state';
import { isAccepted } from '../answer';
import { factsOf } from '../facts';
import type { Ask } from './guard';

export const enoughCredits: Ask = ({ expected, answer, context }) => {
  if (expected.kind !== 'failure' || !factsOf(answer.exchange, context).affordable) return null;
  if (!isClaimed(answer) || !isAccepted(answer)) return null;
  const isAsked = expected.pairs.some(({ code }) => code === 'insufficient_credits');
  return isAsked ? refuted(answer, { how: 'enough credits' }) : null;
};
