import { accountFactsOf, factsOf } from '../data/facts';
import { claimedCode } from '../response/account-state';
import { isAccepted, observed } from '../response/answer';
import type { Ask, FollowUpsOf } from './guard';

/** A daily quota may have been reset during the run. */
export const changedAccount: Ask = ({ expected, answer, context }) => {
  const { variable } = answer.exchange;
  if (expected.kind !== 'failure' || variable === null || !isAccepted(answer)) return null;
  if (!accountFactsOf(answer.exchange, context).changed) return null;
  const received = observed(answer);
  return { verdict: 'inconclusive', reason: { kind: 'refuted', variable, received, how: 'another state' } };
};

export const followUpsOfChange: FollowUpsOf = ({ expected, answer, context }) =>
  expected.kind === 'failure' &&
  claimedCode(answer) !== undefined &&
  isAccepted(answer) &&
  !factsOf(answer.exchange, context).affordable
    ? ['earlier rejection again']
    : [];
