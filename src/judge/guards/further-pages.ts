import { factsOf } from '../data/facts';
import { beyond, idsOf, listOf, wordsIn } from '../response/models';
import type { Ask } from './guard';

export const furtherPages: Ask = ({ expected, answer, context }) => {
  if (expected.kind !== 'tiers') return null;
  const listed = listOf(answer, context, expected.at);
  if (!('list' in listed) || wordsIn(idsOf(listed.list)).length > 0) return null;
  const next = factsOf(answer.exchange, context).pages?.leadsTo;
  const read = expected.paged ? null : beyond(answer, listed.list);
  const detail = next ? `models.next leads to ${next}` : read;
  return detail === null
    ? null
    : { verdict: 'not tested', reason: { kind: 'needs', what: 'models', detail } };
};
