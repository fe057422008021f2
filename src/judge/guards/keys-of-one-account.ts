import { accountFactsOf } from '../data/facts';
import { refuted } from '../response/account-state';
import { isAccepted } from '../response/answer';
import type { Ask } from './guard';

const kinds: ReadonlySet<string> = new Set(['failure', 'rejection', 'alike']);

export const keysOfOneAccount: Ask = ({ expected, answer, context }) =>
  kinds.has(expected.kind) && isAccepted(answer) && accountFactsOf(answer.exchange, context).ofOwner
    ? refuted(answer, { how: 'same account' })
    : null;
