import { refuted } from '../account-state';
import { accountFactsOf } from '../facts';
import type { Ask } from './guard';

export const keyOfAnotherAccount: Ask = ({ expected, answer, context }) =>
  expected.kind === 'failure' && answer.status !== 401 && accountFactsOf(answer.exchange, context).ofAnother
    ? refuted(answer, { how: 'another account' })
    : null;
