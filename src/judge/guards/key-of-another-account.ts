import { accountFactsOf } from '../data/facts';
import { refuted } from '../response/account-state';
import type { Ask, Needs } from './guard';

export const keyOfAnotherAccount: Ask = ({ expected, answer, context }) =>
  expected.kind === 'failure' && answer.status !== 401 && accountFactsOf(answer.exchange, context).ofAnother
    ? refuted(answer, { how: 'another account' })
    : null;

export const needsOfAnotherAccount: Needs = ({ expected, answer }) =>
  expected.kind === 'failure' && answer.exchange.variable === 'OLD_API_KEY' && answer.status !== 401
    ? ['job and credits of the owner']
    : [];
