import { refuted } from '../account-state';
import type { Ask } from './guard';

const kinds: ReadonlySet<string> = new Set(['failure', 'refusal', 'alike']);

export const keysOfOneAccount: Ask = ({ expected, answer }) =>
  kinds.has(expected.kind) && answer.exchange.ofOwner ? refuted(answer, 'same account') : null;
