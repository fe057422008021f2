import type { Exchange } from '../../engine/evidence';
import { uniqueBy } from '../../engine/grouped';
import { isObject } from '../../engine/json';
import { openJournal, sentBy } from './journal';

/**
 * What was sent and stands in the evidence of no case: for cases that the end of the run cut short, or ahead of those
 * that it did not come to.
 * @param journal the path of the run's journal
 * @param reported what the cases tell of
 */
export function unclaimedIn(journal: string | undefined, reported: readonly Exchange[]): Exchange[] {
  if (journal === undefined) return [];
  const known = new Set(reported.map(({ id }) => id));
  // What was made is kept later than what was sent for it, and tells more: what a use was seen to cost.
  const made = Object.values(openJournal(journal).state.values).flatMap((value) =>
    isMade(value) ? value.exchanges : [],
  );
  return uniqueBy([...made, ...sentBy(journal)], ({ id }) => id).filter(({ id }) => !known.has(id));
}

const isMade = (value: unknown): value is { exchanges: Exchange[] } =>
  isObject(value) && Array.isArray(value.exchanges);
