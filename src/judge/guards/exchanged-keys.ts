import { refuted } from '../account-state';
import { isServed } from '../answer';
import { accountFactsOf } from '../facts';
import type { Ask } from './guard';

export const exchangedKeys: Ask = ({ expected, answer, context }) => {
  const { keptBy } = accountFactsOf(answer.exchange, context);
  return expected.kind === 'failure' && keptBy && isServed(answer) ? refuted(answer, { keptBy }) : null;
};
