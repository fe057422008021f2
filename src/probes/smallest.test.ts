import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Family, Probe } from './family';
import { type PlannedProbe, planProbes } from './plan';
import { comparedLength, smallest } from './smallest';

const KEY = 'abcdefghijklmnopqrstuvwxyz';

const cutTo = (length: number) => ({ words: `its first ${length} characters`, value: KEY.slice(0, length) });
const sampled: Family = { name: 'sampled', sampled: () => fc.integer({ min: 1, max: 25 }).map(cutTo) };
const countable: Family = {
  name: 'countable',
  every: () => Array.from({ length: 25 }, (_, at) => cutTo(at + 1)),
};

const planned = (family: Family) =>
  planProbes({ families: [family], place: 'anywhere', billable: false }, [{ variable: 'API_KEY', of: KEY }], {
    seed: 1,
    depth: 12,
    earlier: [],
  });

/** Makes a probe smaller where those that are sent and at least this long violate. */
async function madeSmaller(probe: PlannedProbe, least: number) {
  const sent: string[] = [];
  const send = async ({ value }: Probe) => {
    sent.push(value);
    return value;
  };
  return { sent, found: await smallest(probe, send, (value) => value.length >= least) };
}

for (const family of [sampled, countable])
  test(`the smallest violating probe of a ${family.name} family is found, next to one that does not violate`, async () => {
    const first = planned(family).find(({ probe }) => probe.value.length > 10) as PlannedProbe;
    const { found, sent } = await madeSmaller(first, 7);
    expect(found).toEqual({ probe: cutTo(7), sent: KEY.slice(0, 7), closest: cutTo(6) });
    expect(sent.length).toBeLessThanOrEqual(26);
  });

test('a probe stays if no smaller one violates', async () => {
  const first = planned(sampled).find(({ probe }) => probe.value.length > 10) as PlannedProbe;
  const { found } = await madeSmaller(first, 26);
  expect(found.probe).toEqual(first.probe);
  expect(found.sent).toBeUndefined();
});

test('no more than 26 requests look for it', async () => {
  const words = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 60, maxLength: 400 });
  const long: Family = { name: 'long', sampled: () => words.map((value) => ({ words: value, value })) };
  const { sent } = await madeSmaller(planned(long)[0] as PlannedProbe, 61);
  expect(sent).toHaveLength(26);
});

test('the number of characters that are compared is found by bisection, if acceptance depends on it', async () => {
  for (const length of [0, 1, 13, 24, 25]) {
    let asked = 0;
    const isTaken = async (agreeing: number) => ++asked > 0 && agreeing >= length;
    expect(await comparedLength(KEY, `${KEY.slice(0, -1)}#`, isTaken)).toBe(length);
    expect(asked).toBeLessThanOrEqual(8);
  }
  expect(await comparedLength(KEY, `${KEY.slice(0, 4)}#${KEY.slice(5)}`, async () => false)).toBeUndefined();
});
