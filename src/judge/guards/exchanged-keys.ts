import { refuted } from '../account-state';
import { isServed } from '../answer';
import type { Ask } from './guard';

export const exchangedKeys: Ask = ({ expected, answer }) =>
  expected.kind === 'failure' && answer.exchange.keptBy && isServed(answer) ? refuted(answer) : null;
