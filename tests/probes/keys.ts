import fc from 'fast-check';
import { allAlike, other, withAt } from './characters';
import type { Family, Probe } from './family';
import { cutShort, exchanged, foreignLetters, headless, leftOut, longer, putIn, twice } from './near';

/**
 * Credentials that are not the key, made from it: what stands behind `Bearer ` (contract 5). A header value is sent
 * byte for byte, a character a byte, so what is no Latin-1 stands here as the bytes of its UTF-8.
 */

const probe = (words: string, value: string): Probe => ({ words, value });
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const place = (key: string) => fc.nat({ max: key.length - 1 });
/** The signs that stand in a header's value (RFC 9110 5.5), but for white space and the comma, which have families. */
const kind = { signs: '!#$%&\'*+-.^_`|~/:;=?@()<>[]{}"\\' };
const lower = (text: string) => text.toLowerCase();

/** Many places of a long key, evenly; every place of one of ordinary length. */
const PLACES = 64;

function places(key: string): number[] {
  const step = Math.max(1, key.length / PLACES);
  return Array.from({ length: Math.min(key.length, PLACES) }, (_, index) => Math.floor(index * step));
}

/** The last character of a base64 key may carry bits that nobody reads: the highest is always read. */
function changed(key: string, at: number): string {
  const last = at === key.length - 1;
  const now = key.charAt(at);
  return withAt(key, at, last ? (/[A-Za]/.test(now) ? '9' : 'A') : other(now));
}

const changedAt = (key: string, at: number) => probe(`character ${at + 1} changed`, changed(key, at));

/** The first characters of the key, then others of the same form. */
export function agreeing(key: string, length: number): fc.Arbitrary<Probe> {
  return allAlike(key.slice(length)).map((rest) => {
    const start = key.slice(0, length);
    return probe(
      `other characters from the ${length + 1}. on`,
      start + (lower(rest) === lower(key.slice(length)) ? changed(rest, rest.length - 1) : rest),
    );
  });
}

/** A random key of the same form: prefix, separators, length and classes of characters are kept. */
export const ofTheSameForm: Family = {
  name: 'another key of the same form',
  drawn: (key) => {
    const prefix = /^[A-Za-z]+[-_](?:[A-Za-z]+[-_])*/.exec(key)?.[0] ?? '';
    return agreeing(key, prefix.length < key.length ? prefix.length : 0).map(({ value }) =>
      probe('of the same form', value),
    );
  },
};

/** auth.key.wrong: as long as the key, or made to look like it. */
export const wrongKeys: Family[] = [
  ofTheSameForm,
  {
    name: 'a character changed',
    classic: (key) => places(key).map((at) => changedAt(key, at)),
    every: (key) => places(key).map((at) => changedAt(key, at)),
    drawn: (key) => place(key).map((at) => changedAt(key, at)),
  },
  leftOut(kind),
  twice(kind),
  putIn(kind),
  exchanged(kind),
  {
    name: 'its start with another end',
    drawn: (key) => fc.integer({ min: 1, max: key.length - 1 }).chain((length) => agreeing(key, length)),
  },
  {
    name: 'another start with its end',
    drawn: (key) =>
      fc
        .integer({ min: 1, max: key.length - 1 })
        .chain((length) =>
          allAlike(key.slice(0, length)).map((start) =>
            probe(
              `other characters up to the ${length}.`,
              (lower(start) === lower(key.slice(0, length)) ? changed(start, 0) : start) + key.slice(length),
            ),
          ),
        ),
  },
  {
    name: 'in quotes or brackets',
    drawn: (key) =>
      fc
        .constantFrom(...['""', "''", '<>', '[]', '()', '{}', '``'])
        .map((pair) =>
          probe(`between ${pair.charAt(0)} and ${pair.charAt(1)}`, pair.charAt(0) + key + pair.charAt(1)),
        ),
  },
  {
    name: 'after another scheme',
    drawn: (key) =>
      fc
        .constantFrom('Bearer ', 'bearer ', 'Token ', 'Basic ', 'ApiKey ', 'token=', 'key:')
        .map((scheme) => probe(`after ${scheme.trim()}`, scheme + key)),
  },
  {
    name: 'a word',
    drawn: () =>
      fc
        .constantFrom(
          'test',
          'null',
          'undefined',
          'none',
          'anonymous',
          'admin',
          'demo',
          'true',
          '0',
          '*',
          'API_KEY',
          '<API_KEY>',
          '$API_KEY',
        )
        .map((text) => probe(`the word ${text}`, text)),
  },
  {
    name: 'percent-encoded',
    drawn: (key) =>
      place(key).map((at) =>
        probe(
          `character ${at + 1} percent-encoded`,
          withAt(key, at, `%${key.charCodeAt(at).toString(16).padStart(2, '0')}`),
        ),
      ),
  },
  {
    name: 'encoded whole',
    drawn: (key) =>
      fc
        .constantFrom<[string, string]>(
          ['in base64', Buffer.from(key).toString('base64')],
          ['in base64, as a password', Buffer.from(`:${key}`).toString('base64')],
          ['in base64url', Buffer.from(key).toString('base64url')],
          ['in hexadecimal', Buffer.from(key).toString('hex')],
          ['backwards', [...key].reverse().join('') === key ? `${key}${key}` : [...key].reverse().join('')],
        )
        .map(([words, value]) => probe(words, value)),
  },
  foreignLetters(utf8),
];

/** auth.key.incomplete: a piece of the key, or more than it. */
export const incompleteKeys: Family[] = [
  {
    ...cutShort,
    classic: (key) =>
      [...new Set([Math.ceil(key.length / 2), Math.max(1, key.length - 4), key.length - 1])].map((length) =>
        probe(`its first ${length} characters`, key.slice(0, length)),
      ),
  },
  headless,
  {
    name: 'before another credential',
    classic: (key) => [
      probe('one character longer', `${key}x`),
      probe('before another word', `${key} x`),
      probe('before a comma', `${key},x`),
    ],
    drawn: (key) =>
      fc
        .constantFrom(', Bearer none', ',Bearer none', '; none', ', none', ' none', '\tnone', ';version=1')
        .map((more) => probe(`before ${JSON.stringify(more)}`, key + more)),
  },
  ...longer(kind),
];

const blank = fc.string({ unit: fc.constantFrom(' ', '\t'), minLength: 1, maxLength: 6 });
const NBSP = '\u00a0';
const hard = [NBSP, utf8(NBSP), NBSP + NBSP];
const wide = ['\u2003', '\u3000', '\u2009', '\u202f', '\u2028', '\ufeff'].map(utf8);
const named = (value: string) =>
  [...value]
    .map(
      (sign) =>
        ({ ' ': 'space', '\t': 'tab', [NBSP]: 'no-break space' })[sign] ??
        `byte ${sign.charCodeAt(0).toString(16)}`,
    )
    .join(', ');

/** auth.key.leading-whitespace: behind the space that the scheme ends with. */
export const keysAfterSpace: Family[] = [
  {
    name: 'after spaces and tabs',
    classic: (key) => [
      probe('after a second space', ` ${key}`),
      probe('after a space and a tab', `\t${key}`),
    ],
    drawn: (key) => blank.map((space) => probe(`after ${named(space)}`, space + key)),
  },
  {
    name: 'after a no-break space',
    classic: (key) => [
      probe('after a no-break space', NBSP + key),
      probe('after a no-break space in UTF-8', utf8(NBSP) + key),
    ],
    drawn: (key) => fc.constantFrom(...hard).map((space) => probe(`after ${named(space)}`, space + key)),
  },
  {
    name: 'after other white space',
    drawn: (key) => fc.constantFrom(...wide).map((space) => probe(`after ${named(space)}`, space + key)),
  },
];

/** auth.key.trailing-no-break-space: white space that HTTP leaves where it is. */
export const keysBeforeSpace: Family[] = [
  {
    name: 'before a no-break space',
    classic: (key) => [probe('before a no-break space', key + NBSP)],
    drawn: (key) => fc.constantFrom(...hard).map((space) => probe(`before ${named(space)}`, key + space)),
  },
  {
    name: 'before other white space',
    drawn: (key) => fc.constantFrom(...wide).map((space) => probe(`before ${named(space)}`, key + space)),
  },
];

/** auth.key.wrong-case: no rule of case is stated. */
export const keysInAnotherCase: Family[] = [
  {
    name: 'in another case',
    classic: (key) => {
      const swapped = [...key]
        .map((sign) => (sign === lower(sign) ? sign.toUpperCase() : lower(sign)))
        .join('');
      return swapped === key ? [] : [probe('case changed', swapped)];
    },
    drawn: (key) => {
      const letters = [...key].flatMap((sign, at) => (lower(sign) === sign.toUpperCase() ? [] : [at]));
      if (letters.length === 0) return null;
      return fc.constantFrom(...letters).map((at) => {
        const sign = key.charAt(at);
        return probe(
          `character ${at + 1} in another case`,
          withAt(key, at, sign === lower(sign) ? sign.toUpperCase() : lower(sign)),
        );
      });
    },
  },
];

const inHeader = (name: string) => probe(`in ${name}`, name);

/** Other headers that carry a key, by their names. A real key never goes into an address. */
export const carriers: Family[] = [
  {
    name: 'in another header',
    classic: () => ['x-api-key', 'cookie'].map(inHeader),
    every: () => ['proxy-authorization', 'x-access-token', 'access-token', 'token', 'x-token'].map(inHeader),
    drawn: () => fc.constantFrom('api-key', 'apikey', 'x-auth-token', 'x-authorization').map(inHeader),
  },
];
