import { beyond, idsOf, listOf, wordsIn } from '../models';
import type { Ask } from './guard';

export const furtherPages: Ask = ({ expected, answer }) => {
  if (expected.kind !== 'tiers') return null;
  const listed = listOf(answer, expected.at);
  if (!('list' in listed) || wordsIn(idsOf(listed.list)).length > 0) return null;
  const next = answer.exchange.read?.['models.next'];
  const read = expected.paged ? null : beyond(answer, listed.list);
  const detail = next ? `models.next leads to ${next}` : read;
  return detail === null
    ? null
    : { verdict: 'not tested', reason: { kind: 'needs', what: 'models', detail } };
};
