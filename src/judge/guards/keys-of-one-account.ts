import { namesWork } from '../../../spec/operations';
import { accountFactsOf, factsOf } from '../data/facts';
import { claimedCode, isClaimed, refuted } from '../response/account-state';
import { isAccepted } from '../response/answer';
import type { Ask, FollowUpsOf } from './guard';

const kinds: ReadonlySet<string> = new Set(['failure', 'rejection', 'alike']);

export const keysOfOneAccount: Ask = ({ expected, answer, context }) =>
  kinds.has(expected.kind) && isAccepted(answer) && accountFactsOf(answer.exchange, context).ofOwner
    ? refuted(answer, { how: 'same account' })
    : null;

/** An account with enough credits is not that of API_KEY for this reason alone. */
export const followUpsOfOneAccount: FollowUpsOf = ({ expected, answer, context }) => {
  const { operation } = answer.exchange;
  const due = claimedCode(answer);
  if (!kinds.has(expected.kind) || !isAccepted(answer) || !isClaimed(answer)) return [];
  if (due === undefined ? !namesWork(operation) : due !== 'insufficient_credits') return [];
  const { affordable } = factsOf(answer.exchange, context);
  return [
    ...(due === undefined ? [] : (['price'] as const)),
    ...(affordable ? [] : (['use beside the owner'] as const)),
  ];
};
