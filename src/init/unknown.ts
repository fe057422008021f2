import { isObject } from '../judge/data/json';

/** Stands for a value that nobody showed. */
export const unknown = (name: string) => `<${name}>`;

/** The values of data that nobody showed, by their names. Documentation writes such values, too. */
export function unknownIn(value: unknown): string[] {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value)
      ? [`${value} (rounded: write its digits)`]
      : [];
  if (typeof value === 'string') return /^<([^<>]+)>$/.exec(value)?.slice(1) ?? [];
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(unknownIn) : [];
}

/** The greatest number of values to search: large documents repeat the same schema very often. */
const MOST = 2000;

export interface Place {
  path: string[];
  name: string;
  value: unknown;
}

/** The values in a body, outermost first, except in lists. */
export function placesIn(body: unknown, depth = 6): Place[] {
  const places: Place[] = [{ path: [], name: '', value: body }];
  for (const { path, value } of places) {
    if (path.length === depth || !isObject(value)) continue;
    for (const [name, each] of Object.entries(value).slice(0, MOST - places.length))
      places.push({ path: [...path, name], name, value: each });
  }
  return places;
}
