import type { Block, BlockInput, BlockType, Target } from '../settings/target-file/target';
import { freshName } from './ids';

/**
 * Valid workflows, each made in one pass over the block types of a target file (contract 2.4). Pure, except for
 * random names.
 */

export type Workflow = NonNullable<Target['workflow']>;
type Link = Extract<BlockInput, { block: string }>;

/** How the blocks of a chain are connected. */
interface Pattern {
  /** For each block, the index of one that it reads; -1 if it need not read any. */
  reads: readonly number[];
  /** Its other inputs read earlier blocks, too, in place of sample literals. */
  dense?: true;
}

const LONGEST = 5;
const longest = ({ longest = LONGEST }: Workflow): number => Math.min(longest, LONGEST);
/** Each block reads the one before it. */
const inLine = (length: number): Pattern => ({ reads: Array.from({ length }, (_, index) => index - 1) });
const twoReadTheFirst: Pattern = { reads: [-1, 0, 0] };
const oneReadsTwo: Pattern = { reads: [-1, -1, 1], dense: true };

/**
 * A chain of `length` blocks in which each block but the first reads the block before it. Null where the block
 * types allow none.
 * @param seen of the chains before: what is new in this one is preferred
 */
export const soundChain = (workflow: Workflow, length: number, seen?: Seen): Block[] | null =>
  chainOf(workflow, inLine(length), seen);

/** A valid chain of three blocks, two of which read the first. Null where the block types allow none. */
export const skippingChain = (workflow: Workflow): Block[] | null => chainOf(workflow, twoReadTheFirst);

/** The lengths from two to five, or to the maximum of the target, for which there is a valid chain. */
export const soundLengths = (workflow: Workflow): number[] =>
  [2, 3, 4, 5].filter((length) => soundChain(workflow, length) !== null);

/**
 * This many valid chains that differ most in their block types and connections; fewer where the block types allow no
 * more.
 * @param seen of the chains before
 */
export function variedChains(workflow: Workflow, count: number, seen: Seen = new Map()): Block[][] {
  const lines = soundLengths(workflow)
    .slice(-2)
    .map((length): Pattern => ({ ...inLine(length), dense: true }));
  const patterns = [oneReadsTwo, ...lines, twoReadTheFirst].filter(
    ({ reads }) => reads.length <= longest(workflow),
  );
  return Array.from({ length: count }).flatMap((_, index) => {
    const chain = chainOf(workflow, patterns[index % patterns.length] as Pattern, seen);
    return chain ? [chain] : [];
  });
}

/** Valid chains with each block type that these do not have, each with as many as possible. */
export function chainsWithOtherTypes(workflow: Workflow, known: readonly Block[][]): Block[][] {
  const sent = new Set(known.flat().map(({ type }) => type));
  const others = (chain: Block[]) => chain.filter(({ type }) => !sent.has(type)).length;
  const most = variedChains(workflow, 12).toSorted((one, two) => others(two) - others(one));
  return most.filter((chain) => {
    const isNew = others(chain) > 0;
    for (const { type } of chain) sent.add(type);
    return isNew;
  });
}

/** One block after another; of all ways to add a block, the newest. */
function chainOf(workflow: Workflow, pattern: Pattern, seen: Seen = new Map()): Block[] | null {
  const { reads } = pattern;
  if (reads.length > longest(workflow)) return null;
  const chain: Block[] = [];
  for (const [index, read] of reads.entries()) {
    const types = typesWithReaders(workflow, chain, levelsBelow(reads, index));
    const ways = blocksAfter(workflow, types, chain, chain[read], pattern.dense);
    const next = newest(ways, (block) => featuresOf(workflow, [...chain, block]), seen);
    if (next === undefined) return null;
    chain.push(next);
  }
  return chain;
}

/** How many blocks depend on this one, one after another. */
const levelsBelow = (reads: readonly number[], index: number): number =>
  Math.max(0, ...reads.map((read, reader) => (read === index ? 1 + levelsBelow(reads, reader) : 0)));

/** The block types that this many blocks can follow, each reading the one before it. */
function typesWithReaders(workflow: Workflow, chain: readonly Block[], levels: number): readonly BlockType[] {
  if (levels === 0) return workflow.blockTypes;
  const next = typesWithReaders(workflow, chain, levels - 1);
  return workflow.blockTypes.filter(({ name }) => {
    const block = { name: '', type: name, inputs: {} };
    return blocksAfter(workflow, next, [...chain, block], block).length > 0;
  });
}

/** The blocks of these types that can follow a chain and read this block of it, if one is given. */
function blocksAfter(
  workflow: Workflow,
  types: readonly BlockType[],
  chain: readonly Block[],
  source?: Block,
  dense?: true,
): Block[] {
  return types.flatMap((type) => {
    const links = Object.keys(type.inputs).flatMap((input) =>
      (source ? linksTo(workflow, source, kindsOf(type, input)) : []).map((link) => ({ [input]: link })),
    );
    return (source ? links : [{}]).flatMap((given) => blockOf(workflow, type, chain, given, dense) ?? []);
  });
}

/**
 * A block that follows a chain. Inputs that are not given have a sample literal or read the nearest block that
 * they can; in a dense chain, they read the first one that they can. Null where an input can have neither.
 */
function blockOf(
  workflow: Workflow,
  type: BlockType,
  chain: readonly Block[],
  given: Readonly<Record<string, Link>>,
  dense = false,
): Block | null {
  const inputs: Record<string, BlockInput> = {};
  for (const input of Object.keys(type.inputs)) {
    const kinds = kindsOf(type, input);
    const kind = kinds.find((each) => Object.hasOwn(workflow.samples, each));
    const sample = kind === undefined ? undefined : { literal: workflow.samples[kind] };
    const links = chain.flatMap((block) => linksTo(workflow, block, kinds));
    const source = given[input] ?? (dense ? (links[0] ?? sample) : (sample ?? links.at(-1)));
    if (source === undefined) return null;
    inputs[input] = source;
  }
  return { name: workflow.blockName?.(chain.length) ?? freshName('step'), type: type.name, inputs };
}

/** What may be new in the last block of a chain: its type, its place, and what its inputs read. */
function featuresOf(workflow: Workflow, chain: readonly Block[]): string[] {
  const last = chain.at(-1) as Block;
  const reads = linksOf(last).flatMap(({ input, block, field }) => {
    const source = chain.find(({ name }) => name === block) as Block;
    const given = outputsOf(workflow, source);
    const kind = given.find(([name]) => name === field)?.[1] ?? '';
    return [
      `kind ${kind}`,
      `first input ${Object.keys(last.inputs)[0] === input}`,
      `first output ${given[0]?.[0] === field}`,
      `first kind ${acceptedKinds(workflow, last, input)[0] === kind}`,
      `${last.type}.${input} < ${kind}`,
      `${last.type}.${input} < ${source.type}.${field}`,
    ];
  });
  return [`type ${last.type}`, `block ${chain.length} ${last.type}`, ...reads];
}

/** How often each feature has been seen. */
export type Seen = Map<string, number>;

/** The item whose features have been seen least. They are seen once more then. */
function newest<Item>(
  items: readonly Item[],
  featuresOf: (item: Item) => readonly string[],
  seen: Seen,
): Item | undefined {
  const times = (feature: string) => seen.get(feature) ?? 0;
  let best: { item: Item; features: readonly string[]; news: number } | undefined;
  for (const item of items) {
    const features = featuresOf(item);
    const news = features.reduce((sum, feature) => sum + 0.25 ** times(feature), 0);
    if (best === undefined || news > best.news) best = { item, features, news };
  }
  for (const feature of best?.features ?? []) seen.set(feature, times(feature) + 1);
  return best?.item;
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

/** Renames blocks, and the references to them. */
export const renamed = (blocks: readonly Block[], nameOf: (name: string) => string): Block[] =>
  blocks.map(({ name, type, inputs }) => {
    const reads = Object.entries(inputs).map(([input, source]): [string, BlockInput] => [
      input,
      'block' in source ? { ...source, block: nameOf(source.block) } : source,
    ]);
    return { name: nameOf(name), type, inputs: Object.fromEntries(reads) };
  });

/** The inputs of a block that read other blocks, with what they read. */
export const linksOf = ({ inputs }: Block) =>
  Object.entries(inputs).flatMap(([input, source]) => ('block' in source ? { input, ...source } : []));

/** Links to the outputs of a block that have one of these kinds. */
export const linksTo = (workflow: Workflow, block: Block, kinds: readonly string[]): Link[] =>
  outputsOf(workflow, block).flatMap(([field, kind]) =>
    kinds.includes(kind) ? { block: block.name, field } : [],
  );

export const outputsOf = (workflow: Workflow, block: Block): [field: string, kind: string][] =>
  Object.entries(typeOf(workflow, block)?.outputs ?? {});

export function acceptedKinds(workflow: Workflow, block: Block, input: string): string[] {
  const type = typeOf(workflow, block);
  return type ? kindsOf(type, input) : [];
}

const typeOf = ({ blockTypes }: Workflow, { type }: Block) => blockTypes.find(({ name }) => name === type);

const kindsOf = ({ inputs }: BlockType, input: string): string[] => [inputs[input] ?? []].flat();
