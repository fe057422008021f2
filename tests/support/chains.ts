import { freshName } from './ids';
import type { Block, BlockInput, BlockType, Target } from './target';

/** Composes workflows, sound and faulty, from a target's block types (contract 2.4). Pure but for names. */

export type Workflow = NonNullable<Target['workflow']>;

/** How one connection of an otherwise sound chain is wrong. */
export type Flaw = 'later' | 'self' | 'no-block' | 'missing-field' | 'mismatched-kind';

/** Whether the wrong connection is the chain's first or its last. */
export type Place = 'early' | 'late';

export interface Connection {
  /** The block that reads, and its input. */
  consumer: string;
  input: string;
  /** The block that is read, and its output field. */
  source: string;
  field: string;
}

export interface FaultyChain {
  blocks: Block[];
  /** The faulty connection. */
  connection: Connection;
  /** Place of the reading block in the chain, from 0. */
  position: number;
}

const LONGEST = 5;
/** Most chains of one length, their beginnings included, that are composed in search of one. */
const TRIES = 10_000;

/** A chain of `length` blocks in which every block but the first reads the one before it; null if none exists. */
export function soundChain(workflow: Workflow, length: number): Block[] | null {
  return first(chainsOf(workflow, length));
}

/** The lengths from two to five for which the block types give a sound chain. */
export function soundLengths(workflow: Workflow): number[] {
  return [2, 3, 4, 5].filter((length) => soundChain(workflow, length) !== null);
}

/**
 * A chain with one faulty connection: the first of a chain of three or more, or the last of the longest that
 * the block types allow. Null where they allow none with this flaw.
 */
export function faultyChain(workflow: Workflow, flaw: Flaw, place: Place): FaultyChain | null {
  for (let length = LONGEST; length >= 2; length--) {
    const position = place === 'early' ? 1 : length - 1;
    for (const chain of chainsOf(workflow, length)) {
      const faulty = spoil(workflow, chain, flaw, position);
      if (faulty !== null) return faulty;
    }
  }
  return null;
}

function spoil(workflow: Workflow, chain: Block[], flaw: Flaw, position: number): FaultyChain | null {
  const block = chain[position];
  const before = chain[position - 1];
  if (block === undefined || before === undefined) return null;
  const reading = Object.entries(block.inputs).find(
    ([, source]) => 'block' in source && source.block === before.name,
  );
  if (reading === undefined) return null;
  const [input, source] = reading as [string, { block: string; field: string }];
  const rewired = (wrong: { block: string; field: string }): FaultyChain => ({
    blocks: chain.with(position, { ...block, inputs: { ...block.inputs, [input]: wrong } }),
    connection: { consumer: block.name, input, source: wrong.block, field: wrong.field },
    position,
  });
  switch (flaw) {
    case 'later':
      return swapped(workflow, chain, position, {
        consumer: block.name,
        input,
        source: before.name,
        field: source.field,
      });
    case 'self': {
      const field = outputs(workflow, block).find(([, kind]) =>
        accepted(workflow, block, input).includes(kind),
      )?.[0];
      return field === undefined ? null : rewired({ block: block.name, field });
    }
    case 'no-block':
      return rewired({
        block: workflow.blockName?.(chain.length + 7) ?? freshName('none'),
        field: source.field,
      });
    case 'missing-field':
      return rewired({ block: before.name, field: freshName('field') });
    case 'mismatched-kind': {
      const wrong = chain
        .slice(0, position)
        .reverse()
        .flatMap((earlier) =>
          outputs(workflow, earlier).map(([field, kind]) => ({ block: earlier.name, field, kind })),
        )
        .find(({ kind }) => !accepted(workflow, block, input).includes(kind));
      return wrong === undefined ? null : rewired({ block: wrong.block, field: wrong.field });
    }
  }
}

/** The reading block put in front of the one it reads: nothing else about the chain changes. */
function swapped(workflow: Workflow, chain: Block[], position: number, connection: Connection): FaultyChain {
  const order = chain.map((_, index) => index);
  order[position - 1] = position;
  order[position] = position - 1;
  const moved = order.flatMap((index) => chain[index] ?? []);
  const names = new Map(moved.map(({ name }, index) => [name, workflow.blockName?.(index) ?? name]));
  const named = (name: string) => names.get(name) ?? name;
  return {
    blocks: moved.map((block) => ({
      ...block,
      name: named(block.name),
      inputs: Object.fromEntries(
        Object.entries(block.inputs).map(([input, source]): [string, BlockInput] => [
          input,
          'block' in source ? { ...source, block: named(source.block) } : source,
        ]),
      ),
    })),
    connection: { ...connection, consumer: named(connection.consumer), source: named(connection.source) },
    position: position - 1,
  };
}

/** Chains of this length in which each block but the first reads the one before it: all, or as many as TRIES. */
function* chainsOf(
  workflow: Workflow,
  length: number,
  chain: Block[] = [],
  tries = { left: TRIES },
): Generator<Block[]> {
  if (tries.left-- <= 0) return;
  if (chain.length === length) {
    yield chain;
    return;
  }
  for (const type of workflow.blockTypes) {
    for (const inputs of waysToFeed(workflow, type, chain)) {
      const name = workflow.blockName?.(chain.length) ?? freshName('step');
      yield* chainsOf(workflow, length, [...chain, { name, type: type.name, inputs }], tries);
    }
  }
}

/** One way for each input that can read the block before; the other inputs are literals, or read any earlier block. */
function waysToFeed(workflow: Workflow, type: BlockType, chain: Block[]): Record<string, BlockInput>[] {
  const before = chain.at(-1);
  const fill = (input: string): BlockInput | undefined => {
    const kinds = kindsOf(type, input);
    const kind = kinds.find((each) => Object.hasOwn(workflow.samples, each));
    return kind === undefined
      ? chain.map((block) => read(workflow, block, kinds)).find(Boolean)
      : { literal: workflow.samples[kind] };
  };
  const inputs = Object.keys(type.inputs);
  const linked: (string | null)[] = before === undefined ? [null] : inputs;
  return linked.flatMap((link) => {
    const fed: Record<string, BlockInput> = {};
    for (const input of inputs) {
      const source = input === link && before ? read(workflow, before, kindsOf(type, input)) : fill(input);
      if (source === undefined) return [];
      fed[input] = source;
    }
    return [fed];
  });
}

function read(workflow: Workflow, block: Block, kinds: string[]): BlockInput | undefined {
  const field = outputs(workflow, block).find(([, kind]) => kinds.includes(kind))?.[0];
  return field === undefined ? undefined : { block: block.name, field };
}

function typeOf(workflow: Workflow, block: Block): BlockType | undefined {
  return workflow.blockTypes.find(({ name }) => name === block.type);
}

function outputs(workflow: Workflow, block: Block): [field: string, kind: string][] {
  return Object.entries(typeOf(workflow, block)?.outputs ?? {});
}

function accepted(workflow: Workflow, block: Block, input: string): string[] {
  const type = typeOf(workflow, block);
  return type === undefined ? [] : kindsOf(type, input);
}

function kindsOf(type: BlockType, input: string): string[] {
  const kinds = type.inputs[input] ?? [];
  return typeof kinds === 'string' ? [kinds] : kinds;
}

function first<T>(values: Iterable<T>): T | null {
  for (const value of values) return value;
  return null;
}

const ordinals =
  /\b(?:first|second|third|fourth|fifth|last|previous|next)\b|[첫두세네]\s?번째|다섯\s?번째|마지막/iu;

/**
 * How a message tells which connection is faulty (contract 2.1): by the name of a block or field at one of
 * its ends, by a position alone, by naming another connection only, or not at all.
 */
export function naming(message: string, faulty: FaultyChain): 'names' | 'position' | 'another' | 'nothing' {
  const { consumer, source, field, input } = faulty.connection;
  // A name ends where ASCII letters end: Korean puts its particles right behind it.
  const says = (word: string) =>
    new RegExp(`(?<![A-Za-z0-9])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}(?![A-Za-z0-9])`, 'u').test(message);
  if (says(consumer) || says(source)) return 'names';
  const others = faulty.blocks.map(({ name }) => name).filter((name) => name !== consumer && name !== source);
  if (others.some(says)) return 'another';
  if (says(field) || says(input)) return 'names';
  return /\d/.test(message) || ordinals.test(message) ? 'position' : 'nothing';
}
