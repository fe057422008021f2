import type { Block, BlockInput, BlockType, Target } from '../drive/target-file/target';
import type { Connection } from '../judge/data/expectation';
import { uniqueBy } from '../judge/data/grouped';
import { freshName } from './ids';

/**
 * Composes valid and faulty workflows from the block types of a target (contract 2.4). Pure, except for
 * random names.
 */

export type Workflow = NonNullable<Target['workflow']>;

/** The fault of one connection in an otherwise valid chain. */
export type Flaw =
  | 'later'
  | 'self'
  | 'no-block'
  | 'missing-field'
  | 'field-of-another'
  | 'input-for-output'
  | 'mismatched-kind';

/** Whether the faulty connection is the first or the last of the chain. */
export type FaultPlace = 'early' | 'late';

export interface FaultyChain extends ChainWithFault {
  /** The valid chain that it was made from. */
  sound: Block[];
  /**
   * The part of the target file on which the fault depends: with a wrong declaration there, the chain would
   * be valid.
   */
  restsOn?: 'workflow.kinds' | 'workflow.outputs';
  /** It has further faults besides the one that is named. */
  several?: true;
}

interface ChainWithFault {
  blocks: Block[];
  /** The faulty connection. */
  connection: Connection;
  /** Index of the reading block in the chain. */
  position: number;
}

const LONGEST = 5;
/** Steps after which a search ends, since combinations of block types grow fast. */
const TRIES = 2000;

/**
 * A chain of `length` blocks in which each block but the first reads the block before it. Of the chains
 * tried, the one whose connections differ most. Null where the block types allow none.
 */
export function soundChain(workflow: Workflow, length: number): Block[] | null {
  const [chain = null] = foundOnce(workflow, `most varied, ${length}`, () => {
    let best: { chain: Block[]; score: number } | null = null;
    for (const chain of chainsOf(workflow, length)) {
      const score = variety(workflow, chain);
      if (best === null || score > best.score) best = { chain, score };
    }
    return best === null ? [] : [best.chain];
  });
  return chain;
}

/** By workflow, and by the kind of chain. */
const found = new WeakMap<Workflow, Map<string, Block[][]>>();

/**
 * Valid chains, each searched for once in a run, since the search is slow. Each use renames the blocks.
 * @param which identifies the kind of chain for this workflow
 */
export function foundOnce(workflow: Workflow, which: string, find: () => Block[][]): Block[][] {
  const known = found.get(workflow) ?? new Map<string, Block[][]>();
  found.set(workflow, known);
  const chains = known.get(which) ?? find();
  known.set(which, chains);
  return chains.map((chain) => {
    const names = new Map(chain.map(({ name }, index) => [name, nameAt(workflow, index)]));
    return renamed(chain, (name) => names.get(name) ?? name);
  });
}

/** A valid chain of three blocks whose last block reads the first. Null where the block types allow none. */
export function skippingChain(workflow: Workflow): Block[] | null {
  if (longest(workflow) < 3) return null;
  for (const chain of chainsOf(workflow, 3)) {
    const [first, second, third] = chain;
    const link = third && linkOf(third, second);
    if (first === undefined || third === undefined || link === undefined) continue;
    const [source] = readable(workflow, first, acceptedKinds(workflow, third, link.input));
    if (source !== undefined && 'block' in source) return rewire(chain, 2, link.input, source).blocks;
  }
  return null;
}

/** A valid chain of three blocks whose last block reads both others. Null where the block types allow none. */
export function joiningChain(workflow: Workflow): Block[] | null {
  if (longest(workflow) < 3) return null;
  for (const pair of fedChains(workflow, 2))
    for (const type of workflow.blockTypes) {
      const last = fedBlock(workflow, type, pair);
      if (last === null) continue;
      const [first = [], second = []] = pair.map((block) =>
        Object.keys(last.inputs).flatMap((input) =>
          readable(workflow, block, kindsOf(type, input)).map((source) => [input, source] as const),
        ),
      );
      for (const [input, source] of first) {
        const other = second.find(([name]) => name !== input);
        if (other === undefined) continue;
        const inputs = { ...last.inputs, [input]: source, [other[0]]: other[1] };
        return [...pair, { ...last, inputs }];
      }
    }
  return null;
}

/**
 * A valid chain in which exactly one block skips the block before it and reads an earlier one. Blocks that
 * play no part in this are left out. Null where no block does.
 */
export function withoutBetween(chain: readonly Block[]): Block[] | null {
  for (const [at, block] of chain.entries()) {
    const [first = at, ...others] = new Set(
      linksOf(block).map((link) => chain.findIndex(({ name }) => name === link.block)),
    );
    if (first < at - 1 && others.length === 0) return [...chain.slice(0, first + 1), block];
  }
  return null;
}

/**
 * The same fault in the shortest chain that has it: the reading block and the blocks that it depends on. Null
 * where the chain is that short already.
 */
export function faultAlone(workflow: Workflow, { blocks, connection }: FaultyChain): ChainWithFault | null {
  const needed = new Set([connection.consumer]);
  for (const block of blocks.toReversed())
    if (needed.has(block.name)) for (const link of linksOf(block)) needed.add(link.block);
  const left = blocks.filter(({ name }) => needed.has(name));
  if (left.length === blocks.length) return null;
  return { ...named(workflow, left, connection), position: left.length - 1 };
}

/** The blocks, and a connection of them, with the names that the target gives blocks by their place. */
function named(
  workflow: Workflow,
  blocks: readonly Block[],
  connection: Connection,
): Pick<ChainWithFault, 'blocks' | 'connection'> {
  const nameOf = (name: string) =>
    workflow.blockName?.(blocks.findIndex((block) => block.name === name)) ?? name;
  const [consumer, source] = [nameOf(connection.consumer), nameOf(connection.source)];
  return { blocks: renamed(blocks, nameOf), connection: { ...connection, consumer, source } };
}

/** The lengths from two to five, or to the maximum of the target, for which the block types allow a valid chain. */
export function soundLengths(workflow: Workflow): number[] {
  return [2, 3, 4, 5].filter((length) => {
    return length <= longest(workflow) && !chainsOf(workflow, length).next().done;
  });
}

function longest({ longest = LONGEST }: Workflow): number {
  return Math.min(longest, LONGEST);
}

/**
 * A chain with one faulty connection: the first or the last of the longest valid chain. At the last, the
 * fault is at an input other than the first of its block, if there is one. Null where the block types allow
 * no such fault.
 */
export function faultyChain(workflow: Workflow, flaw: Flaw, place: FaultPlace): FaultyChain | null {
  const restsOn = declared[flaw];
  for (let length = longest(workflow); length >= 2; length--) {
    const position = place === 'early' ? 1 : length - 1;
    let found: FaultyChain | null = null;
    for (const chain of chainsOf(workflow, length)) {
      const spoilt = addFault(workflow, chain, flaw, position);
      if (spoilt === null) continue;
      const preferred =
        flaw === 'input-for-output'
          ? readsItsKind(workflow, chain, spoilt)
          : place === 'early' || readsByALaterInput(chain[position], chain[position - 1]);
      if (found === null || preferred) found = { ...spoilt, sound: chain, ...(restsOn && { restsOn }) };
      if (preferred) break;
    }
    if (found !== null) return found;
  }
  return null;
}

/** A wrong declaration that would make a target accept the faulty chain. */
export const declared: { [F in Flaw]?: NonNullable<FaultyChain['restsOn']> } = {
  'field-of-another': 'workflow.outputs',
  'input-for-output': 'workflow.outputs',
  'mismatched-kind': 'workflow.kinds',
};

/** Whether the replaced input accepts the kind of the output. If it does not, the kind is wrong, too. */
function readsItsKind(workflow: Workflow, chain: Block[], { connection }: ChainWithFault): boolean {
  const { consumer, input, source, field } = connection;
  const kindsOf = (name: string, of: string) => {
    const block = chain.find((each) => each.name === name);
    return block ? acceptedKinds(workflow, block, of) : [];
  };
  const kinds = kindsOf(consumer, input);
  return kindsOf(source, field).some((kind) => kinds.includes(kind));
}

/**
 * For each pair of a kind and an input that does not accept it, a chain that connects the two. Where no input
 * accepts a kind, each block type with such an output makes its own pair, since no other chain reads it.
 */
export function mismatchedPairs(workflow: Workflow): FaultyChain[] {
  const pairs = new Map<string, FaultyChain>();
  const taken = new Set(
    workflow.blockTypes.flatMap((type) => Object.keys(type.inputs).flatMap((input) => kindsOf(type, input))),
  );
  for (const { chain, input } of readingChains(workflow))
    for (const { kind, kinds, faulty } of mismatches(workflow, chain, chain.length - 1, input)) {
      const pair = `${taken.has(kind) ? kind : `${kind} of ${typeRead(faulty)}`} > ${kinds.join('|')}`;
      if (!pairs.has(pair)) pairs.set(pair, { ...faulty, sound: chain, restsOn: 'workflow.kinds' });
    }
  const found = [...pairs.values()];
  return [...new Set([...uniqueBy(found, typeRead), ...found])].slice(0, MOST_PAIRS);
}

/** The type of the block that the faulty connection reads. */
function typeRead({ blocks, connection }: ChainWithFault): string {
  return blocks.find(({ name }) => name === connection.source)?.type ?? '';
}

/**
 * Valid chains whose last block reads an earlier one with this input. It may read past others: no input may accept
 * what they put out. A type that one block cannot feed stands after two or three blocks.
 */
function* readingChains(workflow: Workflow): Generator<{ chain: Block[]; input: string }> {
  const { blockTypes } = workflow;
  const firsts = [...fedChains(workflow, 1)];
  const needsMore = blockTypes.filter((type) => !firsts.some((first) => fedBlock(workflow, type, first)));
  for (let before = 0; before + 2 <= longest(workflow); before++) {
    let left = TRIES;
    for (const prefix of fedChains(workflow, before))
      for (const type of before < 2 ? blockTypes : needsMore) {
        const block = fedBlock(workflow, type, prefix);
        if (block === null || left <= 0) continue;
        const chain = [...prefix, block];
        for (const { last, input } of readersOf(workflow, chain)) {
          if (left-- <= 0) break;
          yield { chain: [...chain, last], input };
        }
      }
  }
}

/**
 * Valid chains of this length in which a block reads the block before it if it can, or else any others, or
 * nothing.
 */
const fedChains = (workflow: Workflow, length: number) =>
  grown(workflow, length, (type, chain) => waysToBeFed(workflow, type, chain).slice(0, 1), { left: TRIES });

/** Appends a block of this type to a chain; null where the chain has no output for one of its inputs. */
function fedBlock(workflow: Workflow, type: BlockType, chain: Block[]): Block | null {
  const [inputs] = waysToBeFed(workflow, type, chain);
  return inputs ? { name: nameAt(workflow, chain.length), type: type.name, inputs } : null;
}

const waysToBeFed = (workflow: Workflow, type: BlockType, chain: Block[]) => [
  ...waysToFeed(workflow, type, chain),
  ...fedBy(workflow, type, chain),
];

/** The blocks that could follow a chain and read a block of it, each with the input that does. */
function readersOf(workflow: Workflow, chain: Block[]): { last: Block; input: string }[] {
  return chain.flatMap((source) =>
    workflow.blockTypes.flatMap((type) =>
      waysToFeed(workflow, type, [...chain.filter((block) => block !== source), source]).flatMap((inputs) => {
        const last = { name: nameAt(workflow, chain.length), type: type.name, inputs };
        const link = linkOf(last, source);
        return link ? { last, input: link.input } : [];
      }),
    ),
  );
}

function nameAt({ blockName }: Workflow, index: number): string {
  return blockName?.(index) ?? freshName('step');
}

/** The greatest number of pairs to send. Where there are many kinds, more pairs add little. */
const MOST_PAIRS = 12;

/** How many different features the connections and blocks of a chain have. */
function variety(workflow: Workflow, chain: Block[]): number {
  const seen = new Set(chain.map(({ type }) => `type ${type}`));
  for (const block of chain)
    for (const { input, block: source, field } of linksOf(block)) {
      const from = chain.find(({ name }) => name === source);
      const fields = from ? outputs(workflow, from) : [];
      const at = fields.findIndex(([name]) => name === field);
      const kind = fields[at]?.[1] ?? '';
      seen.add(`kind ${kind}`);
      seen.add(`input ${Object.keys(block.inputs).indexOf(input) > 0}`);
      seen.add(`output ${at > 0}`);
      seen.add(`accepted ${acceptedKinds(workflow, block, input).indexOf(kind) > 0}`);
    }
  return seen.size;
}

function readsByALaterInput(block: Block | undefined, before: Block | undefined): boolean {
  const link = block && linkOf(block, before);
  return link !== undefined && link.input !== Object.keys(block?.inputs ?? {})[0];
}

/** The chain with this fault at an input of the block at `position`; null where it cannot have the fault. */
function addFault(workflow: Workflow, chain: Block[], flaw: Flaw, position: number): ChainWithFault | null {
  const block = chain[position];
  const before = chain[position - 1];
  const link = block && linkOf(block, before);
  if (block === undefined || before === undefined || link === undefined) return null;
  const { input } = link;
  const rewired = (name: string, field: string) => rewire(chain, position, input, { block: name, field });
  switch (flaw) {
    case 'later': {
      // Of two neighbouring blocks, puts the one that reads first.
      const connection = { consumer: block.name, input, source: before.name, field: link.field };
      return swapped(workflow, chain, position, connection);
    }
    case 'self': {
      const kinds = acceptedKinds(workflow, block, input);
      const field = outputs(workflow, block).find(([, kind]) => kinds.includes(kind))?.[0];
      return field === undefined ? null : rewired(block.name, field);
    }
    case 'no-block':
      return rewired(workflow.blockName?.(chain.length + 7) ?? freshName('none'), link.field);
    case 'missing-field':
      return rewired(before.name, freshName('field'));
    case 'field-of-another': {
      const own = outputs(workflow, before).map(([field]) => field);
      const kinds = acceptedKinds(workflow, block, input);
      const others = chain.filter((each) => each !== before).flatMap((each) => outputs(workflow, each));
      const field = others.find(([name, kind]) => !own.includes(name) && kinds.includes(kind))?.[0];
      return field === undefined ? null : rewired(before.name, field);
    }
    case 'input-for-output': {
      const own = outputs(workflow, before).map(([field]) => field);
      const kinds = acceptedKinds(workflow, block, input);
      const names = Object.keys(before.inputs).filter((name) => !own.includes(name));
      const fits = (name: string) =>
        acceptedKinds(workflow, before, name).some((kind) => kinds.includes(kind));
      const field = names.find(fits) ?? names[0];
      return field === undefined ? null : rewired(before.name, field);
    }
    case 'mismatched-kind':
      return (
        mismatches(workflow, chain, position, input)[0]?.faulty ??
        (position === 1 ? otherFirstBlock(workflow, chain, input) : null)
      );
  }
}

/** The inputs of a block that read other blocks, with what they read. */
export const linksOf = ({ inputs }: Block) =>
  Object.entries(inputs).flatMap(([input, source]) => ('block' in source ? { input, ...source } : []));

/** The input through which a block reads the block before it. */
const linkOf = (block: Block, before: Block | undefined) =>
  linksOf(block).find((link) => link.block === before?.name);

/** The connection at `position` changed to each earlier output that its input does not accept, nearest first. */
function mismatches(workflow: Workflow, chain: Block[], position: number, input: string) {
  const block = chain[position];
  const kinds = block ? acceptedKinds(workflow, block, input) : [];
  return chain
    .slice(0, position)
    .reverse()
    .flatMap((earlier) =>
      outputs(workflow, earlier)
        .filter(([, kind]) => !kinds.includes(kind))
        .map(([field, kind]) => ({
          kind,
          kinds,
          faulty: rewire(chain, position, input, { block: earlier.name, field }),
        })),
    );
}

/**
 * The chain with a first block of another type, whose output kind this input of the second block does not
 * accept.
 */
function otherFirstBlock(workflow: Workflow, chain: Block[], input: string): ChainWithFault | null {
  const [first, second, ...rest] = chain;
  if (first === undefined || second === undefined) return null;
  const reads = [second, ...rest].flatMap((block) =>
    linksOf(block).filter((link) => link.block === first.name),
  );
  if (reads.length > 1 || linkOf(second, first)?.input !== input) return null;
  const kinds = acceptedKinds(workflow, second, input);
  for (const type of workflow.blockTypes) {
    const field = Object.entries(type.outputs).find(([, kind]) => !kinds.includes(kind))?.[0];
    const [inputs] = field === undefined ? [] : waysToFeed(workflow, type, []);
    if (field === undefined || inputs === undefined) continue;
    const exchanged = [{ name: first.name, type: type.name, inputs }, second, ...rest];
    return rewire(exchanged, 1, input, { block: first.name, field });
  }
  return null;
}

export function rewire(
  chain: Block[],
  position: number,
  input: string,
  wrong: { block: string; field: string },
): ChainWithFault {
  const blocks = chain.map((block, index) =>
    index === position ? { ...block, inputs: { ...block.inputs, [input]: wrong } } : block,
  );
  const consumer = chain[position]?.name ?? '';
  return { blocks, connection: { consumer, input, source: wrong.block, field: wrong.field }, position };
}

/** Puts the reading block before the block that it reads. Nothing else in the chain changes. */
function swapped(
  workflow: Workflow,
  chain: Block[],
  position: number,
  connection: Connection,
): ChainWithFault {
  const [before, reading] = [chain[position - 1], chain[position]] as [Block, Block];
  const moved = chain.with(position - 1, reading).with(position, before);
  return { ...named(workflow, moved, connection), position: position - 1 };
}

/** Renames blocks, and the references to them. */
export function renamed(blocks: readonly Block[], nameOf: (name: string) => string): Block[] {
  return blocks.map((block) => ({
    ...block,
    name: nameOf(block.name),
    inputs: Object.fromEntries(
      Object.entries(block.inputs).map(([input, source]): [string, BlockInput] => [
        input,
        'block' in source ? { ...source, block: nameOf(source.block) } : source,
      ]),
    ),
  }));
}

/**
 * Chains of this length in which each block but the first reads the block before it: all of them, or as many
 * as this number of steps allows.
 * @param turns where to start among the ways to add each block
 */
export const chainsOf = (workflow: Workflow, length: number, left = TRIES, turns: readonly number[] = []) =>
  grown(workflow, length, (type, chain) => waysToFeed(workflow, type, chain), { left }, turns);

/** Chains of this length, each block of which is connected in one of these ways. */
function* grown(
  workflow: Workflow,
  length: number,
  waysOf: (type: BlockType, chain: Block[]) => Record<string, BlockInput>[],
  tries: { left: number },
  turns: readonly number[] = [],
  chain: Block[] = [],
): Generator<Block[], undefined> {
  if (tries.left-- <= 0) return;
  if (chain.length === length) {
    yield chain;
    return;
  }
  const ways = workflow.blockTypes.flatMap((type) =>
    waysOf(type, chain).map((inputs) => ({ type: type.name, inputs })),
  );
  const first = ways.length === 0 ? 0 : (turns[chain.length] ?? 0) % ways.length;
  for (const way of [...ways.slice(first), ...ways.slice(0, first)]) {
    const block = { name: nameAt(workflow, chain.length), ...way };
    yield* grown(workflow, length, waysOf, tries, turns, [...chain, block]);
  }
}

/**
 * The ways to connect a block: one input reads an output of the block before, and the others have literals,
 * or read any earlier block where no literal is possible. The first block reads nothing.
 */
function waysToFeed(workflow: Workflow, type: BlockType, chain: Block[]): Record<string, BlockInput>[] {
  const before = chain.at(-1);
  if (before === undefined) return fedBy(workflow, type, chain);
  return Object.keys(type.inputs).flatMap((input) =>
    readable(workflow, before, kindsOf(type, input)).flatMap((source) =>
      fedBy(workflow, type, chain, { input, source }),
    ),
  );
}

/**
 * The inputs of a block, from sample literals and the chain before it, except for one that is given. None
 * where an input has no source.
 */
function fedBy(
  workflow: Workflow,
  type: BlockType,
  chain: Block[],
  link?: { input: string; source: BlockInput },
): Record<string, BlockInput>[] {
  const fed: Record<string, BlockInput> = {};
  for (const input of Object.keys(type.inputs)) {
    const source = input === link?.input ? link.source : filler(workflow, chain, kindsOf(type, input));
    if (source === undefined) return [];
    fed[input] = source;
  }
  return [fed];
}

function filler(workflow: Workflow, chain: Block[], kinds: string[]): BlockInput | undefined {
  const kind = kinds.find((each) => Object.hasOwn(workflow.samples, each));
  if (kind !== undefined) return { literal: workflow.samples[kind] };
  return chain.flatMap((block) => readable(workflow, block, kinds))[0];
}

/** The outputs of a block that have one of these kinds. */
function readable(workflow: Workflow, block: Block, kinds: string[]): BlockInput[] {
  return outputs(workflow, block)
    .filter(([, kind]) => kinds.includes(kind))
    .map(([field]) => ({ block: block.name, field }));
}

function typeOf(workflow: Workflow, block: Block): BlockType | undefined {
  return workflow.blockTypes.find(({ name }) => name === block.type);
}

export function outputs(workflow: Workflow, block: Block): [field: string, kind: string][] {
  return Object.entries(typeOf(workflow, block)?.outputs ?? {});
}

export function acceptedKinds(workflow: Workflow, block: Block, input: string): string[] {
  const type = typeOf(workflow, block);
  return type === undefined ? [] : kindsOf(type, input);
}

function kindsOf(type: BlockType, input: string): string[] {
  const kinds = type.inputs[input] ?? [];
  return typeof kinds === 'string' ? [kinds] : kinds;
}
