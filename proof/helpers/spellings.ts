import fc from 'fast-check';
import { afterWords } from '../../src/judge/masking/mask';

/** Encodings in which a hostile server may write a text. */

export interface Spelling {
  name: string;
  spell: (text: string) => string;
  /** A piece of a key that is written like this is not known as one. */
  whole?: true;
}

const lowerCase = (codes: RegExp) => (text: string) => text.replace(codes, (code) => code.toLowerCase());

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": '#39',
};
const inHtml = (text: string) => text.replace(/[&<>"']/g, (each) => `&${entities[each]};`);
const each = (write: (code: number) => string) => (text: string) =>
  [...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');

const ways: Readonly<Record<string, Spelling['spell']>> = {
  plain: (text) => text,
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) => lowerCase(/%../g)(encodeURIComponent(text)),
  'escaped in HTML': inHtml,
  'as decimal entities': each((code) => `&#${code};`),
  'as hexadecimal entities': each((code) => `&#x${code.toString(16)};`),
  'as escapes of JSON': each((code) => `\\u${code.toString(16).padStart(4, '0')}`),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

export const spellings: Spelling[] = Object.entries(ways).map(([name, spell]) => ({
  name,
  spell,
  ...(/^(?:base64|hexadecimal)/.test(name) && { whole: true }),
}));

export const anySpelling: fc.Arbitrary<Spelling> = fc.constantFrom(...spellings);

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));

/** A key of characters that a header can carry, sometimes after a word. */
export const anyKey: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', 'sk-proj-', 'acme_', 'Key0'),
    fc.string({ unit: printable, minLength: 12, maxLength: 48 }),
  )
  .map(([word, rest]) => word + rest);

/** Text around a key. Its characters are ordinary, so that no escape sequence extends into the key. */
export const anySurroundings = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz ,.:;ABC0123한'),
  maxLength: 40,
});

/**
 * A part of a key that must be masked if it is written like this: eight characters or more after its words, from any
 * position.
 */
export function partOf(key: string, { whole }: Spelling, from: number, length: number): string {
  if (whole) return key;
  const first = afterWords(key) + (from % (key.length - afterWords(key) - 7));
  return key.slice(first, first + 8 + (length % key.length));
}

/** Returns the runs of eight characters of a part that a text contains, plain or encoded. */
export function remains(text: string, part: string, spell: Spelling['spell'] = (same) => same): string[] {
  const windows = Array.from({ length: part.length - 7 }, (_, at) => part.slice(at, at + 8));
  return windows.filter((window) => text.includes(window) || text.includes(spell(window)));
}
