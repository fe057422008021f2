import { Tokenizer, TokenParser } from '@streamparser/json';
import Big from 'big.js';
import { type Pointer, pathOf, pointerTo, valueAt } from '../../../spec/pointer';

export type { Pointer };

/** The contract shows nothing deeper. Hostile responses nest without end. */
const DEEPEST = 32;

/** Hostile lists and objects have a million items. */
const WIDEST = 1000;

/** The value at a pointer; undefined if there is none. */
export function at(value: unknown, pointer: Pointer): unknown {
  return valueAt(value, pathOf(pointer));
}

/**
 * The values of a JSON document with their pointers, outermost first, down to a depth and up to a number of
 * items.
 */
export function* walk(value: unknown): Generator<{ pointer: Pointer; name: string; value: unknown }> {
  const queue = [{ pointer: '', name: '', value, depth: 0 }];
  for (const here of queue) {
    yield here;
    if (here.value === null || typeof here.value !== 'object' || here.depth === DEEPEST) continue;
    const part = Array.isArray(here.value) ? here.value.slice(0, WIDEST) : here.value;
    for (const [name, child] of Object.entries(part).slice(0, WIDEST)) {
      queue.push({ pointer: here.pointer + pointerTo([name]), name, value: child, depth: here.depth + 1 });
    }
  }
}

export function identifierIn(json: unknown, name: string): unknown {
  return [...walk(json)].find((each) => each.name === name)?.value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A finite number, or a string with one: `12`, `"12.50"`. */
export function asNumber(value: unknown): number | undefined {
  const isWritten = typeof value === 'string' && /^\s*[-+]?\d{1,400}(\.\d{1,400})?\s*$/.test(value);
  const number = typeof value === 'number' || isWritten ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Parses a JSON text without what JSON.parse loses: numbers are strings of their digits (a long number keeps
 * its first ones; exponents are written out), and duplicate names are reported. Undefined if the text is not
 * JSON.
 */
export function asWritten(text: string): { value: unknown; twice: string[] } {
  const tokenizer = new Verbatim();
  const parser = new TokenParser();
  tokenizer.onToken = (token) => parser.write(token);
  const open = new Map<unknown, Set<string>>();
  const twice = new Set<string>();
  let whole: unknown;
  parser.onValue = ({ value, key, parent }) => {
    open.delete(value);
    if (parent === undefined) whole = value;
    if (typeof key !== 'string') return;
    const names = open.get(parent) ?? new Set();
    if (names.has(key)) twice.add(key);
    open.set(parent, names.add(key));
  };
  try {
    tokenizer.write(text);
    tokenizer.end();
  } catch {
    return { value: undefined, twice: [] };
  }
  return { value: whole, twice: [...twice] };
}

/** The parsed JSON text; undefined if it is not JSON. */
export function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    // A byte-order mark goes against a recommendation (RFC 8259, 8.1).
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** The value in the text of a JSON file; throws one line that names the file. */
export function jsonIn(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON`);
  }
}

class Verbatim extends Tokenizer {
  protected override parseNumber(digits: string): number {
    // The type only allows numbers, but the parser passes on any value.
    return (/e/i.test(digits) ? writtenOut(digits) : digits) as never;
  }
}

/** A number without its exponent. One that JavaScript takes for 0 or for infinite would have too many digits. */
function writtenOut(digits: string): string {
  const number = Number(digits);
  return number === 0 || !Number.isFinite(number) ? `${number}` : new Big(digits).toFixed();
}

/** The kind of a value, in a word or two: `array of 3`, `string`, `null`. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  return typeof value;
}

/**
 * The shape of a JSON value without its values: `{id: string, tags: [string]}`; truncated after three levels.
 * @param nameOf formats a name
 */
export function shapeOf(value: unknown, nameOf = (name: string) => name, depth = 0): string {
  if (Array.isArray(value)) {
    const kinds = [
      ...new Set(value.slice(0, 50).map((item) => (depth > 2 ? '...' : shapeOf(item, nameOf, depth + 1)))),
    ];
    return `[${kinds.sort().join(' | ')}]`;
  }
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  if (depth > 2) return '{...}';
  const fields = Object.entries(value).slice(0, 50);
  return `{${fields
    .map(([name, child]) => `${nameOf(name)}: ${shapeOf(child, nameOf, depth + 1)}`)
    .sort()
    .join(', ')}}`;
}
