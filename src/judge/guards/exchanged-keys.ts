import { refuted } from '../account-state';
import { isServed } from '../answer';
import { disturbanceIn } from '../disturbance';
import { accountFactsOf } from '../facts';
import type { Ask } from './guard';

export const exchangedKeys: Ask = ({ expected, answer, context }) => {
  const { keptBy } = accountFactsOf(answer.exchange, context);
  if (expected.kind !== 'failure' || keptBy === undefined) return null;
  const isOfAnother = isServed(answer) || disturbanceIn(answer, answer.exchange.variable) !== null;
  return isOfAnother ? refuted(answer, { keptBy }) : null;
};
