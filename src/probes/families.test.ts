import { expect, test } from '@playwright/test';
import { listedIn } from '../../proof/helpers/members';
import { parse } from '../judge/data/json';
import { inputless, noJson } from './bodies';
import type { Family } from './family';
import * as idProbes from './ids';
import * as modelProbes from './models';

const { unknownIds } = idProbes;

const ids = [
  'job_4b6cf2aa77e14d0e9a530d6f1c2b3a49',
  '4b6cf2aa-77e1-4d0e-9a53-0d6f1c2b3a49',
  '01JAVF8T1MYXQZ3KSHD4E5R6W7',
  'V1StGXR8_Z5jdHi6B-myT',
  'job_000123',
  '17',
  '7',
];

const bodies = [
  '{"model":"acme-text-nano","prompt":"Reply"}',
  '{"a":{"model":"m","messages":[{"role":"user"}]}}',
  '{}',
];

/** Properties of every member of some families, for each of these originals. */
const properties: [
  what: string,
  families: readonly Family[],
  from: readonly string[],
  holds: (value: string, of: string) => boolean,
][] = [
  [
    'no member is the ID itself or differs from it only in case',
    listedIn(idProbes),
    ids,
    (value, id) =>
      value !== '' &&
      value.toLowerCase() !== id.toLowerCase() &&
      encodeURIComponent(value).length < 3000 &&
      !/[/\\%]|^\.+$/.test(value),
  ],
  ['no member is JSON', noJson, bodies, (value) => parse(value) === undefined],
  [
    'no member has prompt or messages',
    inputless,
    [''],
    (value) => ['prompt', 'messages'].every((name) => !(name in JSON.parse(value))),
  ],
  [
    'no member is the name of the model',
    listedIn(modelProbes),
    ['acme-text-nano', 'A_1-text-pro', 'x-text-mini'],
    (value, name) => value !== name,
  ],
];
for (const [what, families, from, holds] of properties)
  for (const family of families)
    test(`${what} (family "${family.name}")`, () => {
      for (const of of from) expect(family.probes(of).filter(({ value }) => !holds(value, of))).toEqual([]);
    });

test('no unknown ID is made from a short ID or a counter', () => {
  for (const id of ['job_000123', '17', 'a1b2', 'job-20261124-000025']) {
    const made = unknownIds.slice(1).flatMap((family) => family.probes(id));
    expect(made).toEqual([]);
  }
});
