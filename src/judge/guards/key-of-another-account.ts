import { refuted } from '../account-state';
import type { Ask } from './guard';

export const keyOfAnotherAccount: Ask = ({ expected, answer }) =>
  expected.kind === 'failure' && answer.exchange.ofAnother ? refuted(answer, 'another account') : null;
