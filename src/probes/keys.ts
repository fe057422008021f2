import { randomKey } from '../judge/data/probe';
import { allOther, other, withAt } from './characters';
import { type Family, family, type Probe, probe, probesIn } from './family';
import { extendedFamilies, inOtherCase, oneEditFamilies, type Syntax, truncatedFamilies } from './near';

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

const changedAt = (key: string, at: number): Probe => ({
  ...probe(`character ${at + 1} changed`, changed(key, at)),
  at,
});

/** The first characters of the key, then others of the same form. */
function agreeing(key: string, length: number): Probe {
  const made = key.slice(0, length) + allOther(key.slice(length));
  const value = made.slice(0, -1) + changed(key, key.length - 1).slice(-1);
  return probe(`other characters from character ${length + 1} on`, value);
}

/** A shorter random part may be a number that counts accounts: `team-key-7`. */
const FEW = 8;

/** A key of the same form: prefix, separators, length and character classes stay the same. */
export function ofTheSameForm(key: string): Probe {
  const prefix = /^[A-Za-z]+[-_](?:[A-Za-z]+[-_])*/.exec(key)?.[0] ?? '';
  const kept = prefix.length <= key.length - FEW ? prefix : '';
  const made = kept + allOther(key.slice(kept.length));
  return probe(randomKey, isDigit(key.slice(-1)) ? withAt(made, key.length - 1, 'A') : made);
}

/** The last and the first index go to every operation, since a partial comparison misses an end. */
export const changedKeys = family('one character changed', { everywhere: 2 }, (key) =>
  [key.length - 1, 0, ...places(key)].map((at) => changedAt(key, at)),
);

/**
 * How many first characters of a key are compared, if the probes with one character changed show it: the first ones are
 * rejected, all further ones are accepted.
 * @returns the number, and the probes that show it: the first that is accepted, and the last that is rejected
 */
export function comparedLength<Sent extends Probe & { isAccepted: boolean }>(
  changed: readonly Sent[],
): { length: number; accepted: Sent; rejected?: Sent | undefined } | undefined {
  const sent = changed.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  const first = sent.findIndex(({ isAccepted }) => isAccepted);
  const [accepted, rejected] = [sent[first], sent[first - 1]];
  if (sent.length < 3 || accepted?.at === undefined) return undefined;
  const isRule = sent.slice(first).every(({ isAccepted }) => isAccepted);
  return isRule && (rejected?.at ?? -1) + 1 === accepted.at
    ? { length: accepted.at, accepted, rejected }
    : undefined;
}

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
export const lenientlyDecoded = family('decoded leniently', {}, (key) => {
  if (!isBase64(key)) return [];
  const last = key.replace(/=+$/, '').length - 1;
  const inOtherAlphabet = key.replaceAll('-', '+').replaceAll('_', '/');
  return [
    probe('with the padding = appended', `${key}=`),
    probe('with ! appended, which base64 does not have', `${key}!`),
    probe('with a further part appended', `${key}.x`),
    probe(
      'with another last bit, which many decoders ignore',
      withAt(key, last, withOtherBit(key.charAt(last))),
    ),
    ...(inOtherAlphabet === key ? [] : [probe('with + and / for - and _', inOtherAlphabet)]),
  ];
});

const pairs = ['""', "''", '``', '<>', '[]', '()', '{}'];
const names = ['api_key', 'apikey', 'API_KEY', 'key', 'token', 'access_token', 'Authorization'];
const schemes = ['Bearer ', 'bearer ', 'Token ', 'Basic ', 'ApiKey '];
const percent = (text: string) =>
  text.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
/** Words that stand for a key in examples. They are made from no key, and may occur in texts that contain none. */
export const placeholders = (
  'test demo null undefined none anonymous guest admin system YOUR_API_KEY 0 true' +
  ' example sample nil public user root service internal debug dev key token secret password changeme API_KEY' +
  ' api_key apikey your-api-key <API_KEY> $API_KEY {API_KEY} xxx xxxxxxxx false 1 -1 * % 12345678 123456'
).split(' ');

/** auth.key.wrong: of the length of the key, or similar in form. */
export const wrongKeys: Family[] = [
  family('random key of the same format', { everywhere: 1 }, (key) => [ofTheSameForm(key)]),
  changedKeys,
  lenientlyDecoded,
  ...oneEditFamilies(kind),
  family('same beginning, random rest', {}, (key) =>
    [1, Math.floor(key.length / 2)].map((length) => agreeing(key, length)),
  ),
  family('random beginning, same rest', {}, (key) =>
    [1, Math.floor(key.length / 2)].map((length) =>
      probe(
        `other characters up to character ${length}`,
        changed(allOther(key.slice(0, length)) + key.slice(length), 0),
      ),
    ),
  ),
  family('quotes, a scheme or a name added', { once: pairs.length + schemes.length + 1 }, (key) => [
    ...pairs.map(([first = '', last = '']) => probe(`between ${first} and ${last}`, first + key + last)),
    ...schemes.map((scheme) => probe(`after a second ${scheme.trim()}`, scheme + key)),
    ...names.flatMap((name) => ['=', ': '].map((sign) => probe(`after ${name}${sign}`, name + sign + key))),
  ]),
  family('a placeholder word', { once: 12 }, () =>
    placeholders.map((word) => probe(`the word ${word}`, word)),
  ),
  family('percent-encoded', { once: 3 }, (key) => [
    probe('percent-encoded', percent(key)),
    probe('percent-encoded in capitals', percent(key).toUpperCase()),
    ...places(key).map((at) =>
      probe(`character ${at + 1} percent-encoded`, withAt(key, at, percent(key.charAt(at)))),
    ),
  ]),
  family('in base64 or hex, or reversed', {}, (key) => {
    const reversed = [...key].reverse().join('');
    const encodings = (['base64', 'base64url', 'hex'] as const).flatMap((form) =>
      Object.entries({
        '': key,
        ', as a user': `${key}:`,
        ', as a password': `:${key}`,
        ', as a password, as a user': `:${key}:`,
      }).map(([how, text]) => probe(`in ${form}${how}`, Buffer.from(text).toString(form))),
    );
    return [...encodings, probe('reversed', reversed === key ? key + key : reversed)];
  }),
];

/** auth.key.wrong, too: the start of the key with the end of another valid key. */
export const endingAs = (other: string): Family =>
  family('beginning of API_KEY, rest of OTHER_API_KEY', { once: 3 }, (key) =>
    [1, 8, Math.floor(key.length / 2), ...Array.from(key).keys()]
      .filter((length) => length > 0 && length < Math.min(key.length, other.length))
      .map((length) =>
        probe(`as OTHER_API_KEY from character ${length + 1} on`, key.slice(0, length) + other.slice(length)),
      )
      .filter(({ value }) => {
        const made = value.toLowerCase();
        return made !== other.toLowerCase() && !made.startsWith(key.slice(0, -1).toLowerCase());
      }),
  );

/** The key between other words: a server that splits the header at white space takes one of them for the key. */
const beside = (key: string, other: string) =>
  [',', ' ', ';', ':', ', ', '; ', '\t', '|'].flatMap((sign) => [
    probe(`followed by ${JSON.stringify(sign)} and another credential`, key + sign + other),
    probe(`preceded by another credential and ${JSON.stringify(sign)}`, other + sign + key),
  ]);

/** auth.key.incomplete: a part of the key, or the key with more text. */
export const incompleteKeys: Family[] = [
  ...truncatedFamilies(),
  family('next to another credential', { everywhere: 1, once: 9 }, (key) => [
    probe('followed by " " and another credential', `${key} none`),
    ...['none', key, changed(key, 0)].flatMap((other) => beside(key, other)),
  ]),
  ...extendedFamilies(kind),
];

const NBSP = '\u00a0';
/** White space by Unicode, except for what a header cannot carry, and the byte order mark. */
const wideCharacters =
  '\u0085\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\u200b\ufeff';

const codePoint = (sign: string) => `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
/** White space as it is sent, with its name. */
const spaces = [' ', '\t', '  ', ' \t', '\t ', '\t\t', '   ', ' '.repeat(9), '\t\t\t'].map((value) =>
  probe([...value].map((sign) => (sign === '\t' ? 'tab' : 'space')).join(', '), value),
);
const hard = [probe('a no-break space', NBSP), probe('a no-break space in UTF-8', utf8(NBSP))];
/** The last four come first. */
const wide = [...wideCharacters.slice(-4), ...wideCharacters].map((sign) =>
  probe(codePoint(sign), utf8(sign)),
);
const after = (spaces: Probe[]) => (key: string) =>
  spaces.map(({ words, value }) => probe(`preceded by ${words}`, value + key));
const before = (spaces: Probe[]) => (key: string) =>
  spaces.map(({ words, value }) => probe(`followed by ${words}`, key + value));

/** auth.key.leading-whitespace: after the space at the end of the scheme. */
export const keysAfterSpace = [
  family('leading spaces and tabs', { everywhere: 2 }, after(spaces)),
  family('leading no-break space', { everywhere: 2 }, after(hard)),
  family('other leading white space', { once: 4 }, after(wide)),
];

/** auth.key.trailing-no-break-space: white space that HTTP does not strip. */
export const keysBeforeSpace = [
  family('trailing no-break space', { everywhere: 2 }, before(hard)),
  family('other trailing white space', { once: 4 }, before(wide)),
];

/** auth.key.wrong-case: the contract has no rule about case. */
export const keysInAnotherCase: Family[] = [
  family('in the other letter case', { everywhere: 1 }, (key) => {
    const [all = [], ...each] = inOtherCase(key);
    return [all, each.slice(0, 1), each.slice(-1)].flat();
  }),
];

/** auth.header.required: the names of other headers that clients use for a key. No key is put into an address. */
export const alternativeHeaders = family('in another header', { everywhere: 2 }, () =>
  (
    'x-api-key cookie api-key apikey x-auth-token x-access-token x-authorization ' +
    'proxy-authorization access-token token x-token'
  )
    .split(' ')
    .map((name) => probe(`in ${name}`, name)),
);

/** auth.header.without-key: values of Authorization that contain no key. */
export const keyless = family('a header without a key', { everywhere: 3 }, () =>
  probesIn({ 'an empty header': '', 'the scheme alone': 'Bearer', 'the scheme and a space': 'Bearer ' }),
);
