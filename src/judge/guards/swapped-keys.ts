import { accountFactsOf } from '../data/facts';
import { refuted } from '../response/account-state';
import { isAccepted } from '../response/answer';
import { disturbanceIn } from '../response/disturbance';
import type { Ask } from './guard';

export const swappedKeys: Ask = ({ expected, answer, context }) => {
  const { claimedStateSeenAt } = accountFactsOf(answer.exchange, context);
  if (expected.kind !== 'failure' || claimedStateSeenAt === undefined) return null;
  const isOfAnother = isAccepted(answer) || disturbanceIn(answer, answer.exchange.variable) !== null;
  return isOfAnother ? refuted(answer, { claimedStateSeenAt }) : null;
};
