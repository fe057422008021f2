import fc from 'fast-check';
import type { Block } from '../drive/target';
import {
  accepted,
  chainsOf,
  declared,
  type FaultyChain,
  type Flaw,
  faultyChain,
  outputs,
  readable,
  rewire,
  soundLengths,
  spoil,
  type Workflow,
} from './chains';
import type { Family, Probe } from './family';

/**
 * Workflows drawn over a target's block types, each with one connection that is wrong in this way: the first, the
 * second or a later one of a chain of two blocks to the longest, or the second reference of a block.
 * @param ofAnyLength else of two or three blocks, or the longest: the sound chain of each length is an AI use
 */
export function drawnFaults(workflowOf: () => Workflow, flaw: Flaw, ofAnyLength: boolean): Family[] {
  return [
    {
      name: nameOf[flaw],
      drawn() {
        const workflow = workflowOf();
        const fallback = faultyChain(workflow, flaw, 'late');
        if (fallback === null) return null;
        const lengths = soundLengths(workflow).filter(
          (length, at, all) => ofAnyLength || length <= 3 || at === all.length - 1,
        );
        return fc
          .record({
            length: fc.constantFrom(...lengths),
            turns: fc.array(fc.nat({ max: 200 }), { minLength: 5, maxLength: 5 }),
            position: fc.nat({ max: 3 }),
            second: fc.boolean(),
          })
          .map((drawn) => probeOf(faultAt(workflow, flaw, drawn) ?? fallback));
      },
    },
  ];
}

/** As the families are named in reports. */
const nameOf: Record<Flaw, string> = {
  later: 'a later block',
  self: 'the block itself',
  'no-block': 'no block',
  'missing-field': 'a field that is not there',
  'field-of-another': 'a field of another block',
  'input-for-output': 'an input for an output',
  'mismatched-kind': 'a kind that does not match',
};

interface Drawn {
  length: number;
  turns: number[];
  position: number;
  second: boolean;
}

function faultAt(
  workflow: Workflow,
  flaw: Flaw,
  { length, turns, position, second }: Drawn,
): FaultyChain | null {
  const found = chainsOf(workflow, length, [], { left: 200 }, turns).next();
  if (found.done) return null;
  const at = 1 + (position % (length - 1));
  const more = second ? withSecondReference(workflow, found.value, at) : null;
  const { chain, input } = more ?? { chain: found.value };
  const spoilt = spoil(workflow, chain, flaw, at, input) ?? spoil(workflow, chain, flaw, at);
  const restsOn = declared[flaw];
  // A block that is moved may take another connection with it.
  if (spoilt === null || faultsIn(workflow, spoilt.blocks).length !== 1) return null;
  return { ...spoilt, sound: chain, ...(restsOn && { restsOn }) };
}

/** The chain with one more input of this block reading an earlier block, where there is such an input. */
function withSecondReference(
  workflow: Workflow,
  chain: Block[],
  at: number,
): { chain: Block[]; input: string } | null {
  const block = chain[at];
  const literals = Object.entries(block?.inputs ?? {}).filter(([, source]) => 'literal' in source);
  for (const [input] of block ? literals : []) {
    const kinds = accepted(workflow, block as Block, input);
    const source = chain.slice(0, at).flatMap((earlier) => readable(workflow, earlier, kinds))[0];
    if (source !== undefined && 'block' in source)
      return { chain: rewire(chain, at, input, source).blocks, input };
  }
  return null;
}

function probeOf(faulty: FaultyChain): Probe {
  const { consumer, input } = faulty.connection;
  const place = faulty.blocks.findIndex(({ name }) => name === consumer) + 1;
  return {
    words: `block ${place} of ${faulty.blocks.length}, input ${input}`,
    value: JSON.stringify(faulty),
  };
}

/**
 * What is wrong with the connections of a workflow, by the rules of the contract (2.4) alone: an oracle for the
 * chains that are drawn.
 * @returns the faulty connections, each as `block.input: fault`
 */
export function faultsIn(workflow: Workflow, blocks: readonly Block[]): string[] {
  return blocks.flatMap((block, position) =>
    Object.entries(block.inputs).flatMap(([input, source]) => {
      if (!('block' in source)) return [];
      const place = blocks.findIndex(({ name }) => name === source.block);
      const read = blocks[place];
      const kind = read && outputs(workflow, read).find(([field]) => field === source.field)?.[1];
      const fault =
        place < 0
          ? 'no block'
          : place === position
            ? 'itself'
            : place > position
              ? 'a later block'
              : kind === undefined
                ? 'no such field'
                : !accepted(workflow, block, input).includes(kind)
                  ? 'another kind'
                  : null;
      return fault === null ? [] : [`${block.name}.${input}: ${fault}`];
    }),
  );
}
