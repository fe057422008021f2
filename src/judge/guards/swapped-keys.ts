import { accountFactsOf, factsOf } from '../data/facts';
import { claimedCode, refuted } from '../response/account-state';
import { isAccepted } from '../response/answer';
import { disturbanceIn } from '../response/disturbance';
import type { Ask, Needs } from './guard';

export const swappedKeys: Ask = ({ expected, answer, context }) => {
  const { claimedStateSeenAt } = accountFactsOf(answer.exchange, context);
  if (expected.kind !== 'failure' || claimedStateSeenAt === undefined) return null;
  const isOfAnother = isAccepted(answer) || disturbanceIn(answer, answer.exchange.variable) !== null;
  return isOfAnother ? refuted(answer, { claimedStateSeenAt }) : null;
};

export const needsOfSwappedKeys: Needs = ({ expected, answer, context }) => {
  if (expected.kind !== 'failure' || claimedCode(answer) === undefined) return [];
  const isExplained =
    factsOf(answer.exchange, context).affordable || accountFactsOf(answer.exchange, context).ofOwner;
  const isDisturbed = disturbanceIn(answer, answer.exchange.variable) !== null;
  return isDisturbed || (isAccepted(answer) && !isExplained) ? ['state of other accounts'] : [];
};
