import { failsWith } from '../response/answer';
import { isLengthShown } from '../response/parts';
import type { Ask } from './guard';

/** No workflow with as many blocks was accepted. */
export const longWorkflow: Ask = ({ expected, answer, around }) => {
  if (expected.kind !== 'success' || expected.unless !== 'too long') return null;
  if (!failsWith(answer, 422, 'invalid_request') || isLengthShown(answer, around)) return null;
  const detail = 'a longer sound workflow is rejected with 422 invalid_request';
  return { verdict: 'not tested', reason: { kind: 'needs', what: 'workflow.longest', detail } };
};
