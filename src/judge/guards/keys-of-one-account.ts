import { refuted } from '../account-state';
import { isAccepted } from '../answer';
import { accountFactsOf } from '../facts';
import type { Ask } from './guard';

const kinds: ReadonlySet<string> = new Set(['failure', 'rejection', 'alike']);

export const keysOfOneAccount: Ask = ({ expected, answer, context }) =>
  kinds.has(expected.kind) && isAccepted(answer) && accountFactsOf(answer.exchange, context).ofOwner
    ? refuted(answer, { how: 'same account' })
    : null;
