import type { Block, Call, Check, Input, Serve } from './call';
import { isObject } from './json';
import { submit } from './work';

/** The inputs and outputs of a type of block. */
interface BlockType {
  /** The kinds that each input accepts. */
  inputs: Readonly<Record<string, readonly string[]>>;
  /** The kind of each output field. */
  outputs: Readonly<Record<string, string>>;
}

/** An input of one block that reads an output field of another. */
export interface Connection {
  /** The reading block, its position in the chain (from 0), and its input. */
  reader: string;
  position: number;
  input: string;
  /** The block and the output field that are read. */
  block: string;
  field: string;
}

export interface FaultyConnection extends Connection {
  reason: 'later' | 'self' | 'no-block' | 'missing-field' | 'mismatched-kind';
}

/** The block types, by name. */
export const types: Readonly<Record<string, BlockType>> = {
  write: { inputs: { prompt: ['text'] }, outputs: { text: 'text', words: 'number' } },
  shorten: { inputs: { text: ['text'], length: ['number'] }, outputs: { summary: 'text' } },
  draw: { inputs: { prompt: ['text'] }, outputs: { image: 'image', seed: 'number' } },
  resize: { inputs: { image: ['image'], width: ['number'] }, outputs: { image: 'image' } },
  describe: { inputs: { image: ['image'] }, outputs: { caption: 'text', score: 'number' } },
  label: { inputs: { value: ['text', 'number'] }, outputs: { label: 'text' } },
};

function readInput(value: unknown): Input {
  return isObject(value) && typeof value.block === 'string' && typeof value.field === 'string'
    ? { block: value.block, field: value.field }
    : { literal: value };
}

/** Parses `{ name, type, inputs: { input: value } }`, each value with `read`. Undefined if malformed. */
export function readBlock(value: unknown, read: (value: unknown) => Input): Block | undefined {
  if (!isObject(value) || !isObject(value.inputs)) return undefined;
  const { name, type, inputs } = value;
  if (typeof name !== 'string' || name === '' || typeof type !== 'string') return undefined;
  return {
    name,
    type,
    inputs: Object.fromEntries(Object.entries(inputs).map(([input, value]) => [input, read(value)])),
  };
}

function fits(literal: unknown, kinds: readonly string[]): boolean {
  return kinds.includes(typeof literal === 'string' ? 'text' : typeof literal);
}

/** Returns every connection, in the order of the blocks. */
export function connectionsOf(blocks: readonly Block[]): Connection[] {
  return blocks.flatMap(({ name: reader, inputs }, position) =>
    Object.entries(inputs).flatMap(([input, from]) =>
      'literal' in from ? [] : [{ reader, position, input, block: from.block, field: from.field }],
    ),
  );
}

/** Returns the kind of the output that a connection reads, or undefined if there is no such output. */
export function kindOf({ block, field }: Connection, blocks: readonly Block[]): string | undefined {
  const { type = '' } = blocks.find(({ name }) => name === block) ?? {};
  const { outputs = {} } = types[type] ?? {};
  return Object.hasOwn(outputs, field) ? outputs[field] : undefined;
}

function reasonAgainst(
  connection: Connection,
  blocks: readonly Block[],
): FaultyConnection['reason'] | undefined {
  const source = blocks.findIndex(({ name }) => name === connection.block);
  if (source === -1) return 'no-block';
  if (source === connection.position) return 'self';
  if (source > connection.position) return 'later';
  const kind = kindOf(connection, blocks);
  if (kind === undefined) return 'missing-field';
  const reader = types[blocks[connection.position]?.type ?? ''];
  return reader?.inputs[connection.input]?.includes(kind) ? undefined : 'mismatched-kind';
}

const reasons: Readonly<Record<FaultyConnection['reason'], string>> = {
  later: 'that block comes later',
  self: 'that is the block itself',
  'no-block': 'there is no such block',
  'missing-field': 'that block has no such output field',
  'mismatched-kind': 'its kind does not fit',
};

/** Workflows and their connections: contract 2.4. */
export const workflows = {
  /** Returns the blocks of the body, or a text that says what is malformed. */
  read({ blocks }: Readonly<Record<string, unknown>>): Block[] | string {
    if (!Array.isArray(blocks) || blocks.length === 0) return '`blocks` is not a list of blocks';
    const read = blocks.map((block) => readBlock(block, readInput));
    return read.every((block) => block !== undefined)
      ? read
      : 'a block is not { name, type, inputs: { input: value } }';
  },
  /** Returns what is wrong with the blocks apart from their connections, or undefined if they are valid. */
  wrong(blocks: readonly Block[]): string | undefined {
    if (new Set(blocks.map(({ name }) => name)).size < blocks.length) return 'two blocks have one name';
    for (const { name, type, inputs } of blocks) {
      const wanted = types[type]?.inputs;
      if (!wanted) return `block "${name}" is of no known type`;
      const missing = Object.keys(wanted).find((input) => inputs[input] === undefined);
      if (missing !== undefined) return `block "${name}" lacks the input "${missing}"`;
      for (const [input, value] of Object.entries(inputs)) {
        const kinds = wanted[input];
        if (!kinds) return `block "${name}" has no input "${input}"`;
        if ('literal' in value && !fits(value.literal, kinds)) return `"${name}.${input}" does not fit`;
      }
    }
    return undefined;
  },
  /**
   * Returns every faulty connection, in the order of the blocks. Keeps workflows.chain.accepted,
   * workflows.reference.later, workflows.reference.missing-field, workflows.reference.mismatched-kind,
   * workflows.reference.self, workflows.reference.no-block.
   */
  faulty(blocks: readonly Block[]): FaultyConnection[] {
    return connectionsOf(blocks).flatMap((connection) => {
      const reason = reasonAgainst(connection, blocks);
      return reason === undefined ? [] : [{ ...connection, reason }];
    });
  },
  /** Whether the mock rejects a faulty connection. */
  rejects: (_connection: FaultyConnection, _blocks: readonly Block[], _call: Call): boolean => true,
  /** Keeps workflows.message.names-connection. */
  describe: ({ reason, reader, input, block, field }: FaultyConnection, _blocks: readonly Block[]): string =>
    `"${reader}.${input}" reads "${block}.${field}", but ${reasons[reason]}`,
};

export const readBlocks: Check = (call, { behaviour: { workflows } }) => {
  const blocks = workflows.read(call.fields);
  const wrong = typeof blocks === 'string' ? blocks : workflows.wrong(blocks);
  if (typeof blocks === 'string' || wrong !== undefined) {
    return { code: 'invalid_request', about: wrong ?? '' };
  }
  call.blocks = blocks;
  call.price = 3 * blocks.length;
  return undefined;
};

export const checkConnections: Check = (call, { behaviour: { workflows } }) => {
  call.connection = workflows
    .faulty(call.blocks)
    .find((connection) => workflows.rejects(connection, call.blocks, call));
  return (
    call.connection && { code: 'invalid_workflow', about: workflows.describe(call.connection, call.blocks) }
  );
};

/** Block name -> output field -> value. */
const resultsOf = (blocks: readonly Block[]) =>
  Object.fromEntries(
    blocks.map(({ name, type }) => [
      name,
      Object.fromEntries(
        Object.entries(types[type]?.outputs ?? {}).map(([field, kind]) => [field, `a ${kind}`]),
      ),
    ]),
  );

export const submitWorkflow: Serve = (call, mock) => submit('runs', resultsOf(call.blocks), call, mock);
