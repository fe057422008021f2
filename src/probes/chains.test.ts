import { expect, test } from '@playwright/test';
import { connectionsOf } from '../../mock/workflows';
import { faultsIn } from '../../proof/helpers/faults-in';
import mockTarget from '../../tests/targets/mock';
import type { Block } from '../settings/target-file/target';
import { soundChain, variedChains, type Workflow } from './chains';

const workflow: Workflow = mockTarget.workflow;
const linksOf = (blocks: Block[]) => connectionsOf(blocks).map(({ reader, block }) => `${reader} ${block}`);

for (const length of [2, 3, 4, 5])
  test(`in a sound chain of ${length} blocks, each block after the first reads the one before without a fault`, () => {
    const blocks = soundChain(workflow, length) ?? [];
    expect(blocks).toHaveLength(length);
    expect(faultsIn(blocks)).toEqual([]);
    const links = linksOf(blocks);
    for (const [index, { name }] of blocks.slice(1).entries())
      expect(links).toContain(`${name} ${blocks[index]?.name}`);
    expect(new Set(blocks.map(({ name }) => name)).size).toBe(length);
  });

test('varied chains are sound, and have every block type and a block that reads two others', () => {
  const chains = variedChains(workflow, 3);
  expect(chains.map(({ length }) => length)).toEqual([3, 4, 5]);
  for (const chain of chains) expect(faultsIn(chain)).toEqual([]);
  const types = chains.flat().map(({ type }) => type);
  expect(new Set(types).size).toBeGreaterThanOrEqual(5);
  const sources = chains.flat().map(({ inputs }) => Object.values(inputs));
  const read = sources.map((each) => new Set(each.flatMap((from) => ('block' in from ? from.block : []))));
  expect(Math.max(...read.map(({ size }) => size))).toBe(2);
});
