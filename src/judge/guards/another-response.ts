import { errorOf, observed } from '../answer';
import type { Ask } from './guard';

export const anotherResponse: Ask = ({ expected, answer }) => {
  if (expected.kind !== 'names connection' || errorOf(answer).code === 'invalid_workflow') return null;
  // With which code a block is rejected that reads itself, or a block that is not there, is not shown (contract 7).
  const isOpen = expected.positions.length < 2 && answer.status >= 400 && answer.status < 500;
  const verdict = isOpen ? 'not tested' : 'blocked';
  return { verdict, reason: { kind: 'another rejection', received: observed(answer) } };
};
