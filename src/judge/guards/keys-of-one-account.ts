import { namesWork } from '../../../spec/operations';
import { accountFactsOf } from '../data/facts';
import { claimedCode, isClaimed, refuted } from '../response/account-state';
import { isAccepted } from '../response/answer';
import type { Ask } from './guard';

const kinds: ReadonlySet<string> = new Set(['failure', 'rejection', 'alike']);

export const keysOfOneAccount: Ask = ({ expected, answer, context }) => {
  if (!kinds.has(expected.kind) || !isAccepted(answer) || !isClaimed(answer)) return null;
  const due = claimedCode(answer);
  const isInQuestion =
    due === undefined ? namesWork(answer.exchange.operation) : due === 'insufficient_credits';
  return isInQuestion && accountFactsOf(answer.exchange, context).ofOwner
    ? refuted(answer, { how: 'same account' })
    : null;
};
