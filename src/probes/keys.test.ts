import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { listedIn, membersOf } from '../../proof/helpers/members';
import { type Family, sample } from './family';
import * as probes from './keys';

const { agreeing, endingAs, keysInAnotherCase, wrongKeys } = probes;

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

test('each family has a unique name', () => {
  expect(new Set([...families].map(({ name }) => name)).size).toBe(families.size);
});

for (const family of families) {
  test(`no member of "${family.name}" is empty or the key itself, and a header can carry each member`, () => {
    fc.assert(
      fc.property(keys, fc.integer(), (key, seed) => {
        return membersOf(family, key, seed).every(
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
    fc.property(keys, fc.integer(), (key, seed) => {
      return rejected.every((family) =>
        membersOf(family, key, seed).every(({ value }) => value.toLowerCase() !== key.toLowerCase()),
      );
    }),
    { numRuns: 60 },
  );
});

test('the start of a key with the end of another is neither of them, in any case', () => {
  fc.assert(
    fc.property(keys, keys, (key, other) => {
      const members = endingAs(other).every?.(key) ?? [];
      return members.every(({ value }) =>
        [key, other].every((each) => value.toLowerCase() !== each.toLowerCase()),
      );
    }),
  );
  const words = endingAs('Other0-zyxw')
    .every?.('Owner0-abcd')
    .map(({ value }) => value);
  expect(words?.slice(0, 2)).toEqual(['Owher0-zyxw', 'Owner0-zyxw']);
});

test('every position of a key of ordinary length is changed', () => {
  const key = 'Owner0FakeKey0a1B2c3D4e5F6g7H8i9J0k1L';
  const changed = wrongKeys.find(({ name }) => name === 'one character changed')?.every?.(key) ?? [];
  const places = changed.map(({ value }) => [...value].findIndex((sign, at) => sign !== key[at]));
  expect(places).toEqual([...key].map((_, at) => at));
});

test('a key with the same first characters differs in the next one, and has the same length', () => {
  fc.assert(
    fc.property(keys, fc.nat(), (key, length) => {
      const shared = length % key.length;
      const [probe] = fc.sample(agreeing(key, shared), { seed: 1, numRuns: 1 });
      expect(probe?.value.slice(0, shared)).toBe(key.slice(0, shared));
      expect(probe?.value).toHaveLength(key.length);
      const next = shared + key.slice(shared).search(/[A-Za-z0-9]/);
      const signs = [key, probe?.value ?? ''].map((text) => text.charAt(next).toLowerCase());
      if (next >= shared) expect(signs[0]).not.toBe(signs[1]);
    }),
  );
});

test('a key that differs only in its last character also differs when it is decoded as base64', () => {
  for (const last of 'ABCDEFGHIJKLMNOPabcdefg0123') {
    const key = `q7Xb2Lr4TzK8mWc3YhN6p${last}`;
    for (const { value } of fc.sample(agreeing(key, key.length - 1), { seed: 1, numRuns: 50 }))
      expect(Buffer.from(value, 'base64'), value).not.toEqual(Buffer.from(key, 'base64'));
  }
});

test('the same seed samples the same members, and another seed or place samples others', () => {
  const family = wrongKeys[0] as Family;
  const key = 'Owner0FakeKey0a1B2c3D4e5F6g7H8i9J0k1L';
  const at = (place: string, seed: number) => sample(family, key, place, { seed, depth: 5 });
  expect(at('GET /v1/credits', 7)).toEqual(at('GET /v1/credits', 7));
  expect(at('GET /v1/credits', 7)).not.toEqual(at('GET /v1/credits', 8));
  expect(at('GET /v1/credits', 7)).not.toEqual(at('GET /v1/models', 7));
});

test('a key in base64 is also sent in each form that a lenient decoder takes for the same, any other key is not', () => {
  const formsOf = (key: string) => probes.lenientlyDecoded.every?.(key).map(({ value }) => value);
  const key = 'q7Xb2Lr4TzK8mWc3YhN6-_k';
  const start = key.slice(0, -1);
  expect(formsOf(key)).toEqual([`${key}=`, `${key}!`, `${key}.x`, `${start}l`, key.replace('-_', '+/')]);
  expect(formsOf(`${start}w==`)?.[3]).toBe(`${start}x==`);
  for (const each of ['key-of-the-account-42', '0123456789abcdef0123456789abcdef', 'short9K'])
    expect(formsOf(each)).toEqual([]);
});
