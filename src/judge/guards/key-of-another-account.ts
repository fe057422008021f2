import { accountFactsOf } from '../data/facts';
import { refuted } from '../response/account-state';
import type { Ask } from './guard';

export const keyOfAnotherAccount: Ask = ({ expected, answer, context }) =>
  expected.kind === 'failure' && answer.status !== 401 && accountFactsOf(answer.exchange, context).ofAnother
    ? refuted(answer, { how: 'another account' })
    : null;
