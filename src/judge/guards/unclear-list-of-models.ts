import { factsOf } from '../data/facts';
import { isAccepted } from '../response/answer';
import { beyond, idsOf, listOf, severalLists, wordsIn } from '../response/models';
import type { Ask } from './guard';

/** Several lists may be the list of models, or models are missing that further pages may have. */
export const unclearListOfModels: Ask = ({ expected, answer, context }) => {
  if (expected.kind !== 'models' && expected.kind !== 'models once' && expected.kind !== 'tiers') return null;
  const listed = listOf(answer, context, expected.at);
  if ('several' in listed)
    return isAccepted(answer) ? { verdict: 'not tested', reason: severalLists(listed.several) } : null;
  if (expected.kind !== 'tiers' || 'missing' in listed || wordsIn(idsOf(listed.list)).length > 0) return null;
  const next = factsOf(answer.exchange, context).pages?.leadsTo;
  const read = expected.paged ? null : beyond(answer, listed.list);
  const detail = next ? `models.next leads to ${next}` : read;
  return detail === null
    ? null
    : { verdict: 'not tested', reason: { kind: 'needs', what: 'models', detail } };
};
