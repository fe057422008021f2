import { expect, test } from '@playwright/test';
import { connectionsOf } from '../../mock/workflows';
import { faultsIn } from '../../proof/helpers/faults-in';
import mockTarget from '../../tests/targets/mock';
import type { Block, BlockType } from '../drive/target-file/target';
import {
  chainsWithOtherTypes,
  skippingChain,
  soundChain,
  soundLengths,
  variedChains,
  type Workflow,
  withoutBetween,
} from './chains';

const workflow: Workflow = mockTarget.workflow;
const linksOf = (blocks: Block[]) => connectionsOf(blocks).map(({ reader, block }) => `${reader} ${block}`);

for (const length of [2, 3, 4, 5])
  test(`in a sound chain of ${length} blocks, each block after the first reads the one before without a fault`, () => {
    const blocks = soundChain(workflow, length) ?? [];
    expect(blocks).toHaveLength(length);
    expect(faultsIn(workflow, blocks)).toEqual([]);
    const links = linksOf(blocks);
    for (const [index, { name }] of blocks.slice(1).entries())
      expect(links).toContain(`${name} ${blocks[index]?.name}`);
    expect(new Set(blocks.map(({ name }) => name)).size).toBe(length);
  });

test('the names of blocks are new random words of lower-case letters and digits, or those of the target', () => {
  const names = soundChain(workflow, 5)?.map(({ name }) => name) ?? [];
  for (const name of names) expect(name).toMatch(/^[a-z]+\d{2}$/);
  expect(soundChain(workflow, 5)?.map(({ name }) => name)).not.toEqual(names);
  const named: Workflow = { ...workflow, blockName: (index) => `b${index + 1}` };
  expect(soundChain(named, 3)?.map(({ name }) => name)).toEqual(['b1', 'b2', 'b3']);
});

test('block types that cannot be connected give no chain', () => {
  const blockTypes = [{ name: 'end', inputs: { text: 'text' }, outputs: {} }];
  expect(soundLengths(workflow)).toEqual([2, 3, 4, 5]);
  expect(soundLengths({ ...workflow, longest: 3 })).toEqual([2, 3]);
  expect(soundLengths({ ...workflow, blockTypes })).toEqual([]);
  expect(variedChains({ ...workflow, blockTypes }, 3)).toEqual([]);
});

test('a block type that no other can follow is the last of a chain', () => {
  const write: BlockType = { name: 'write', inputs: { prompt: 'text' }, outputs: { text: 'text' } };
  const speak: BlockType = { name: 'speak', inputs: { text: 'text' }, outputs: { audio: 'audio' } };
  const chain = soundChain({ ...workflow, blockTypes: [speak, write] }, 5) ?? [];
  expect(chain.map(({ type }) => type)).toEqual(['write', 'write', 'write', 'write', 'speak']);
});

test('a chain whose third block reads the first is sound', () => {
  const blocks = skippingChain(workflow) ?? [];
  expect(faultsIn(workflow, blocks)).toEqual([]);
  const [first, second, third] = blocks.map(({ name }) => name);
  expect(linksOf(blocks)).toEqual([`${second} ${first}`, `${third} ${first}`]);
  expect(skippingChain({ ...workflow, longest: 2 })).toBeNull();
});

test('the third block of such a chain directly follows the first when the second is removed', () => {
  const chain = skippingChain(workflow) ?? [];
  const near = withoutBetween(chain) ?? [];
  expect(near).toEqual([chain[0], chain[2]]);
  expect(faultsIn(workflow, near)).toEqual([]);
  expect(withoutBetween(near)).toBeNull();
});

test('varied chains are sound, and have every block type and a block that reads two others', () => {
  const chains = variedChains(workflow, 3);
  expect(chains.map(({ length }) => length)).toEqual([3, 4, 5]);
  for (const chain of chains) expect(faultsIn(workflow, chain)).toEqual([]);
  const types = chains.flat().map(({ type }) => type);
  expect(new Set(types).size).toBeGreaterThanOrEqual(5);
  const sources = chains.flat().map(({ inputs }) => Object.values(inputs));
  const read = sources.map((each) => new Set(each.flatMap((from) => ('block' in from ? from.block : []))));
  expect(Math.max(...read.map(({ size }) => size))).toBe(2);
});

test('a block type that needs two kinds without samples reads the two blocks before it', () => {
  const blockTypes = [
    { name: 'outline', inputs: { topic: 'text' }, outputs: { draft: 'text' } },
    { name: 'paint', inputs: { scene: 'text' }, outputs: { canvas: 'image' } },
    { name: 'narrate', inputs: { script: 'text' }, outputs: { voice: 'audio' } },
    { name: 'mix', inputs: { still: 'image', track: 'audio' }, outputs: { clip: 'video' } },
  ];
  const chains = variedChains({ ...workflow, samples: { text: 'Hello' }, blockTypes }, 12);
  expect(chains.map((chain) => chain.map(({ type }) => type).sort())).toContainEqual([
    'mix',
    'narrate',
    'paint',
  ]);
});

test('chains with other block types are as few as have all of them', () => {
  const chains = variedChains(workflow, 12);
  const all = workflow.blockTypes.map(({ name }) => name);
  const chosen = chainsWithOtherTypes(chains, ['write', 'shorten']);
  expect(new Set(['write', 'shorten', ...chosen.flat().map(({ type }) => type)])).toEqual(new Set(all));
  expect(chosen.length).toBeLessThanOrEqual(3);
  expect(chainsWithOtherTypes(chains, all)).toEqual([]);
});
