import { expect, test } from '@playwright/test';
import type { Depth } from '../judge/verdict/depth';
import { family } from './family';
import { type PlannedProbe, type ProbesAt, planProbes } from './plan';

const KEY = 'abcdefghijklmnopqrstuvwxyz';
const own = { variable: 'API_KEY', of: KEY } as const;
const second = { variable: 'OTHER_API_KEY', of: KEY.toUpperCase() } as const;

const numbered = (name: string) => (of: string) =>
  [1, 2].map((number) => ({ words: '', value: `${of.charAt(0)} ${name} ${number}` }));
const families = [
  family('numbered', { everywhere: numbered('everywhere'), once: numbered('once'), deep: numbered('deep') }),
];

const planned = (depth: Depth, at: Partial<ProbesAt> = {}) =>
  planProbes({ place: 'GET /v1/credits', billable: false, families, ...at }, [own, second], depth);

const valuesOf = (probes: readonly PlannedProbe[], { variable }: { variable: string } = own) =>
  probes.flatMap(({ probe, account }) => (account.variable === variable ? [probe.value] : []));

for (const [what, depth, isMain, mine, others] of [
  ['with DEPTH=1 a few', 1, false, 2, ['A everywhere 1']],
  ['with DEPTH=1 more at one operation', 1, true, 4, ['A everywhere 1']],
  ['with DEPTH=3 all', 3, false, 6, ['A everywhere 1', 'A everywhere 2', 'A once 1', 'A once 2']],
  ['for the doctor a few', 0, true, 2, ['A everywhere 1']],
] as const)
  test(`an account sends ${what}, the second account fewer`, () => {
    const probes = planned(depth, { isMain });
    expect(valuesOf(probes)).toHaveLength(mine);
    expect(valuesOf(probes, second)).toEqual(others);
  });

test('members that do not fit are left out, and each value is sent once', () => {
  const fits: ProbesAt['fits'] = ({ value }, { of }) => !value.endsWith('1') && of === KEY;
  const twice = planned(1, { families: [...families, ...families], fits });
  expect(valuesOf(twice)).toEqual(['a everywhere 2']);
  expect(valuesOf(twice, second)).toEqual([]);
});
