import { errorOf } from '../response/answer';
import { classifyMessage, differInWords } from '../response/message-naming';
import type { Ask } from './guard';

const WHAT = 'a message with a name or a place: it distinguishes connections in its own words';

export const unrecognisedMessage: Ask = ({ expected, answer }) => {
  const { message } = errorOf(answer);
  if (expected.kind !== 'names connection' || message === undefined) return null;
  const { connection, others, positions, elsewhere } = expected;
  if (elsewhere === undefined || !differInWords(message, elsewhere)) return null;
  if (classifyMessage(message, connection, others, positions) !== 'nothing') return null;
  return { verdict: 'not tested', reason: { kind: 'unfit', what: WHAT } };
};
