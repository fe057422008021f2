import { expect, test } from '@playwright/test';
import { faultsIn } from '../../proof/helpers/faults-in';
import mockTarget from '../../tests/targets/mock';
import { between } from '../drive/target-file/parts';
import type { Block } from '../drive/target-file/target';
import { otherNames } from './block-names';
import { skippingChain, soundChain, variedChains, type Workflow } from './chains';
import {
  type FaultPlace,
  type FaultyChain,
  type Flaw,
  faultAlone,
  faultyChain,
  faultyChains,
  mismatchedPairs,
} from './faulty-chains';

const workflow: Workflow = mockTarget.workflow;
const named: Workflow = { ...workflow, blockName: (index) => `b${index + 1}` };
const flaws: Flaw[] = [
  'later',
  'self',
  'no-block',
  'missing-field',
  'field-of-another',
  'input-for-output',
  'mismatched-kind',
];

/** For the mock, a field of another block and an input are both fields that the block does not have. */
const seenAs = (flaw: Flaw) =>
  flaw === 'field-of-another' || flaw === 'input-for-output' ? 'missing-field' : flaw;

const chainsOf = (palette: Workflow): Block[][] =>
  [soundChain(palette, 5), skippingChain(palette), soundChain(palette, 2)].flatMap((chain) =>
    chain ? [chain] : [],
  );

for (const flaw of flaws)
  for (const place of ['early', 'late'] satisfies FaultPlace[])
    for (const [whose, palette] of Object.entries({ fresh: workflow, "the target's": named }))
      test(`${flaw}, ${place}, with ${whose} names: the chain has exactly one connection with this fault`, () => {
        const faulty = faultyChain(palette, chainsOf(palette), flaw, place);
        if (faulty === null) throw new Error('the palette allows every flaw');
        const { blocks, connection, position, sound } = faulty;
        expect(faultsIn(palette, sound)).toEqual([]);
        expect(faultsIn(palette, blocks)).toEqual([{ flaw: seenAs(flaw), ...connection }]);
        expect(blocks[position]?.name).toBe(connection.consumer);
        const end = place === 'early' ? 1 : blocks.length - 1;
        expect(position).toBe(flaw === 'later' ? end - 1 : end);
        // The later field has the right kind, so the chain is sound in the other order.
        const [reader, read] = blocks.slice(position);
        if (flaw === 'later' && reader && read)
          expect(faultsIn(palette, blocks.with(position, read).with(position + 1, reader))).toEqual([]);
      });

test('a fault that the block types do not allow gives no chain', () => {
  const blockTypes = Array.from({ length: 60 }, (_, index) => ({
    name: `type${index}`,
    inputs: { text: 'text', more: 'text' },
    outputs: { text: 'text' },
  }));
  const alike = { ...workflow, blockTypes };
  expect(faultyChain(alike, chainsOf(alike), 'mismatched-kind', 'late')).toBeNull();
  expect(mismatchedPairs(alike)).toEqual([]);
});

test('an input that is read like an output has an accepted kind if the block types allow it', () => {
  const palette: Workflow = {
    ...workflow,
    blockTypes: [
      { name: 'write', inputs: { size: 'number', brief: 'text' }, outputs: { prose: 'text' } },
      { name: 'draw', inputs: { idea: 'text' }, outputs: { image: 'image' } },
    ],
  };
  const found = faultyChain(palette, chainsOf(palette), 'input-for-output', 'late');
  expect(found?.connection).toMatchObject({ field: 'brief' });
});

const fresh = () => ({ workflow, chains: [...chainsOf(workflow), ...variedChains(workflow, 3)] });
/** The chains with one fault that a family has, and those with several. */
const chainsWith = (flaw: Flaw, from = fresh()) =>
  faultyChains(from, flaw).map((family) =>
    family.deep('').map(({ value }) => JSON.parse(value) as FaultyChain),
  );

for (const flaw of flaws)
  test(`a faulty workflow has only faults of the kind ${flaw}, and its twin has none`, () => {
    const [one = [], several = [], repeated = []] = chainsWith(flaw);
    for (const { blocks, sound, connection } of [...one, ...several, ...repeated]) {
      expect(faultsIn(workflow, sound)).toEqual([]);
      const found = faultsIn(workflow, blocks);
      expect(new Set(found.map((each) => each.flaw))).toEqual(new Set([seenAs(flaw)]));
      expect(found).toContainEqual(expect.objectContaining({ ...connection }));
    }
    expect(one.length).toBeGreaterThan(20);
    expect(repeated).toHaveLength(4);
    for (const { blocks } of one) expect(faultsIn(workflow, blocks)).toHaveLength(1);
    const counts = several.map(({ blocks }) => faultsIn(workflow, blocks).length);
    expect(Math.min(...counts)).toBe(2);
  });

test('the chains with a fault cover each position and each block type', () => {
  const [sent = []] = chainsWith('missing-field');
  const readers = sent.map(({ blocks, position }) => blocks[position]?.type);
  expect(new Set(readers)).toEqual(new Set(workflow.blockTypes.map(({ name }) => name)));
  expect(new Set(sent.map(({ position }) => position))).toEqual(new Set([1, 2, 3, 4]));
});

test('the name of a missing block may be almost that of an existing one', () => {
  const [sent = []] = chainsWith('no-block');
  const near = (isNear: (name: string, source: string) => boolean) =>
    sent.some(({ blocks, connection }) => blocks.some(({ name }) => isNear(name, connection.source)));
  expect(near((name, source) => name.startsWith(source))).toBe(true);
  expect(near((name, source) => source.startsWith(name))).toBe(true);
});

test('a missing block has a name of the form that the target uses, since another may not be a reference', () => {
  const palette: Workflow = { ...workflow, blockName: (index) => `step${index + 1}` };
  const [sent = []] = chainsWith('no-block', { workflow: palette, chains: chainsOf(palette) });
  expect(sent.length).toBeGreaterThan(0);
  for (const { connection } of sent) expect(connection.source).toMatch(/^step\d+$/);
});

test('a missing field differs from existing ones in more than case', () => {
  const [sent = []] = chainsWith('missing-field');
  for (const { blocks, connection } of sent) {
    const source = blocks.find(({ name }) => name === connection.source);
    const type = workflow.blockTypes.find(({ name }) => name === source?.type);
    const fields = Object.keys(type?.outputs ?? {}).map((field) => field.toLowerCase());
    expect(fields).not.toContain(connection.field.toLowerCase());
  }
});

test('every kind is connected to every input that does not accept it', () => {
  const kindsOf = (pairs: FaultyChain[]) =>
    pairs.map(({ blocks, connection: { source, field, consumer, input } }) => {
      const typeOf = (name: string) =>
        workflow.blockTypes.find((type) => type.name === blocks.find((block) => block.name === name)?.type);
      return `${typeOf(source)?.outputs[field]} > ${typeOf(consumer)?.inputs[input]}`;
    });
  const pairs = mismatchedPairs(workflow);
  for (const { blocks, connection } of pairs)
    expect(faultsIn(workflow, blocks)).toEqual([{ flaw: 'mismatched-kind', ...connection }]);
  const inputs = workflow.blockTypes.flatMap((type) => Object.values(type.inputs));
  const due = ['text', 'number', 'image'].flatMap((kind) =>
    inputs.filter((kinds) => ![kinds].flat().includes(kind)).map((kinds) => `${kind} > ${kinds}`),
  );
  expect(new Set(kindsOf(pairs))).toEqual(new Set(due));
});

test('a kind that no input accepts is also connected to an input, in a chain that is sound without it', () => {
  const speak = { name: 'speak', inputs: { script: 'text' }, outputs: { audio: 'sound' } };
  for (const palette of [workflow, named]) {
    const spoken = { ...palette, blockTypes: [...workflow.blockTypes, speak] };
    const ofSound = mismatchedPairs(spoken).filter(({ connection: { field } }) => field === 'audio');
    expect(ofSound).not.toEqual([]);
    for (const { blocks, sound } of ofSound) {
      expect(faultsIn(spoken, blocks)).toHaveLength(1);
      expect(faultsIn(spoken, sound)).toEqual([]);
      expect(new Set(blocks.map(({ name }) => name)).size).toBe(blocks.length);
    }
  }
});

test('a fault is isolated with the blocks that it needs, which keep their order and have no other fault', () => {
  for (const palette of [workflow, named]) {
    const alone = mismatchedPairs(palette).map((chain) => [chain, faultAlone(palette, chain)] as const);
    expect(alone.filter(([, found]) => found !== null)).not.toEqual([]);
    for (const [{ blocks, connection }, found] of alone) {
      if (found === null) continue;
      expect(found.blocks.length).toBeLessThan(blocks.length);
      expect(between(found.blocks, found.connection)).toBe(between(blocks, connection));
      expect(faultsIn(palette, found.blocks)).toEqual([{ flaw: 'mismatched-kind', ...found.connection }]);
      if (palette === named)
        expect(found.blocks.map(({ name }) => name)).toEqual(found.blocks.map((_, index) => `b${index + 1}`));
    }
  }
  const short = faultyChain(workflow, [soundChain(workflow, 2) ?? []], 'missing-field', 'early');
  expect(short && faultAlone(workflow, short)).toBeNull();
});

test('a workflow keeps its one fault when its blocks are renamed', () => {
  const { blocks = [] } = faultyChain(workflow, chainsOf(workflow), 'later', 'late') ?? {};
  const others = otherNames(blocks).deep('');
  expect(new Set(others.map(({ value }) => value)).size).toBeGreaterThan(5);
  for (const { value } of others)
    expect(faultsIn(workflow, JSON.parse(value))).toEqual([expect.objectContaining({ flaw: 'later' })]);
});
