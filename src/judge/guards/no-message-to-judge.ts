import { errorOf, observed } from '../response/answer';
import type { Ask } from './guard';

export const noMessageToJudge: Ask = ({ expected, answer }) => {
  if (expected.kind !== 'names connection' || errorOf(answer).code === 'invalid_workflow') return null;
  // The contract does not show the code for a block that reads itself, or a block that does not exist
  // (contract 7).
  const isOpen = expected.positions.length < 2 && answer.status >= 400 && answer.status < 500;
  const verdict = isOpen ? 'not tested' : 'blocked';
  return { verdict, reason: { kind: 'another rejection', received: observed(answer) } };
};
