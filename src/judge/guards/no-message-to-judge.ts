import { errorOf, observed } from '../response/answer';
import { classifyMessage } from '../response/message-naming';
import { formatObservation } from '../texts/wording';
import type { Ask } from './guard';

const OWN_WORDS = 'a message with a name or a place: it distinguishes connections in its own words';
const SECOND = 'workflow.blockTypes that allow this fault at two connections';

/**
 * A faulty workflow is rejected in another way, which another clause judges, or its message distinguishes connections in
 * words of its own. What names everything names nothing: only the message about another connection shows whether it does.
 */
export const noMessageToJudge: Ask = ({ expected, answer, met }) => {
  if (expected.kind !== 'names connection') return null;
  const { code, message } = errorOf(answer);
  const { connection, others, positions, elsewhere } = expected;
  if (code !== 'invalid_workflow') {
    // The contract does not show the code for a block that reads itself, or a block that does not exist
    // (contract 7).
    const isOpen = positions.length < 2 && answer.status >= 400 && answer.status < 500;
    const words = `the workflow with a faulty connection got ${formatObservation(observed(answer), true)}, and only the message of 400 invalid_workflow is judged`;
    return { verdict: isOpen ? 'not tested' : 'blocked', reason: { kind: 'words', words } };
  }
  if (message === undefined) return null;
  const isUnnamed = classifyMessage(message, connection, others, positions) === 'nothing';
  const alone = elsewhere === undefined && (met || isUnnamed);
  const what = elsewhere === 'unnamed' && isUnnamed ? OWN_WORDS : alone ? SECOND : null;
  return what === null ? null : { verdict: 'not tested', reason: { kind: 'needs', what } };
};
