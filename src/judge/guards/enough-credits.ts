import { isClaimed, refuted } from '../account-state';
import { isServed } from '../answer';
import type { Ask } from './guard';

export const enoughCredits: Ask = ({ expected, answer }) => {
  if (expected.kind !== 'failure' || !answer.exchange.affordable) return null;
  if (!isClaimed(answer) || !isServed(answer)) return null;
  const isAsked = expected.pairs.some(({ code }) => code === 'insufficient_credits');
  return isAsked ? refuted(answer, 'enough credits') : null;
};
