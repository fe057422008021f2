import { endAsUnsuitable } from '../client/evidence/recorder';
import { type Depth, isSmokeDepth } from '../judge/verdict/depth';
import {
  chainsWithOtherTypes,
  type Seen,
  skippingChain,
  soundChain,
  soundLengths,
  variedChains,
  withoutBetween,
} from '../probes/chains';
import { type FaultPlace, type FaultyChain, type Flaw, faultyChain, flaws } from '../probes/faulty-chains';
import type { Block, Target } from '../settings/target-file/target';

/** A valid chain of blocks, by its form or by its number of blocks. */
export type Chain = 'short' | 'long' | 'skipping' | number;

/** The workflows of a run. They are made once, since names of blocks are random. */
export interface Chains {
  /** By their number of blocks. */
  usual: ReadonlyMap<number, Block[]>;
  /** With DEPTH=3, or for the doctor with further block types. Each is an AI request. */
  further: Block[][];
  /** By fault and place; null where the block types allow no such fault. */
  faulty: ReadonlyMap<string, FaultyChain | null>;
}

const FURTHER = 4;
const places: FaultPlace[] = ['early', 'late'];

export function chainsFor({ workflow }: Target, depth: Depth): Chains | null {
  if (workflow === undefined) return null;
  const seen: Seen = new Map();
  const usual = new Map(
    soundLengths(workflow).flatMap((length) => {
      // One chain of three blocks serves both purposes, which saves an AI request. It has the connection of the
      // short one, which is accepted first: then only the other one can be the cause of a rejection.
      const skipping = length === 3 ? skippingChain(workflow) : null;
      const chain = skipping ?? soundChain(workflow, length, seen);
      return chain ? [[length, chain] as const] : [];
    }),
  );
  const [shortest = [], longest = []] = [usual.get(2), usual.get(Math.max(...usual.keys()))];
  const varied = isSmokeDepth(depth) ? [] : variedChains(workflow, FURTHER, seen);
  const further = depth === 0 ? chainsWithOtherTypes(workflow, [shortest, longest]) : varied;
  const all = chainsOfRun({ usual, further });
  const faulty = new Map(
    flaws.flatMap((flaw) =>
      places.map((place) => [`${flaw} ${place}`, faultyChain(workflow, all, flaw, place)] as const),
    ),
  );
  return { usual, further, faulty };
}

/** The valid chains from which faulty ones are made, the longest of the usual ones first. */
export const chainsOfRun = ({ usual, further }: Pick<Chains, 'usual' | 'further'>): Block[][] => [
  ...[...usual.values()].toReversed(),
  ...further,
];

/** A valid chain: of two blocks, of this number, the longest of up to five, or one whose third block reads the first. */
export function validChain({ usual }: Chains, which: Chain): Block[] {
  const named = { short: 2, skipping: 3, long: Math.max(...usual.keys()) };
  const chain = usual.get(typeof which === 'number' ? which : named[which]);
  if (chain === undefined || (which === 'skipping' && withoutBetween(chain) === null))
    return endAsUnsuitable('workflow.blockTypes that can be chained');
  return chain;
}

/** The chain with this fault; the check is not tested if the block types allow none. */
export const chainWith = ({ faulty }: Chains, flaw: Flaw, place: FaultPlace): FaultyChain =>
  faulty.get(`${flaw} ${place}`) ?? endAsUnsuitable(`workflow.blockTypes that allow this fault (${flaw})`);
