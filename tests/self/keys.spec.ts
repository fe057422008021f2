import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { draw, type Family } from '../probes/family';
import {
  agreeing,
  incompleteKeys,
  keysAfterSpace,
  keysBeforeSpace,
  keysInAnotherCase,
  wrongKeys,
} from '../probes/keys';

const alphabets = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789abcdef',
  '0123456789',
  Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join(''),
];

/** Keys of every form, from the shortest that the settings let through. */
const keys = fc
  .record({
    prefix: fc.constantFrom('', 'sk-', 'sk_live_', 'Owner0'),
    body: fc.oneof(
      ...alphabets.map((letters) =>
        fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 64 }),
      ),
    ),
  })
  .map(({ prefix, body }) => prefix + body);

const families = [
  ...wrongKeys,
  ...incompleteKeys,
  ...keysAfterSpace,
  ...keysBeforeSpace,
  ...keysInAnotherCase,
];

/** Every member that a key has at a depth of three. */
const membersOf = (family: Family, key: string, seed: number) => [
  ...(family.classic?.(key) ?? []),
  ...draw(family, key, { seed, depth: 3, place: 'GET /v1/credits' }),
];

test('a family has a name of its own', () => {
  expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
});

for (const family of families) {
  test(`${family.name}: no member is the key or empty, and a header can carry each`, () => {
    fc.assert(
      fc.property(keys, fc.integer(), (key, seed) => {
        for (const { words, value } of membersOf(family, key, seed)) {
          expect(words).not.toBe('');
          // biome-ignore lint/suspicious/noControlCharactersInRegex: what a header must not hold
          expect(value).not.toMatch(/[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]/);
          expect(value.trim() === value || family.name.includes('space')).toBe(true);
          expect([key, '']).not.toContain(value);
          expect(value.length).toBeLessThan(4096);
        }
      }),
      { numRuns: 60 },
    );
  });
}

test('what must be refused is no key in another case', () => {
  fc.assert(
    fc.property(keys, fc.integer(), (key, seed) => {
      for (const family of [...wrongKeys, ...incompleteKeys])
        for (const { value } of membersOf(family, key, seed))
          expect(value.toLowerCase(), family.name).not.toBe(key.toLowerCase());
    }),
    { numRuns: 60 },
  );
});

test('every place of a key of ordinary length is tried', () => {
  const key = 'Owner0FakeKey0a1B2c3D4e5F6g7H8i9J0k1L';
  const changed = wrongKeys.find(({ name }) => name === 'a character changed')?.classic?.(key) ?? [];
  const places = changed.map(({ value }) => [...value].findIndex((sign, at) => sign !== key[at]));
  expect(places).toEqual([...key].map((_, at) => at));
});

test('a key that agrees in its first characters differs in all that can differ, and ends as long', () => {
  fc.assert(
    fc.property(keys, fc.nat(), (key, length) => {
      const shared = length % key.length;
      const [probe] = fc.sample(agreeing(key, shared), { seed: 1, numRuns: 1 });
      expect(probe?.value.slice(0, shared)).toBe(key.slice(0, shared));
      expect(probe?.value).toHaveLength(key.length);
    }),
  );
});

test('the same seed draws the same members, another seed or place others', () => {
  const family = wrongKeys[0] as Family;
  const key = 'Owner0FakeKey0a1B2c3D4e5F6g7H8i9J0k1L';
  const by = { seed: 7, depth: 5, place: 'GET /v1/credits' };
  expect(draw(family, key, by)).toEqual(draw(family, key, by));
  expect(draw(family, key, by)).not.toEqual(draw(family, key, { ...by, seed: 8 }));
  expect(draw(family, key, by)).not.toEqual(draw(family, key, { ...by, place: 'GET /v1/models' }));
});
