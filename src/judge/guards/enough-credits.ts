import { isClaimed, refuted } from '../account-state';
import { isAccepted } from '../answer';
import { factsOf } from '../facts';
import type { Ask } from './guard';

export const enoughCredits: Ask = ({ expected, answer, context }) => {
  if (expected.kind !== 'failure' || !isClaimed(answer) || !isAccepted(answer)) return null;
  if (!expected.pairs.some(({ code }) => code === 'insufficient_credits')) return null;
  const { affordable, unpriced } = factsOf(answer.exchange, context);
  const { variable } = answer.exchange;
  if (affordable) return refuted(answer, { how: 'enough credits' });
  return unpriced && variable ? { verdict: 'blocked', reason: { kind: 'unpriced', variable } } : null;
};
