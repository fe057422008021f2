import { refuted } from '../account-state';
import { isServed } from '../answer';
import { accountFactsOf } from '../facts';
import type { Ask } from './guard';

const kinds: ReadonlySet<string> = new Set(['failure', 'refusal', 'alike']);

export const keysOfOneAccount: Ask = ({ expected, answer, context }) =>
  kinds.has(expected.kind) && isServed(answer) && accountFactsOf(answer.exchange, context).ofOwner
    ? refuted(answer, { how: 'same account' })
    : null;
