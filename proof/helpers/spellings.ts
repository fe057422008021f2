import fc from 'fast-check';
import { afterWords, finderOf, inspectBy, type Mask, type Secret } from '../../src/judge/mask';

/** Encodings in which a hostile server may write a text. */

export interface Spelling {
  name: string;
  spell: (text: string) => string;
}

const hex = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, '0');
const each = (spell: (character: string) => string) => (text: string) => text.replace(/[\s\S]/g, spell);
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const json = (text: string) => JSON.stringify(text).slice(1, -1);

const ways: Readonly<Record<string, Spelling['spell']>> = {
  plain: (text) => text,
  JSON: json,
  'JSON with \\/': (text) => json(text).replaceAll('/', '\\/'),
  'JSON as other languages write it': (text) =>
    json(text).replace(/[&<>+'=]/g, (sign) => `\\u${hex(sign, 4)}`),
  'JSON in \\uXXXX, upper case': each((character) => `\\u${hex(character, 4).toUpperCase()}`),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  'percent-encoded throughout': each((character) => `%${hex(character, 2)}`),
  HTML: (text) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? ''),
  'HTML in decimal': each((character) => `&#${character.charCodeAt(0)};`),
  'HTML in hexadecimal': each((character) => `&#x${hex(character, 2).toUpperCase()};`),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
};

export const spellings: Spelling[] = Object.entries(ways).map(([name, spell]) => ({ name, spell }));

/** One spelling, or up to three nested in each other. */
export const anySpelling: fc.Arbitrary<Spelling> = fc
  .array(fc.constantFrom(...spellings), { minLength: 1, maxLength: 3 })
  .map((chosen) => ({
    name: chosen.map(({ name }) => name).join(', then '),
    spell: (text: string) => chosen.reduce((spelt, { spell }) => spell(spelt), text),
  }));

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

/** A part of a key that must be masked: eight characters or more after its words, from any position. */
export function partOf(key: string, from: number, length: number): string {
  const first = afterWords(key) + (from % (key.length - afterWords(key) - 7));
  return key.slice(first, first + 8 + (length % key.length));
}

/** Returns the runs of eight characters of a part that a text contains, plain or encoded. */
export function remains(text: string, part: string, spell: Spelling['spell'] = (same) => same): string[] {
  const windows = Array.from({ length: part.length - 7 }, (_, at) => part.slice(at, at + 8));
  return windows.filter((window) => text.includes(window) || text.includes(spell(window)));
}

/** Returns a function that masks these secrets in a text. */
export function maskWith(secrets: readonly Secret[]): Mask {
  const find = finderOf(secrets);
  return (text) => inspectBy(find, text).text;
}
