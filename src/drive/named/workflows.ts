import type { Answer } from '../../judge/response/answer';
import { isSmokeDepth } from '../../judge/verdict/depth';
import {
  type Seen,
  skippingChain,
  soundChain,
  soundLengths,
  variedChains,
  withoutBetween,
} from '../../probes/chains';
import {
  type FaultPlace,
  type FaultyChain,
  type Flaw,
  faultyChain,
  mismatchedPairs,
} from '../../probes/faulty-chains';
import type { Request, Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { type CheckSession, endAsUnsuitable } from '../evidence/recorder';
import { perSession } from '../run/per-session';
import type { Session } from '../run/session';
import { partOf } from '../target-file/described';
import { between, soundParts, workflowParts } from '../target-file/parts';
import type { Block } from '../target-file/target';
import { measuredUse } from './uses';

/** A valid chain of blocks, by its form or by its number of blocks. */
export type Chain = 'short' | 'long' | 'skipping' | number;

const seenIn = perSession((): Seen => new Map());

/** By their number of blocks. The longer ones show what the short one does not. */
const usualChains = perSession((session) => {
  const workflow = partOf(session.target, 'workflow');
  const seen = seenIn(session);
  return new Map(
    soundLengths(workflow).flatMap((length) => {
      // One chain of three blocks serves both purposes, which saves an AI request. It has the connection of the
      // short one, which is accepted first: then only the other one can be the cause of a rejection.
      const skipping = length === 3 ? skippingChain(workflow) : null;
      const chain = skipping ?? soundChain(workflow, length, seen);
      return chain ? [[length, chain]] : [];
    }),
  );
});

/** The number of further chains at DEPTH=3. Each is an AI request. */
const FURTHER = 4;

/** Further valid chains. */
export const furtherChains = perSession((session): Block[][] =>
  isSmokeDepth(session.setup.depth)
    ? []
    : variedChains(partOf(session.target, 'workflow'), FURTHER, seenIn(session)),
);

/** The valid chains of a run, from which faulty ones are made, the longest of the usual ones first. */
export const chainsOfRun = (session: CheckSession): Block[][] => [
  ...[...usualChains(session).values()].toReversed(),
  ...furtherChains(session),
];

/**
 * A valid chain: of two blocks, of this number, the longest of up to five, or one whose third block reads the
 * first.
 */
export function validChain(session: CheckSession, which: Chain): Block[] {
  const chains = usualChains(session);
  const named = { short: 2, skipping: 3, long: Math.max(...chains.keys()) };
  const length = typeof which === 'number' ? which : named[which];
  const chain = chains.get(length);
  if (chain === undefined || (which === 'skipping' && withoutBetween(chain) === null))
    return endAsUnsuitable('workflow.blockTypes that can be chained');
  return chain;
}

const faultyChainsIn = perSession(() => new Map<string, FaultyChain | null>());

/** The chain with this fault that all checks share, since names of blocks are random; null if there is none. */
export function faultyChainIn(session: CheckSession, flaw: Flaw, place: FaultPlace): FaultyChain | null {
  const chains = faultyChainsIn(session);
  const name = `${flaw} ${place}`;
  const workflow = partOf(session.target, 'workflow');
  const made = chains.get(name) ?? faultyChain(workflow, chainsOfRun(session), flaw, place);
  chains.set(name, made);
  return made;
}

/** Such a chain. The check is not tested if the block types allow no such fault. */
export const chainWith = (session: CheckSession, flaw: Flaw, place: FaultPlace): FaultyChain =>
  faultyChainIn(session, flaw, place) ??
  endAsUnsuitable(`workflow.blockTypes that allow this fault (${flaw})`);

export function mismatches({ target }: Session): FaultyChain[] {
  const chains = mismatchedPairs(partOf(target, 'workflow'));
  return chains.length > 0 ? chains : endAsUnsuitable('workflow.blockTypes of several kinds');
}

export const submissionOf = ({ target }: Session, sender: Sender, blocks: Block[]): Request => ({
  sender,
  operation: 'workflow',
  spec: partOf(target, 'workflow').submit(blocks),
  blocks,
  parts: soundParts(blocks),
});

export function faultySubmissionOf(
  { target }: Session,
  sender: Sender,
  chain: FaultyChain,
): Request & { chain: FaultyChain } {
  const { blocks, connection, restsOn, several } = chain;
  // If there are several faults, nobody can say which of them was rejected.
  const types = several ? {} : { types: between(blocks, connection) };
  return {
    sender,
    operation: 'workflow',
    spec: partOf(target, 'workflow').submit(blocks),
    blocks,
    chain,
    parts: [...workflowParts(blocks, connection), ...(restsOn ? [restsOn] : [])],
    faulty: { ...connection, ...types },
  };
}

export function workflowUse(session: CheckSession, blocks: Block[]): Promise<Answer> {
  const shared = blocks === validChain(session, 'short') && session.target.run ? 'run' : undefined;
  return measuredUse(session, submissionOf(session, ownerOf(session), blocks), { shared });
}

/** A valid workflow of API_KEY, by default of two blocks. */
export const workflow = (session: CheckSession, which: Chain = 'short'): Promise<Answer> =>
  workflowUse(session, validChain(session, which));

/**
 * A valid workflow of as many blocks with the block types of the short one only: is the length the cause, or a
 * block that the short workflow does not have?
 */
export async function plainWorkflow(session: CheckSession, length: number): Promise<void> {
  const described = partOf(session.target, 'workflow');
  const types = validChain(session, 'short').map(({ type }) => type);
  const blockTypes = described.blockTypes.filter(({ name }) => types.includes(name));
  const plain = soundChain({ ...described, blockTypes }, length);
  if (plain) await workflowUse(session, plain);
}

/** The workflow without the blocks between two connected ones: is the kinds of a connection the cause? */
export async function nearWorkflow(session: CheckSession, blocks: readonly Block[]): Promise<void> {
  const near = withoutBetween(blocks);
  if (near) await workflowUse(session, near);
}
