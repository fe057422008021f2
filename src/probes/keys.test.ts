import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { listedIn } from '../../proof/helpers/members';
import { uniqueBy } from '../judge/data/grouped';
import * as probes from './keys';

const { changedKeys, comparedLength, keysInAnotherCase } = probes;

const alphabets = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789abcdef',
  '0123456789',
  Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join(''),
];

/** Keys of every form, from the shortest that the settings accept. */
const keys = fc
  .record({
    prefix: fc.constantFrom('', 'sk-', 'sk_live_', 'Owner0', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI5In0.'),
    body: fc.oneof(
      // Palindromes, and keys with equal parts.
      fc.constantFrom('0000', 'aBccBa', 'aBaBaB'),
      ...alphabets.map((letters) =>
        fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 64 }),
      ),
    ),
  })
  .map(({ prefix, body }) => prefix + body);

const families = new Set(listedIn(probes));

/** Tells whether a header can carry the value (RFC 9110 5.5): bytes only, and no control character except the tab. */
const isCarried = (value: string) =>
  [...value].every((sign) => sign === '\t' || (sign >= ' ' && sign <= '\xff' && sign !== '\x7f'));

for (const family of families) {
  test(`no member of "${family.name}" is empty or the key itself, and a header can carry each member`, () => {
    fc.assert(
      fc.property(keys, (key) => {
        return family
          .probes(key)
          .every(
            ({ words, value }) =>
              words !== '' &&
              value !== '' &&
              value !== key &&
              value.length < 4096 &&
              isCarried(value) &&
              (value.trim() === value || family.name.includes('space')),
          );
      }),
      { numRuns: 60 },
    );
  });
}

test('a key that must be rejected never differs from the valid key only in case', () => {
  const rejected = [...families].filter((family) => !keysInAnotherCase.includes(family));
  fc.assert(
    fc.property(keys, (key) => {
      return rejected.every((family) =>
        family.probes(key).every(({ value }) => value.toLowerCase() !== key.toLowerCase()),
      );
    }),
    { numRuns: 60 },
  );
});

test('a compared length is read only where all changes behind it are accepted and none before it is', () => {
  const sent = uniqueBy(changedKeys.probes('abcdef'), ({ value }) => value);
  const read = (taken: number[]) =>
    comparedLength(sent.map((each) => ({ ...each, isAccepted: taken.includes(each.at ?? -1) })));
  expect(read([4, 5])).toMatchObject({ length: 4, accepted: { at: 4 }, rejected: { at: 3 } });
  expect(read([0, 1, 2, 3, 4, 5])).toMatchObject({ length: 0, accepted: { at: 0 }, rejected: undefined });
  for (const taken of [[], [2, 3], [0, 1, 2]]) expect(read(taken)).toBeUndefined();
});

test('a key in base64 is also sent in each form that a lenient decoder takes for the same, any other key is not', () => {
  const formsOf = (key: string) => probes.lenientlyDecoded.probes(key).map(({ value }) => value);
  const key = 'q7Xb2Lr4TzK8mWc3YhN6-_k';
  const start = key.slice(0, -1);
  expect(formsOf(key)).toEqual([`${key}=`, `${key}!`, `${key}.x`, `${start}l`, key.replace('-_', '+/')]);
  expect(formsOf(`${start}w==`)?.[3]).toBe(`${start}x==`);
  for (const each of ['key-of-the-account-42', '0123456789abcdef0123456789abcdef', 'short9K'])
    expect(formsOf(each)).toEqual([]);
});
