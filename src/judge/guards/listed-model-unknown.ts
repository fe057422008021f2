import { failsWith, observed } from '../response/answer';
import type { Ask } from './guard';

export const listedModelUnknown: Ask = ({ expected, answer }) => {
  if (expected.kind !== 'identifier' || !failsWith(answer, 404, 'model_not_found')) return null;
  const received = observed(answer);
  return { verdict: 'blocked', reason: { kind: 'not accepted', what: 'the submission', received } };
};
