import fc from 'fast-check';
import { mockKeys } from '../../../mock/accounts';
import { counter } from '../../../mock/answers';
import type { Call } from '../../../mock/call';
import { open } from '../../../mock/defects/auth';
import { type Defect, type Families, rowOf } from './defect';
import { nearTexts } from './near';
import { anyScope, byPlace, everywhere, when } from './scope';

const key = mockKeys.API_KEY;
const issued: readonly string[] = Object.values(mockKeys);
const bytes = (text: string) => Buffer.from(text).toString('latin1');

const wrong = ['auth.key.wrong', 'auth.key.incomplete'];

/** A family of defects that accept wrong keys for the account under test, if `agrees` is true. */
const accepting = <Parameter>(
  parameters: fc.Arbitrary<Parameter>,
  make: (parameter: Parameter) => [what: string, agrees: (presented: string) => boolean],
  clauses: readonly string[] = wrong,
  scope = anyScope,
): fc.Arbitrary<Defect> =>
  fc.tuple(parameters, scope).map(([parameter, { noun, at, holds }]) => {
    const [what, agrees] = make(parameter);
    return {
      phrase: `${what} is accepted ${noun}`,
      change: when(holds, {
        auth: {
          matches: (presented, right) =>
            presented === right || (right === key && !issued.includes(presented) && agrees(presented)),
        },
      }),
      at,
      clauses,
    };
  });

/** A family of defects that accept the key in another spelling, a row of the table. */
const spelt = (table: Readonly<Record<string, (key: string) => string>>, clauses?: readonly string[]) =>
  accepting(
    rowOf(table),
    ([how, spell]) => [`a key ${how}`, (presented) => presented === spell(key)],
    clauses,
  );

/** Of these, each operation gets a share: only all of them together get each. */
const near = Object.fromEntries(
  Object.entries(nearTexts(key.length)).map(([about, members]) => [
    `of keys, ${about}`,
    accepting(
      members,
      ({ what, agrees }) => [`a key ${what}`, (presented) => agrees(presented, key)],
      wrong,
      everywhere,
    ),
  ]),
);

/** Whitespace beyond the one space that HTTP requires; only the second half reaches the server behind the key. */
const spaces: Readonly<Record<string, string>> = {
  'a second space': ' ',
  'a tab': '\t',
  'a space and a tab': ' \t',
  'three spaces': '   ',
  'a no-break space in Latin-1': '\u00a0',
  'a no-break space in UTF-8': bytes('\u00a0'),
  'an en space': bytes('\u2002'),
  'a thin space': bytes('\u2009'),
  'a narrow no-break space': bytes('\u202f'),
  'a line separator': bytes('\u2028'),
  'a medium mathematical space': bytes('\u205f'),
  'an ideographic space': bytes('\u3000'),
};

const spaced = (rows: readonly [string, string][], side: string, spell: (space: string) => string) =>
  Object.fromEntries(rows.map(([kind, space]) => [`with ${kind} ${side} it`, () => spell(space)]));

const wrapped: Readonly<Record<string, (key: string) => string>> = {
  'in double quotes': (key) => `"${key}"`,
  'in single quotes': (key) => `'${key}'`,
  'in angle brackets': (key) => `<${key}>`,
  'in braces': (key) => `{${key}}`,
  'after Bearer again': (key) => `Bearer ${key}`,
  'after its name': (key) => `api_key=${key}`,
  'behind another and a comma': (key) => `none,${key}`,
  'before a second word': (key) => `${key} none`,
  'behind a first word': (key) => `none ${key}`,
  'before a semicolon and a parameter': (key) => `${key};version=1`,
  'twice, with a comma': (key) => `${key},${key}`,
};

const encoded: Readonly<Record<string, (key: string) => string>> = {
  'percent-encoded throughout': (key) => key.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`),
  'with its first character percent-encoded': (key) => `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`,
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64, with a colon behind it': (key) => Buffer.from(`${key}:`).toString('base64'),
  'in base64, with a colon before it': (key) => Buffer.from(`:${key}`).toString('base64'),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex'),
  'written backwards': (key) => [...key].reverse().join(''),
};

const classes: Readonly<Record<string, RegExp>> = {
  digits: /\d/g,
  'lower-case letters': /[a-z]/g,
  'upper-case letters': /[A-Z]/g,
  letters: /[a-z]/gi,
};

const words = ['null', 'undefined', 'none', 'test', 'demo', 'admin', 'guest', 'YOUR_API_KEY', '0', 'true'];

const carriers = (
  'x-api-key api-key apikey x-auth-token x-access-token x-authorization proxy-authorization ' +
  'access-token token cookie'
).split(' ');

/** Kinds of calls that must be rejected, by the clause that says so. */
const gates: Readonly<Record<string, (call: Call, presented: string | undefined) => boolean>> = {
  'auth.header.required': ({ authorization }) => authorization === undefined,
  'auth.header.without-key': ({ authorization }, presented) =>
    presented === undefined && authorization !== undefined,
  'auth.key.wrong': (_, presented) => presented !== undefined && presented !== mockKeys.OLD_API_KEY,
  'auth.key.inactive': (_, presented) => presented === mockKeys.OLD_API_KEY,
};

export const keyFamilies: Families = {
  ...near,
  'white space of a kind before the key is dropped': spelt(
    spaced(Object.entries(spaces), 'before', (space) => space + key),
    ['auth.key.leading-whitespace'],
  ),
  'white space of a kind behind the key is dropped': spelt(
    spaced(Object.entries(spaces).slice(4), 'behind', (space) => key + space),
    ['auth.key.trailing-no-break-space', 'auth.key.trailing-whitespace'],
  ),
  'what stands around the key is dropped': spelt(wrapped),
  'the key is decoded': spelt(encoded),
  'characters of a class are not compared': accepting(rowOf(classes), ([name, kind]) => {
    const left = (text: string) => text.replace(kind, '?');
    return [`a key with other ${name} in their places`, (presented) => left(presented) === left(key)];
  }),
  'the beginning of one key goes with the end of another': accepting(
    fc.integer({ min: 1, max: key.length - 2 }),
    (place) => [
      `a key that ends as another's from place ${place + 1} on`,
      (presented) => presented === key.slice(0, place) + mockKeys.OTHER_API_KEY.slice(place),
    ],
  ),
  'very long keys are accepted': accepting(fc.integer({ min: 64, max: 3500 }), (length) => [
    `a key of ${length} characters or more`,
    (presented) => presented.length >= length,
  ]),
  'a word is accepted as a key': accepting(fc.constantFrom(...words), (word) => [
    `the word ${word} for a key`,
    (presented) => presented === word,
  ]),
  'another header carries the key': fc
    .tuple(fc.constantFrom(...carriers), anyScope)
    .map(([carrier, { noun, at, holds }]) => ({
      phrase: `the key in the header ${carrier} is accepted ${noun}, without Authorization`,
      change: open(
        (call, presented) =>
          presented === undefined && holds(call) && (call.headers[carrier] ?? '').includes(key),
      ),
      at,
      clauses: ['auth.header.required'],
    })),
  'a later request of a connection is not checked': fc
    .tuple(rowOf(gates), fc.integer({ min: 2, max: 6 }), fc.boolean())
    .map(([[clause, gate], nth, onwards]) => ({
      phrase: `what ${clause} rejects is accepted as request ${nth}${onwards ? ' or later' : ''} of its connection`,
      change: byPlace((place) =>
        open(
          (call, presented) => gate(call, presented) && (onwards ? place(call) >= nth : place(call) === nth),
        ),
      ),
      clauses: [clause],
    })),
  'every so many calls one is not checked': fc
    .tuple(rowOf(gates), fc.integer({ min: 2, max: 10 }))
    .map(([[clause, gate], nth]) => ({
      phrase: `every ${nth}th call that ${clause} rejects is accepted`,
      change: (behaviour) => {
        const chosen = counter(nth);
        return open((call, presented) => gate(call, presented) && chosen())(behaviour);
      },
      clauses: [clause],
    })),
};
