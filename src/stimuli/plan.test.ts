import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { rejected } from '../check/expected';
import { ownerOf } from '../client/senders';
import type { Depth } from '../judge/verdict/depth';
import { family, probe } from '../probes/family';
import { readSettings } from '../settings/settings';
import { assumed } from '../world/assumed';
import { readRequest } from '../world/requests';
import { plannedOf, resolved } from './plan';

const { settings } = readSettings({});
const families = [
  family('numbered', { everywhere: 2, once: 4 }, (of) =>
    [1, 2, 3, 4, 5, 6].map((number) => probe(`${number}`, `${of} ${number}`)),
  ),
];

/** The values that are sent by API_KEY, and by the second account. */
function valuesOf(depth: Depth, making: Partial<Parameters<typeof plannedOf>[2]> = {}) {
  const basis = assumed({ target: {}, keys: mockKeys, settings }, depth);
  const { probes } = plannedOf(
    basis,
    resolved({ at: 'credits', send: 'once', expect: rejected }),
    { families, bySecond: true, of: ({ variable }) => String(variable), ...making },
    () => readRequest(ownerOf(basis), 'credits'),
  );
  return ['API_KEY', 'OTHER_API_KEY'].map((by) =>
    probes.flatMap(({ variable, value }) => (variable === by ? [value] : [])),
  );
}

for (const [what, depth, isMain, own, second] of [
  ['with DEPTH=1 a few', 1, false, 2, 1],
  ['with DEPTH=1 more at one operation', 1, true, 4, 1],
  ['with DEPTH=3 all', 3, false, 6, 4],
  ['for the doctor a few', 0, true, 2, 1],
] as const)
  test(`an account sends ${what}, the second account fewer`, () => {
    expect(valuesOf(depth, { isMain }).map(({ length }) => length)).toEqual([own, second]);
  });

test('probes that do not fit are left out, and each value is sent once', () => {
  const fits = (each: { value: string }, _: unknown, of: string) =>
    each.value !== `${of} 1` && of === 'API_KEY';
  expect(valuesOf(1, { families: [...families, ...families], fits })).toEqual([['API_KEY 2'], []]);
});
