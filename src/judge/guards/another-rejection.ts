import { errorOf, observed } from '../answer';
import type { Ask } from './guard';

export const anotherRejection: Ask = ({ expected, answer }) => {
  if (expected.kind !== 'names connection' || errorOf(answer).code === 'invalid_workflow') return null;
  return { verdict: 'blocked', reason: { kind: 'another refusal', received: observed(answer) } };
};
