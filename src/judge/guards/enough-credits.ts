import { factsOf } from '../data/facts';
import { isClaimed, refuted } from '../response/account-state';
import { isAccepted } from '../response/answer';
import type { Ask } from './guard';

export const enoughCredits: Ask = ({ expected, answer, context }) => {
  if (expected.kind !== 'failure' || !isClaimed(answer) || !isAccepted(answer)) return null;
  if (!expected.pairs.some(({ code }) => code === 'insufficient_credits')) return null;
  const { affordable, unpriced } = factsOf(answer.exchange, context);
  const { variable } = answer.exchange;
  if (affordable) return refuted(answer, { how: 'enough credits' });
  return unpriced && variable ? { verdict: 'blocked', reason: { kind: 'unpriced', variable } } : null;
};
