import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { listedIn, membersOf } from '../../proof/helpers/members';
import mockTarget from '../../tests/targets/mock';
import { parse } from '../judge/response/answer';
import { inputless, noJson } from './bodies';
import type { FaultyChain, Flaw, Workflow } from './chains';
import type { Family } from './family';
import * as idProbes from './ids';
import * as modelProbes from './models';
import { coveringChains, faultsIn, faultyChains } from './sampled-chains';

const { workflow } = mockTarget;
const { nearIds, unknownIds } = idProbes;

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
      fc.assert(
        fc.property(fc.constantFrom(...from), fc.integer(), (of, seed) => {
          expect(membersOf(family, of, seed).filter(({ value }) => !holds(value, of))).toEqual([]);
        }),
      );
    });

test('no unknown ID is made from a short ID or a counter', () => {
  for (const id of ['job_000123', '17', 'a1b2', 'job-20261124-000025']) {
    const made = unknownIds.slice(1).flatMap((family) => membersOf(family, id, 1));
    expect(made).toEqual([]);
  }
});

for (const [what, id, places, form] of [
  [
    'the version and the variant of a UUID',
    '4b6cf2aa-77e1-4d0e-9a53-0d6f1c2b3a49',
    30,
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/,
  ],
  [
    'the version and the variant of a UUID without hyphens and with a prefix',
    'job_4b6cf2aa77e14d0e9a530d6f1c2b3a49',
    30,
    /^job_[0-9a-f]{12}4[0-9a-f]{3}9[0-9a-f]{15}$/,
  ],
  [
    'the time at the start of an ID',
    'job_01h455vb4pex5vsknk084sn02q',
    12,
    /^job_01h455vb4pex5v[0-9a-z]{12}$/,
  ],
] as const)
  test(`unknown IDs keep ${what}`, () => {
    const [, changed, another] = unknownIds;
    const made = [changed, another].map((family) => (family ? membersOf(family, id, 1) : []));
    expect(new Set(made[0]?.map(({ value }) => value)).size).toBe(places);
    for (const { value } of made.flat()) expect(value).toMatch(form);
  });

test('a body may contain a number that only lenient parsers accept', () => {
  const made = noJson.flatMap((family) => membersOf(family, '{"a":"b"}', 1)).map(({ value }) => value);
  expect(made).toEqual(expect.arrayContaining(['{"n":01,"a":"b"}']));
});

test('an ID may contain a wildcard of a search', () => {
  const id = 'job_4b6cf2aa77e1';
  const made = nearIds.flatMap((family) => membersOf(family, id, 1)).map(({ value }) => value);
  expect(made).toEqual(expect.arrayContaining(['job_4b6cf2aa77e_', 'job_4b6cf2aa7*']));
});

const faults: [Flaw, fault: RegExp][] = [
  ['later', /a later block/],
  ['self', /itself/],
  ['no-block', /no block/],
  ['missing-field', /no such field/],
  ['mismatched-kind', /another kind/],
];

for (const [flaw, fault] of faults) {
  test(`a faulty workflow has only faults of the kind ${flaw}, and its twin has none`, () => {
    const seen = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const [one, several] = faultyChains(() => workflow, flaw, 3, seed);
      for (const [family, most] of [
        [one, 1],
        [several, 5],
      ] as const) {
        for (const { words, value } of family ? membersOf(family, '', seed) : []) {
          const { blocks, sound } = JSON.parse(value) as FaultyChain;
          expect(faultsIn(workflow, sound)).toEqual([]);
          const found = faultsIn(workflow, blocks);
          expect(found.length).toBeLessThanOrEqual(most);
          expect(new Set(found.map((each) => each.replace(/.*: /, ''))).size).toBe(1);
          expect(found[0]).toMatch(fault);
          seen.add(words);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(20);
  });
}

/** Returns the chains with a flaw that are sent before the sampled ones. */
function firstChains(flaw: Flaw, depth = 3, palette: Workflow = workflow): FaultyChain[] {
  const [one] = faultyChains(() => palette, flaw, depth, 1);
  return (one?.classic?.('') ?? []).map(({ value }) => JSON.parse(value));
}

test('the first chains with a fault cover each position and each block type', () => {
  const sent = firstChains('missing-field');
  const readers = sent.map(({ blocks, position }) => blocks[position]?.type);
  expect(new Set(readers)).toEqual(new Set(workflow.blockTypes.map(({ name }) => name)));
  expect(new Set(sent.map(({ position }) => position))).toEqual(new Set([1, 2, 3, 4]));
});

test('at a large depth each block type is read with each field that only other types have', () => {
  const read = firstChains('missing-field', 10).map(({ blocks, connection: { source, field } }) => {
    return `${field} of ${blocks.find(({ name }) => name === source)?.type}`;
  });
  const types = workflow.blockTypes.map(({ name, outputs }) => ({ name, fields: Object.keys(outputs) }));
  const fields = types.flatMap((type) => type.fields);
  for (const { name, fields: own } of types.filter((type) => type.fields.length > 0))
    for (const field of fields.filter((each) => !own.includes(each)))
      expect(read).toContain(`${field} of ${name}`);
});

test('sound chains have each length, and the longest comes after the one that joins two blocks', () => {
  const lengths = (most: number, longest?: number) =>
    coveringChains({ ...workflow, ...(longest && { longest }) }, most).map((chain) => chain.length);
  expect(lengths(2)).toEqual([3, 5]);
  expect(new Set(lengths(Number.POSITIVE_INFINITY))).toEqual(new Set([3, 4, 5]));
  expect(new Set(lengths(Number.POSITIVE_INFINITY, 2))).toEqual(new Set([2]));
  expect(lengths(0)).toEqual([]);
});

test('the name of a missing block may be almost that of an existing one', () => {
  const sent = firstChains('no-block');
  const near = (isNear: (name: string, source: string) => boolean) =>
    sent.some(({ blocks, connection }) => blocks.some(({ name }) => isNear(name, connection.source)));
  expect(near((name, source) => name.startsWith(source))).toBe(true);
  expect(near((name, source) => source.startsWith(name))).toBe(true);
});

test('a missing block has a name of the form that the target uses, since another may not be a reference', () => {
  const sent = firstChains('no-block', 3, { ...workflow, blockName: (index) => `step${index + 1}` });
  expect(sent.length).toBeGreaterThan(0);
  for (const { connection } of sent) expect(connection.source).toMatch(/^step\d+$/);
});

test('a field that is almost right resembles one that the input accepts, so that its kind is no reason to reject', () => {
  const near = firstChains('missing-field', 10).flatMap(({ blocks, connection }) => {
    const typeOf = (name: string) =>
      workflow.blockTypes.find((type) => type.name === blocks.find((block) => block.name === name)?.type);
    const inputs: Record<string, string | string[]> = typeOf(connection.consumer)?.inputs ?? {};
    const kinds = [inputs[connection.input] ?? []].flat();
    const given = Object.entries<string>(typeOf(connection.source)?.outputs ?? {});
    const almost = given.filter(([field]) => [field.slice(0, -1), `${field}2`].includes(connection.field));
    const takes = ([, kind]: [string, string]) => kinds.includes(kind);
    return almost.length > 0 ? almost.some(takes) : [];
  });
  expect(near.length).toBeGreaterThan(3);
  expect(near).not.toContain(false);
});

test('a missing field differs from existing ones in more than case', () => {
  for (const { blocks, connection } of firstChains('missing-field', 10)) {
    const source = blocks.find(({ name }) => name === connection.source);
    const type = workflow.blockTypes.find(({ name }) => name === source?.type);
    const fields = Object.keys(type?.outputs ?? {}).map((field) => field.toLowerCase());
    expect(fields).not.toContain(connection.field.toLowerCase());
  }
});

test('a different fault is found in each block of a chain', () => {
  const type = workflow.blockTypes[0]?.name ?? '';
  const block = (name: string, from: string) => ({
    name,
    type,
    inputs: { prompt: { block: from, field: 'nothing' } },
  });
  expect(faultsIn(workflow, [block('a', 'a'), block('b', 'c'), block('c', 'a'), block('d', 'x')])).toEqual([
    'a.prompt: itself',
    'b.prompt: a later block',
    'c.prompt: no such field',
    'd.prompt: no block',
  ]);
});
