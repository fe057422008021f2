import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { usesAi } from '../../spec/operations';
import { operations, placeFor } from '../drive/operations';
import type { Family } from './family';
import { type PlannedProbe, type ProbesAt, planProbes, type RunSampling } from './plan';

const KEY = 'abcdefghijklmnopqrstuvwxyz';
const own = { variable: 'API_KEY', of: KEY } as const;
const second = { variable: 'OTHER_API_KEY', of: KEY.toUpperCase() } as const;

const planned = (at: Pick<ProbesAt, 'families'> & Partial<ProbesAt>, more: Partial<RunSampling> = {}) =>
  planProbes({ place: 'GET /v1/credits', billable: false, ...at }, [own, second], {
    seed: 1,
    depth: 3,
    earlier: [],
    ...more,
  });

const valuesOf = (probes: readonly PlannedProbe[], { variable }: { variable: string } = own) =>
  probes.flatMap(({ probe, account }) => (account.variable === variable ? [probe.value] : []));

/** A family with this number of members, of which each account has other ones. */
const counted = (count: number, name = 'counted'): Family => ({
  name,
  every: (of) => Array.from({ length: count }, (_, at) => ({ words: '', value: `${of[0]}${at}` })),
});

const cut: Family = {
  name: 'cut short',
  classic: (of) => [{ words: 'its first half', value: of.slice(0, of.length / 2) }],
  every: (of) => [{ words: 'its first 3 characters', value: of.slice(0, 3) }],
  sampled: (of) =>
    fc.integer({ min: 1, max: 25 }).map((length) => ({ words: `${length}`, value: of.slice(0, length) })),
};

test('members that do not fit are left out, whether they are classic, enumerated or sampled', () => {
  const all = valuesOf(planned({ families: [cut] }, { depth: 10 }));
  expect(all).toEqual(expect.arrayContaining(['abc', KEY.slice(0, 13)]));
  const fits: ProbesAt['fits'] = ({ value }, { of }) => value.length > 15 && of === KEY;
  const fitting = planned({ families: [cut], fits }, { depth: 10 });
  expect(valuesOf(fitting)).toEqual(all.filter((value) => value.length > 15));
  expect(valuesOf(fitting).length).toBeGreaterThan(0);
  expect(valuesOf(fitting, second)).toEqual([]);
});

test('at a depth of three every member is planned before any is planned twice, over all places together', () => {
  // Twelve probes are a share. An operation whose accepted probes cost credits gets one share, others two.
  const all = 12 * operations.reduce((sum, { operation }) => sum + (usesAi(operation) ? 1 : 2), 0);
  const families = [counted(all)];
  const values = operations.flatMap((kind) => valuesOf(planned({ ...placeFor(kind), families })));
  expect(values).toHaveLength(all);
  expect(new Set(values).size).toBe(all);
});

test('at a depth of one only every nth family is sampled at a place, but classic members are planned at each', () => {
  const families = Array.from(
    { length: 6 },
    (_, index): Family => ({
      name: `${index}`,
      ...(index === 0 && { classic: () => [{ words: '', value: 'classic' }] }),
      every: () => [{ words: '', value: `${index}` }],
    }),
  );
  const at = (placeIndex: number, depth: number) =>
    valuesOf(planned({ families, placeIndex, oneFamilyIn: 3 }, { depth })).sort();
  expect(at(0, 1)).toEqual(['0', '3', 'classic']);
  expect(at(1, 1)).toEqual(['2', '5', 'classic']);
  expect(at(1, 3)).toEqual(['0', '1', '2', '3', '4', '5', 'classic']);
});

test('the second account gets a third of the members, made from what is its own; at a depth of one, the first', () => {
  const families = [counted(12)];
  const share = (depth: number, entire: Family[] = []) =>
    valuesOf(planned({ families, entire }, { depth }), second);
  expect(share(3)).toEqual(['A0', 'A3', 'A6', 'A9']);
  expect(share(1)).toHaveLength(1);
  expect(share(1, families)).toHaveLength(4);
});

test('samples of earlier runs come first, and both accounts send each of them', () => {
  const earlier = [{ family: cut.name, seed: 77, depth: 2 }];
  const probes = planned({ families: [counted(3), cut] }, { depth: 1, earlier });
  for (const { variable } of [own, second]) {
    const mine = probes.filter(({ account }) => account.variable === variable);
    const again = mine.filter(({ sampledEarlier }) => sampledEarlier !== undefined);
    expect(again.length).toBeGreaterThan(1);
    expect(mine.slice(0, again.length)).toEqual(again);
    expect(again.map(({ sampledEarlier }) => sampledEarlier)).toEqual(
      again.map(() => ({ seed: 77, depth: 2 })),
    );
  }
});
