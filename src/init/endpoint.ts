import { isObject } from '../judge/data/json';

/** An operation of the target. */
export interface Endpoint {
  method: string;
  /** After the host, with `{name}` for what varies. */
  path: string;
  /** The same for its query, without the question mark. */
  query: string;
  /** The values for these names. */
  values: Record<string, string>;
  /** Required headers besides Authorization. */
  headers: Record<string, string>;
  /** Its names and summary, searched for keywords. */
  words: string;
  deprecated: boolean;
  /** Bodies that it accepts: one for each input, with all that it requires. */
  bodies: unknown[];
  /** The body of a success; undefined where it is unknown. */
  answer: unknown;
}

/** What a document says of a target. */
export interface Described {
  operations: Endpoint[];
  /** The origin of its servers; null where it names none. */
  server: string | null;
  /** Why its first server names no origin, one line each. */
  unclear: string[];
  /** What was left out, one line each. */
  remarks: string[];
}

/** A part of a target file as TypeScript, without its name. */
export interface Part {
  code: string;
  /** The values that it needs and nobody showed. */
  missing: string[];
}

/** The parts of a target file that a document shows, by their names. */
export interface Draft {
  [name: string]: Part | Draft | undefined;
}

/** Stands for a value that nobody showed. */
export const unknown = (name: string) => `<${name}>`;

/** The name of a value that nobody showed. Documentation and Postman write such values, too. */
export function unknownIn(value: unknown): string | undefined {
  const [, ...names] = (typeof value === 'string' && /^(?:<([^<>]+)>|\$\{?(\w+)\}?)$/.exec(value)) || [];
  return names.find(Boolean);
}

/** The greatest number of values to search: large documents repeat the same schema very often. */
const MOST = 2000;

/** The values in a body, outermost first, except in lists. */
export function placesIn(body: unknown, depth = 6): { path: string[]; name: string; value: unknown }[] {
  const places = [{ path: [] as string[], name: '', value: body }];
  for (const { path, value } of places) {
    if (path.length === depth || !isObject(value)) continue;
    for (const [name, each] of Object.entries(value).slice(0, MOST - places.length))
      places.push({ path: [...path, name], name, value: each });
  }
  return places;
}
