import type { Reading } from '../data/evidence';
import { asWritten, parse } from '../data/json';
import { memoize } from '../data/memoize';
import { firstEventIn } from './error-object';

/** How many characters of a body are kept as text. */
const START = 4 * 1024;

/** Numbers of which JSON.parse may lose digits, or whose digits it may write in another way. */
const MANY_DIGITS = /\d[\d.]{15}|\.\d{7}|\d[eE][-+]?\d/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What a body says, read once. Many responses of a run are equal, and share their reading. */
export function readBody(bytes: Buffer): Reading {
  // As UTF-8, each letter of a text in UTF-16 has a NUL beside it.
  if (bytes.includes(0)) return unread;
  try {
    return readText(utf8.decode(bytes));
  } catch {
    return unread;
  }
}

/** The reading of bytes that are no UTF-8. */
export const unread: Reading = Object.freeze({ start: null, twice: [] });

export const readText = memoize((text): Reading => {
  const json = parse(text);
  const event = parse(firstEventIn(text) ?? null);
  const written = json === undefined ? undefined : asWritten(text);
  return Object.freeze({
    start: copied(text.slice(0, START)),
    json,
    ...(event !== undefined && { event }),
    ...(MANY_DIGITS.test(text) && { digits: written?.value }),
    twice: written?.twice ?? [],
  });
});

/** A slice keeps the whole text in memory. */
const copied = (text: string) => Buffer.from(text).toString();
