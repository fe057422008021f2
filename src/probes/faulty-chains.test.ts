import { expect, test } from '@playwright/test';
import { faultsIn } from '../../proof/helpers/faults-in';
import mockTarget from '../../tests/targets/mock';
import type { Block } from '../settings/target-file/target';
import { skippingChain, soundChain, variedChains, type Workflow } from './chains';
import {
  type Flaw,
  faultyChain,
  faultyChains,
  flaws,
  mismatchedPairs,
  type NamedFault,
} from './faulty-chains';

const workflow: Workflow = mockTarget.workflow;

/** For the mock, a field of another block and an input are both fields that the block does not have. */
const seenAs = (flaw: Flaw) =>
  flaw === 'field-of-another' || flaw === 'input-for-output' ? 'missing-field' : flaw;

const chainsOf = (palette: Workflow): Block[][] =>
  [soundChain(palette, 5), skippingChain(palette), soundChain(palette, 2)].flatMap((chain) =>
    chain ? [chain] : [],
  );

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

for (const flaw of flaws)
  test(`a faulty workflow has only faults of the kind ${flaw}, and its twin has none`, () => {
    const all = faultyChains(fresh(), flaw, true);
    for (const { fault } of all) {
      const { blocks, sound, connection } = fault;
      expect(faultsIn(sound)).toEqual([]);
      const found = faultsIn(blocks);
      expect(new Set(found.map((each) => each.flaw))).toEqual(new Set([seenAs(flaw)]));
      expect(found).toContainEqual(expect.objectContaining({ ...connection }));
    }
    const repeated = all.filter(({ turn }) => turn !== undefined);
    const [one, several] = [false, true].map((many) =>
      all.filter(({ turn, fault }) => turn === undefined && Boolean(fault.several) === many),
    ) as [NamedFault[], NamedFault[]];
    expect(one.length).toBeGreaterThan(20);
    expect(repeated).toHaveLength(4);
    for (const { fault } of one) expect(faultsIn(fault.blocks)).toHaveLength(1);
    const counts = several.map(({ fault }) => faultsIn(fault.blocks).length);
    expect(Math.min(...counts)).toBeGreaterThan(1);
  });
