import fc from 'fast-check';
import { randomKey } from '../judge/data/probe';
import { allAlike, other, otherCase, withAt } from './characters';
import { countable, type Family, type Probe, probe } from './family';
import { extendedFamilies, oneEditFamilies, type Syntax, truncatedFamilies } from './near';

/**
 * Credentials that are not the key, made from the key: the text after `Bearer ` (contract 5). Header values
 * are sent one byte a character, so text outside Latin-1 appears here as the bytes of its UTF-8.
 */

const utf8 = (text: string) => Buffer.from(text).toString('latin1');
/** The characters that a header value may contain (RFC 9110 5.5), except white space. */
const kind: Syntax = {
  signs: ',!#$%&\'*+-.^_`|~/:;=?@()<>[]{}"\\',
  longest: 3600,
  sent: utf8,
};
/** All its probes go to one operation, at any depth. */
const entire = (family: Family): Family => ({ ...family, entire: true });
const lower = (text: string) => text.toLowerCase();

/** The greatest number of indexes of a key. */
const PLACES = 64;

/** Every index of a key of ordinary length; of a long one, evenly spread indexes. */
function places(key: string): number[] {
  const step = Math.max(1, key.length / PLACES);
  return Array.from({ length: Math.min(key.length, PLACES) }, (_, index) => Math.floor(index * step));
}

const isDigit = (sign: string) => /\d/.test(sign);

/**
 * The last character of a base64 key may contain bits that decoders ignore, but its highest bit always counts. A digit
 * becomes a letter: where keys are numbered, another digit is the key of somebody else.
 */
function changed(key: string, at: number): string {
  const last = at === key.length - 1;
  const now = key.charAt(at);
  if (isDigit(now)) return withAt(key, at, last ? 'A' : 'd');
  return withAt(key, at, last ? (/[A-Za]/.test(now) ? '9' : 'A') : other(now));
}

const changedAt = (key: string, at: number) => probe(`character ${at + 1} changed`, changed(key, at));

/** The first characters of the key, then others of the same form. The next letter or digit differs. */
export function agreeing(key: string, length: number): fc.Arbitrary<Probe> {
  const found = key.slice(length).search(/[A-Za-z0-9]/);
  const next = found < 0 ? key.length - 1 : length + found;
  return allAlike(key.slice(length)).map((rest) => {
    const made = key.slice(0, length) + rest;
    const differs = lower(made.charAt(next)) !== lower(key.charAt(next));
    const isRead = differs && next < key.length - 1 && !isDigit(made.charAt(next));
    const value = isRead ? made : withAt(made, next, changed(key, next).charAt(next));
    return probe(`other characters from character ${length + 1} on`, value);
  });
}

/** A shorter random part may be a number that counts accounts: `team-key-7`. */
const FEW = 8;

/** A random key of the same form: prefix, separators, length and character classes stay the same. */
export const ofTheSameForm: Family = {
  name: 'random key of the same format',
  sampled: (key) => {
    const prefix = /^[A-Za-z]+[-_](?:[A-Za-z]+[-_])*/.exec(key)?.[0] ?? '';
    return agreeing(key, prefix.length <= key.length - FEW ? prefix.length : 0).map(({ value }) =>
      probe(randomKey, value),
    );
  },
};

/**
 * One changed character, at each index. The last index goes to every operation, since a partial comparison
 * most often misses the end.
 */
export const changedKeys = entire(
  countable(
    'one character changed',
    (key) => places(key).map((at) => changedAt(key, at)),
    (key) => [changedAt(key, key.length - 1)],
  ),
);

const base64 = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
/** The sign whose six bits differ in the last one. */
const withOtherBit = (sign: string) =>
  ({ '+': '/', '/': '+' })[sign] ?? base64[base64.indexOf(sign) ^ 1] ?? sign;

/** Whether a key ends as base64 does, as a JWT and many random keys do. */
function isBase64(key: string): boolean {
  const [end = ''] = /[\w+/-]{16,}={0,2}$/.exec(key) ?? [];
  return [/[A-Z]/, /[a-z]/, /\d/].every((letters) => letters.test(end));
}

/** Other texts that lenient decoders of base64 and of JWT take for the same. */
export const lenientlyDecoded = entire(
  countable('decoded leniently', (key) => {
    if (!isBase64(key)) return [];
    const last = key.replace(/=+$/, '').length - 1;
    const inOtherAlphabet = key.replaceAll('-', '+').replaceAll('_', '/');
    return [
      probe('with the padding = appended', `${key}=`),
      probe('with ! appended, which base64 does not have', `${key}!`),
      probe('with a further part appended', `${key}.x`),
      probe('with another last bit', withAt(key, last, withOtherBit(key.charAt(last)))),
      ...(inOtherAlphabet === key ? [] : [probe('with + and / for - and _', inOtherAlphabet)]),
    ];
  }),
);

const pairs = ['""', "''", '``', '<>', '[]', '()', '{}'];
const names = ['api_key', 'apikey', 'API_KEY', 'key', 'token', 'access_token', 'Authorization'];
const schemes = ['Bearer ', 'bearer ', 'Token ', 'Basic ', 'ApiKey '];
const between = [', ', ',', ';', '; ', ' ', '\t', '|', ':'];
const percent = (text: string, digits = (code: string) => code) =>
  text.replace(/./g, (sign) => `%${digits(sign.charCodeAt(0).toString(16).padStart(2, '0'))}`);
/** Words that stand for a key in examples. They are made from no key, and may occur in texts that contain none. */
export const placeholders = (
  'test demo example sample null undefined none nil anonymous guest public user admin root system service internal' +
  ' debug dev key token secret password changeme API_KEY api_key apikey YOUR_API_KEY your-api-key <API_KEY> $API_KEY' +
  ' {API_KEY} xxx xxxxxxxx true false 0 1 -1 * % 12345678 123456'
).split(' ');

/** auth.key.wrong: of the length of the key, or similar in form. */
export const wrongKeys: Family[] = [
  ofTheSameForm,
  changedKeys,
  lenientlyDecoded,
  ...oneEditFamilies(kind),
  {
    name: 'same beginning, random rest',
    sampled: (key) => fc.integer({ min: 1, max: key.length - 1 }).chain((length) => agreeing(key, length)),
  },
  {
    name: 'random beginning, same rest',
    sampled: (key) =>
      fc
        .integer({ min: 1, max: key.length - 1 })
        .chain((length) =>
          allAlike(key.slice(0, length)).map((start) =>
            probe(
              `other characters up to character ${length}`,
              (lower(start) === lower(key.slice(0, length)) ? changed(start, 0) : start) + key.slice(length),
            ),
          ),
        ),
  },
  countable('quotes, a scheme or a name added', (key) => [
    ...pairs.map((pair) =>
      probe(`between ${pair.charAt(0)} and ${pair.charAt(1)}`, pair.charAt(0) + key + pair.charAt(1)),
    ),
    ...schemes.map((scheme) => probe(`after a second ${scheme.trim()}`, scheme + key)),
    ...names.flatMap((name) => ['=', ': '].map((sign) => probe(`after ${name}${sign}`, name + sign + key))),
  ]),
  countable('a placeholder word', () => placeholders.map((text) => probe(`the word ${text}`, text))),
  countable('percent-encoded', (key) => [
    ...[...key].map((sign, at) =>
      probe(`character ${at + 1} percent-encoded`, withAt(key, at, percent(sign))),
    ),
    probe('percent-encoded', percent(key)),
    probe(
      'percent-encoded in capitals',
      percent(key, (code) => code.toUpperCase()),
    ),
  ]),
  countable('in base64 or hex, or reversed', (key) => [
    ...(['base64', 'base64url', 'hex'] as const).flatMap((form) =>
      ['', ':'].flatMap((before) =>
        ['', ':'].map((behind) =>
          probe(
            `in ${form}${before && ', as a password'}${behind && ', as a user'}`,
            Buffer.from(before + key + behind).toString(form),
          ),
        ),
      ),
    ),
    probe('reversed', [...key].reverse().join('') === key ? `${key}${key}` : [...key].reverse().join('')),
  ]),
];

/** auth.key.wrong, too: the start of the key with the end of another valid key. */
export function endingAs(other: string): Family {
  const most = (key: string) => Math.min(key.length, other.length) - 1;
  return countable('beginning of API_KEY, rest of OTHER_API_KEY', (key) =>
    Array.from({ length: most(key) }, (_, at) =>
      probe(`as OTHER_API_KEY from character ${at + 2} on`, key.slice(0, at + 1) + other.slice(at + 1)),
    ).filter(
      ({ value }) => lower(value) !== lower(other) && !lower(value).startsWith(lower(key.slice(0, -1))),
    ),
  );
}

/** auth.key.incomplete: a part of the key, or the key with more text. */
export const incompleteKeys: Family[] = [
  ...truncatedFamilies(),
  // A server that splits the header at white space takes the second word for the key.
  countable(
    'next to another credential',
    (key) =>
      ['none', key, changed(key, 0)].flatMap((other) =>
        between.flatMap((sign) => [
          probe(`followed by ${JSON.stringify(sign)} and another credential`, key + sign + other),
          probe(`preceded by another credential and ${JSON.stringify(sign)}`, other + sign + key),
        ]),
      ),
    (key) => [probe('followed by " " and another credential', `${key} none`)],
  ),
  ...extendedFamilies(kind),
];

/** All strings of one or two spaces and tabs. */
const blanks = [1, 2].flatMap((length) =>
  Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (_, at) => ((bits >> at) & 1 ? '\t' : ' ')).join(''),
  ),
);
const NBSP = '\u00a0';
/** White space by Unicode, except for what a header cannot carry, and the byte order mark. */
const wideCharacters =
  '\u0085\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\u200b\ufeff';

const codePoint = (sign: string) => `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
/** White space as it is sent, with its name. */
const plain = (value: string) =>
  probe([...value].map((sign) => (sign === '\t' ? 'tab' : 'space')).join(', '), value);
const hard = [probe('a no-break space', NBSP), probe('a no-break space in UTF-8', utf8(NBSP))];
const wide = [...wideCharacters].map((sign) => probe(codePoint(sign), utf8(sign)));
const afterSpace = (name: string, spaces: Probe[]) =>
  countable(name, (key) => spaces.map(({ words, value }) => probe(`preceded by ${words}`, value + key)));
const beforeSpace = (name: string, spaces: Probe[]) =>
  countable(name, (key) => spaces.map(({ words, value }) => probe(`followed by ${words}`, key + value)));

const afterBlanks = entire(
  afterSpace('leading spaces and tabs', [...blanks, ' '.repeat(3), ' '.repeat(9), '\t\t\t'].map(plain)),
);
const afterHard = entire(afterSpace('leading no-break space', hard));
const beforeHard = entire(beforeSpace('trailing no-break space', hard));

/** auth.key.leading-whitespace: after the space at the end of the scheme. */
export const keysAfterSpace = [afterBlanks, afterHard, afterSpace('other leading white space', wide)];

/** auth.key.trailing-no-break-space: white space that HTTP does not strip. */
export const keysBeforeSpace = [beforeHard, beforeSpace('other trailing white space', wide)];

/** auth.key.wrong-case: the contract has no rule about case. */
export const keysInAnotherCase: Family[] = [
  {
    name: 'in the other letter case',
    classic: (key) => {
      const swapped = [...key].map(otherCase).join('');
      return swapped === key ? [] : [probe('letter case changed', swapped)];
    },
    sampled: (key) => {
      const letters = [...key].flatMap((sign, at) => (otherCase(sign) === sign ? [] : [at]));
      if (letters.length === 0) return null;
      return fc
        .constantFrom(...letters)
        .map((at) =>
          probe(`character ${at + 1} in the other letter case`, withAt(key, at, otherCase(key.charAt(at)))),
        );
    },
  },
];

/** auth.header.required: the names of other headers that clients use for a key. No key is put into an address. */
export const alternativeHeaders = countable('in another header', () =>
  [
    ...['x-api-key', 'cookie', 'api-key', 'apikey', 'x-auth-token', 'x-access-token', 'x-authorization'],
    ...['proxy-authorization', 'access-token', 'token', 'x-token'],
  ].map((name) => probe(`in ${name}`, name)),
);

/** auth.header.without-key: values of Authorization that contain no key. */
export const keyless = countable('a header without a key', () => [
  probe('an empty header', ''),
  probe('the scheme alone', 'Bearer'),
  probe('the scheme and a space', 'Bearer '),
]);
