import type { Exchange } from '../../engine/evidence';
import { uniqueBy } from '../../engine/grouped';
import { isObject } from '../../engine/json';
import { openJournal } from './journal';

/** The name under which it is kept that a case took over what was made. */
export const adopted = (name: string) => `adopted ${name}`;

/**
 * What was sent to make what no case took over, since the run ended before; null where there is none of it.
 * @param journal the path of the run's journal
 * @param reported what the cases tell of
 */
export function orphansIn(
  journal: string | undefined,
  reported: readonly Exchange[],
): { requests: number; aiUses: number } | null {
  if (journal === undefined) return null;
  const { values } = openJournal(journal).state;
  const known = new Set(reported.map(({ id }) => id));
  const sent = Object.entries(values).flatMap(([name, made]) =>
    isMade(made) && !(adopted(name) in values) ? made.exchanges.filter(({ id }) => !known.has(id)) : [],
  );
  const each = uniqueBy(sent, ({ id }) => id);
  return each.length === 0
    ? null
    : { requests: each.length, aiUses: each.filter(({ aiUse }) => aiUse).length };
}

const isMade = (value: unknown): value is { exchanges: Exchange[] } =>
  isObject(value) && Array.isArray(value.exchanges);
