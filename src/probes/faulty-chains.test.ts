import { expect, test } from '@playwright/test';
import { faultsIn } from '../../proof/helpers/faults-in';
import mockTarget from '../../tests/targets/mock';
import { between } from '../drive/target-file/parts';
import type { Block } from '../drive/target-file/target';
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
