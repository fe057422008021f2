import { randomKey } from '../judge/data/probe';
import { allOther, other, otherCase, withAt } from './characters';
import { type Family, family, type Probe, probe } from './family';
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

/** The first characters of the key, then others of the same form. */
function agreeing(key: string, length: number): Probe {
  const made = key.slice(0, length) + allOther(key.slice(length));
  const value = made.slice(0, -1) + changed(key, key.length - 1).slice(-1);
  return probe(`other characters from character ${length + 1} on`, value);
}

/** A shorter random part may be a number that counts accounts: `team-key-7`. */
const FEW = 8;

/** Keys of the same form: prefix, separators, length and character classes stay the same. */
export function ofTheSameForm(key: string): Probe[] {
  const prefix = /^[A-Za-z]+[-_](?:[A-Za-z]+[-_])*/.exec(key)?.[0] ?? '';
  const kept = prefix.length <= key.length - FEW ? prefix : '';
  return Array.from({ length: 9 }, (_, nth) => {
    const made = kept + allOther(key.slice(kept.length), nth);
    return probe(randomKey, isDigit(key.slice(-1)) ? withAt(made, key.length - 1, 'A') : made);
  });
}

/** The last and the first index go to every operation, since a partial comparison misses an end. */
const changedKeys = family('one character changed', {
  everywhere: (key) => [changedAt(key, key.length - 1), changedAt(key, 0)],
  once: (key) => places(key).map((at) => changedAt(key, at)),
});

/**
 * How many first characters of a key are compared, if the probes with one character changed show it: the first ones are
 * rejected, all further ones are accepted.
 * @param accepted whether each such probe was accepted, by the text that was sent
 * @returns the number, and the probes that show it: the first that is accepted, and the last that is rejected
 */
export function comparedLength(
  key: string,
  accepted: ReadonlyMap<string, boolean>,
): { length: number; accepted: Probe; rejected?: Probe } | undefined {
  const sent = places(key)
    .map((at) => ({ at, probe: changedAt(key, at) }))
    .filter(({ probe }) => accepted.has(probe.value));
  const isAccepted = ({ probe }: (typeof sent)[number]) => accepted.get(probe.value) === true;
  const first = sent.findIndex(isAccepted);
  const [found, rejected] = [sent[first], sent[first - 1]];
  const isRule =
    sent.length > 2 && sent.slice(first).every(isAccepted) && (rejected?.at ?? -1) + 1 === found?.at;
  return found && isRule
    ? { length: found.at, accepted: found.probe, ...(rejected && { rejected: rejected.probe }) }
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

/** Whether a key is a JWT whose last character has bits that are no part of its signature. */
const hasUnusedBits = (key: string) =>
  /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(key) && (key.length - key.lastIndexOf('.') - 1) % 4 !== 0;

/** Other texts that lenient decoders of base64 and of JWT take for the same. */
export const lenientlyDecoded = family('decoded leniently', {
  once(key) {
    if (!isBase64(key)) return [];
    const last = key.replace(/=+$/, '').length - 1;
    const inOtherAlphabet = key.replaceAll('-', '+').replaceAll('_', '/');
    return [
      probe('with the padding = appended', `${key}=`),
      probe('with ! appended, which base64 does not have', `${key}!`),
      probe('with a further part appended', `${key}.x`),
      probe(
        `with another last bit${hasUnusedBits(key) ? ', which decodes to the same signature' : ''}`,
        withAt(key, last, withOtherBit(key.charAt(last))),
      ),
      ...(inOtherAlphabet === key ? [] : [probe('with + and / for - and _', inOtherAlphabet)]),
    ];
  },
});

const pairs = ['""', "''", '``', '<>', '[]', '()', '{}'];
const names = ['api_key', 'apikey', 'API_KEY', 'key', 'token', 'access_token', 'Authorization'];
const schemes = ['Bearer ', 'bearer ', 'Token ', 'Basic ', 'ApiKey '];
const between = [',', ' ', ';', ':', ', ', '; ', '\t', '|'];
const percentAt = (key: string, at: number) =>
  probe(`character ${at + 1} percent-encoded`, withAt(key, at, percent(key.charAt(at))));
const percent = (text: string, digits = (code: string) => code) =>
  text.replace(/./g, (sign) => `%${digits(sign.charCodeAt(0).toString(16).padStart(2, '0'))}`);
/** Words that stand for a key in examples. They are made from no key, and may occur in texts that contain none. */
export const placeholders = (
  'test demo null undefined none anonymous guest admin system YOUR_API_KEY 0 true' +
  ' example sample nil public user root service internal debug dev key token secret password changeme API_KEY' +
  ' api_key apikey your-api-key <API_KEY> $API_KEY {API_KEY} xxx xxxxxxxx false 1 -1 * % 12345678 123456'
).split(' ');
const words = (some: string[]) => some.map((text) => probe(`the word ${text}`, text));

/** auth.key.wrong: of the length of the key, or similar in form. */
export const wrongKeys: Family[] = [
  family('random key of the same format', { everywhere: (key) => ofTheSameForm(key).slice(0, 1) }),
  changedKeys,
  lenientlyDecoded,
  ...oneEditFamilies(kind),
  family('same beginning, random rest', {
    once: (key) => [1, Math.floor(key.length / 2)].map((length) => agreeing(key, length)),
  }),
  family('random beginning, same rest', {
    once: (key) =>
      [1, Math.floor(key.length / 2)].map((length) =>
        probe(
          `other characters up to character ${length}`,
          changed(allOther(key.slice(0, length)) + key.slice(length), 0),
        ),
      ),
  }),
  family('quotes, a scheme or a name added', {
    once: (key) => [
      ...pairs.map((pair) =>
        probe(`between ${pair.charAt(0)} and ${pair.charAt(1)}`, pair.charAt(0) + key + pair.charAt(1)),
      ),
      ...schemes.map((scheme) => probe(`after a second ${scheme.trim()}`, scheme + key)),
      probe('after api_key=', `api_key=${key}`),
    ],
    deep: (key) =>
      names.flatMap((name) => ['=', ': '].map((sign) => probe(`after ${name}${sign}`, name + sign + key))),
  }),
  family('a placeholder word', {
    once: () => words(placeholders.slice(0, 12)),
    deep: () => words(placeholders),
  }),
  family('percent-encoded', {
    once: (key) => [
      probe('percent-encoded', percent(key)),
      probe(
        'percent-encoded in capitals',
        percent(key, (code) => code.toUpperCase()),
      ),
      percentAt(key, 0),
    ],
    deep: (key) => places(key).map((at) => percentAt(key, at)),
  }),
  family('in base64 or hex, or reversed', {
    once: (key) => [
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
    ],
  }),
];

/** auth.key.wrong, too: the start of the key with the end of another valid key. */
export function endingAs(other: string): Family {
  const from = (key: string, lengths: number[]) =>
    lengths
      .filter((length) => length > 0 && length < Math.min(key.length, other.length))
      .map((length) =>
        probe(`as OTHER_API_KEY from character ${length + 1} on`, key.slice(0, length) + other.slice(length)),
      )
      .filter(
        ({ value }) => lower(value) !== lower(other) && !lower(value).startsWith(lower(key.slice(0, -1))),
      );
  return family('beginning of API_KEY, rest of OTHER_API_KEY', {
    once: (key) => from(key, [1, 8, Math.floor(key.length / 2)]),
    deep: (key) =>
      from(
        key,
        Array.from(key, (_, at) => at + 1),
      ),
  });
}

/** The key between other words: a server that splits the header at white space takes one of them for the key. */
const beside = (key: string, others: string[], signs = between) =>
  others.flatMap((other) =>
    signs.flatMap((sign) => [
      probe(`followed by ${JSON.stringify(sign)} and another credential`, key + sign + other),
      probe(`preceded by another credential and ${JSON.stringify(sign)}`, other + sign + key),
    ]),
  );

/** auth.key.incomplete: a part of the key, or the key with more text. */
export const incompleteKeys: Family[] = [
  ...truncatedFamilies(),
  family('next to another credential', {
    everywhere: (key) => [probe('followed by " " and another credential', `${key} none`)],
    once: (key) => beside(key, ['none'], between.slice(0, 4)),
    deep: (key) => beside(key, ['none', key, changed(key, 0)]),
  }),
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
const after = (spaces: Probe[]) => (key: string) =>
  spaces.map(({ words, value }) => probe(`preceded by ${words}`, value + key));
const before = (spaces: Probe[]) => (key: string) =>
  spaces.map(({ words, value }) => probe(`followed by ${words}`, key + value));

/** auth.key.leading-whitespace: after the space at the end of the scheme. */
export const keysAfterSpace = [
  family('leading spaces and tabs', {
    everywhere: after([' ', '\t'].map(plain)),
    once: after([...blanks, '   ', ' '.repeat(9), '\t\t\t'].map(plain)),
  }),
  family('leading no-break space', { everywhere: after(hard) }),
  family('other leading white space', { once: after(wide.slice(-4)), deep: after(wide) }),
];

/** auth.key.trailing-no-break-space: white space that HTTP does not strip. */
export const keysBeforeSpace = [
  family('trailing no-break space', { everywhere: before(hard) }),
  family('other trailing white space', { once: before(wide.slice(-4)), deep: before(wide) }),
];

/** auth.key.wrong-case: the contract has no rule about case. */
export const keysInAnotherCase: Family[] = [
  family('in the other letter case', {
    everywhere(key) {
      const swapped = [...key].map(otherCase).join('');
      return swapped === key ? [] : [probe('letter case changed', swapped)];
    },
    once(key) {
      const letters = [...key].flatMap((sign, at) => (otherCase(sign) === sign ? [] : [at]));
      return [...new Set([letters[0], letters.at(-1)])].flatMap((at) =>
        at === undefined
          ? []
          : probe(`character ${at + 1} in the other letter case`, withAt(key, at, otherCase(key.charAt(at)))),
      );
    },
  }),
];

const headers = (names: string[]) => () => names.map((name) => probe(`in ${name}`, name));

/** auth.header.required: the names of other headers that clients use for a key. No key is put into an address. */
export const alternativeHeaders = family('in another header', {
  everywhere: headers(['x-api-key', 'cookie']),
  once: headers([
    ...['api-key', 'apikey', 'x-auth-token', 'x-access-token', 'x-authorization'],
    ...['proxy-authorization', 'access-token', 'token', 'x-token'],
  ]),
});

/** auth.header.without-key: values of Authorization that contain no key. */
export const keyless = family('a header without a key', {
  everywhere: () => [
    probe('an empty header', ''),
    probe('the scheme alone', 'Bearer'),
    probe('the scheme and a space', 'Bearer '),
  ],
});
