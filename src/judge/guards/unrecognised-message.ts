import { errorOf } from '../response/answer';
import { classifyMessage } from '../response/message-naming';
import type { Ask } from './guard';

const OWN_WORDS = 'a message with a name or a place: it distinguishes connections in its own words';
const SECOND = 'workflow.blockTypes that allow this fault at two connections';

/** What names everything names nothing: only the message about another connection shows whether it does. */
export const unrecognisedMessage: Ask = ({ expected, answer, met }) => {
  const { message } = errorOf(answer);
  if (expected.kind !== 'names connection' || message === undefined) return null;
  const { connection, others, positions, elsewhere } = expected;
  const isUnnamed = classifyMessage(message, connection, others, positions) === 'nothing';
  const alone = elsewhere === undefined && (met || isUnnamed);
  const what = elsewhere === 'unnamed' && isUnnamed ? OWN_WORDS : alone ? SECOND : null;
  return what === null ? null : { verdict: 'not tested', reason: { kind: 'unfit', what } };
};
