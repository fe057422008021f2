import { escapeRegExp } from '../judge/escape-reg-exp';
import type { Connection } from '../judge/expectation';
import { isObject } from '../judge/json';
import type { LinkEnds, Reference, WorkflowSpelling } from './draft';
import { itemsOf, partsIn, placesIn, propertiesOf, type Schema, typeOf } from './operation';

/** The names that services commonly use for the parts of a block. */
const typeNames = [
  'type',
  'kind',
  'uses',
  'block_type',
  'blockType',
  'class_type',
  'block',
  'action',
  'task',
  'op',
];
const nameNames = ['name', 'id', 'key', 'step', 'label', 'node'];
const inputNames = [
  'inputs',
  'input',
  'in',
  'with',
  'params',
  'parameters',
  'args',
  'arguments',
  'values',
  'config',
  'data',
  'properties',
  'settings',
  'options',
  'body',
];
const blockNames = ['block', 'step', 'node', 'from', 'source', 'ref'];
const fieldNames = ['field', 'output', 'port', 'key', 'name', 'path'];

/** A block of an example, with the names of the fields that contain its parts. */
export interface ShownBlock {
  name: string;
  type: string;
  inputs: Record<string, unknown>;
}

/** Where blocks are in a body and how they are written, except for references. */
export type Blocks = Pick<WorkflowSpelling, 'blocks' | 'name' | 'type' | 'inputs'>;

const among = (names: string[], object: object) => names.find((name) => Object.hasOwn(object, name));

/** Where the blocks are in an example submission; null where it has none. */
export function blocksIn(example: unknown): (Blocks & { shown: ShownBlock[] }) | null {
  const held = (block: Record<string, unknown>) => inputNames.find((each) => isObject(block[each]));
  return blocksWhere(example, held) ?? blocksWhere(example, () => null);
}

/** The blocks of an example with their inputs in this field, or beside name and type where it is null. */
function blocksWhere(
  example: unknown,
  inputsOf: (block: Record<string, unknown>) => string | null | undefined,
): (Blocks & { shown: ShownBlock[] }) | null {
  for (const { path, value } of objectsIn(example)) {
    const keyed = !Array.isArray(value);
    const items: [string, unknown][] = keyed
      ? Object.entries(value as object)
      : value.map((each) => ['', each]);
    const read = items.map(([key, item]) => {
      if (!isObject(item)) return null;
      const type = typeNames.find((each) => typeof item[each] === 'string');
      const inputs = inputsOf(item);
      const name = keyed ? null : nameNames.find((each) => typeof item[each] === 'string' && each !== type);
      if (type === undefined || inputs === undefined || name === undefined) return null;
      const shown = {
        name: name === null ? key : String(item[name]),
        type: String(item[type]),
        inputs: inputs === null ? without(item, [type, name]) : (item[inputs] as Record<string, unknown>),
      };
      return { name, type, inputs, shown };
    });
    const [first] = read;
    if (first && read.every((each) => each !== null)) {
      const { name, type, inputs } = first;
      return { blocks: path, name, type, inputs, shown: read.map(({ shown }) => shown) };
    }
  }
  return null;
}

const without = (block: Record<string, unknown>, names: (string | null)[]) =>
  Object.fromEntries(Object.entries(block).filter(([name]) => !names.includes(name)));

/** Where a body schema has its blocks, and the schemas of the blocks. */
export function blocksOf(body: Schema | undefined): (Blocks & { variants: Schema[] }) | null {
  for (const { path, schema } of placesIn(body, 3)) {
    const additional = partsIn(schema).find(({ additionalProperties }) => isObject(additionalProperties));
    const keyed = typeOf(schema) !== 'array';
    const item = keyed ? (additional?.additionalProperties as Schema | undefined) : itemsOf(schema);
    if (item === undefined) continue;
    const properties = propertiesOf(item);
    const type = among(typeNames, properties);
    const inputs = among(inputNames, properties);
    const name = keyed ? null : nameNames.find((each) => each in properties && each !== type);
    if (type === undefined || inputs === undefined || name === undefined) continue;
    const variants = partsIn(item).filter(
      (each) => isWord(propertiesOf(each)[type]) && !each.oneOf && !each.anyOf,
    );
    return { blocks: path, name, type, inputs, variants };
  }
  return null;
}

/** True for the schema of a single word: the name of a block type. */
function isWord(schema: Schema | undefined): boolean {
  return schema !== undefined && (schema.const !== undefined || schema.enum?.length === 1);
}

/** How the blocks of an example refer to each other, and what they refer to; null where none does. */
export function referencesIn(
  example: unknown,
  blocks: ShownBlock[],
): { reference: Reference; connections: Connection[] } | null {
  const names = blocks.map(({ name }) => name);
  let reference: Reference | null = null;
  const connections: Connection[] = [];
  for (const { name: consumer, inputs } of blocks) {
    for (const [input, value] of Object.entries(inputs)) {
      const read = readReference(
        value,
        names.filter((name) => name !== consumer),
      );
      if (read === null) continue;
      reference ??= read.reference;
      connections.push({ consumer, input, source: read.block, field: read.field });
    }
  }
  return reference === null ? linksIn(example, names) : { reference, connections };
}

/** True for an input of an example that is not a literal. */
export function isReference(value: unknown, blocks: ShownBlock[]): boolean {
  return (
    readReference(
      value,
      blocks.map(({ name }) => name),
    ) !== null
  );
}

interface Read {
  reference: Reference;
  block: string;
  field: string;
}

function readReference(value: unknown, names: string[]): Read | null {
  if (typeof value === 'string') return readTemplate(value, names);
  if (!isObject(value)) return null;
  const [[holder, held] = [], ...others] = Object.entries(value);
  const inner = holder !== undefined && others.length === 0 ? readReference(held, names) : null;
  if (holder && inner && inner.reference.kind !== 'links')
    return { ...inner, reference: { ...inner.reference, holder } };
  const fields = Object.entries(value).filter(([, each]) => typeof each === 'string') as [string, string][];
  const block = fields.find(([, each]) => names.includes(each));
  const field = fields.find((each) => each !== block);
  if (block === undefined || field === undefined || fields.length !== 2) return null;
  const reference: Reference = { kind: 'object', block: block[0], field: field[0] };
  return { reference, block: block[1], field: field[1] };
}

/** The separator of two names in a reference: `a.b`, `a->b`, `a["b"]`, `a/b`. */
const joint = `(?:[/:#@|>]|::|->|["'\\]]{0,2}[.[]["']?)`;
/** A reference inside other text: `{{a.text}}`, `${a.text}`. */
const embedded = /\{\{[^{}]+\}\}|\$\{[^{}]+\}/;

/** `${steps.a.outputs.text}`, `{{a.text}}`, `@a.text`, `$.steps.a.text`: not a sentence that mentions a block. */
function readTemplate(text: string, names: string[]): Read | null {
  for (const name of names) {
    const match = new RegExp(
      `^(\\W*(?:\\w+${joint}){0,3})${escapeRegExp(name)}(${joint}(?:\\w+${joint})*)(\\w+)(\\W*)$`,
    ).exec(text);
    const [, before, between, field, after] = match ?? [];
    if (before === undefined || between === undefined || field === undefined || after === undefined) continue;
    return { reference: { kind: 'template', before, between, after }, block: name, field };
  }
  const [inner] = embedded.exec(text) ?? [];
  return inner === undefined || inner === text ? null : readTemplate(inner, names);
}

/** The links of a graph: a list beside the blocks whose items name two blocks each. */
function linksIn(
  example: unknown,
  names: string[],
): { reference: Reference; connections: Connection[] } | null {
  for (const { path, value } of objectsIn(example)) {
    if (!Array.isArray(value)) continue;
    const [first] = value;
    const ends = isObject(first) ? endsOf(first, names) : null;
    if (ends === null) continue;
    const reference: Reference = { kind: 'links', links: path, ends };
    return {
      reference,
      connections: value.filter(isObject).map((link) => connectionOf(link, ends)),
    };
  }
  return null;
}

const fromNames = /^(?:from|source|src|output)/i;

function endsOf(link: Record<string, unknown>, names: string[]): LinkEnds | null {
  const fields = Object.entries(link).filter((each): each is [string, string] => typeof each[1] === 'string');
  const joined = fields.flatMap(([field, text]) => {
    const name = names.find((each) => text.startsWith(each) && /^\W\w+$/.test(text.slice(each.length)));
    return name === undefined ? [] : [{ field, between: text.charAt(name.length) }];
  });
  if (joined.length === 2) {
    const from = joined.find(({ field }) => fromNames.test(field));
    const to = joined.find((each) => each !== from);
    return from && to ? { kind: 'joined', from: from.field, to: to.field, between: from.between } : null;
  }
  const words = wordsIn(link).filter(({ path }) => path.join() !== 'id');
  const [named, others] = [true, false].map((isName) =>
    words.filter(({ text }) => names.includes(text) === isName).map(({ path }) => path),
  );
  return apart(named ?? [], others ?? []);
}

/** The strings in a link, with the property names that lead to each. */
function wordsIn(link: Record<string, unknown>): { path: string[]; text: string }[] {
  return Object.entries(link).flatMap(([name, value]) => {
    if (typeof value === 'string') return { path: [name], text: value };
    if (!isObject(value)) return [];
    return wordsIn(value).map(({ path, text }) => ({ path: [name, ...path], text }));
  });
}

/** The four fields of a link, by the beginning of their names. */
function apart(named: string[][], others: string[][]): LinkEnds | null {
  const isFrom = ([first = '']: string[]) => fromNames.test(first);
  const [block, reader] = [named.find(isFrom), named.find((each) => !isFrom(each))];
  const [field, input] = [others.find(isFrom), others.find((each) => !isFrom(each))];
  if (named.length !== 2 || others.length !== 2 || !block || !reader || !field || !input) return null;
  return { kind: 'apart', block, field, reader, input };
}

function connectionOf(link: Record<string, unknown>, ends: LinkEnds): Connection {
  if (ends.kind === 'apart') {
    const at = (place: string[]) =>
      wordsIn(link).find(({ path }) => path.join() === place.join())?.text ?? '';
    return {
      source: at(ends.block),
      field: at(ends.field),
      consumer: at(ends.reader),
      input: at(ends.input),
    };
  }
  const parts = (field: string) => String(link[field]).split(ends.between);
  const [source = '', field = ''] = parts(ends.from);
  const [consumer = '', input = ''] = parts(ends.to);
  return { source, field, consumer, input };
}

/** How a block refers to another, according to schemas: an object of two strings as a possible input, or links. */
export function blockReferenceOf(
  body: Schema | undefined,
  blocks: Blocks,
  variants: Schema[],
): Reference | null {
  const inputs = variants.flatMap((variant) =>
    Object.values(propertiesOf(blocks.inputs === null ? variant : propertiesOf(variant)[blocks.inputs])),
  );
  for (const schema of inputs.flatMap((input) => partsIn(input))) {
    const properties = schema.properties ?? {};
    const [block, field] = [among(blockNames, properties), among(fieldNames, properties)];
    if (block !== undefined && field !== undefined && block !== field)
      return { kind: 'object', block, field };
  }
  for (const { path, schema } of placesIn(body, 3)) {
    const item = typeOf(schema) === 'array' ? itemsOf(schema) : undefined;
    if (item === undefined || path.join() === blocks.blocks.join()) continue;
    const names = placesOf(item).filter((path) => path.join() !== 'id');
    const isField = (path: string[]) => fieldEnding.test(path.at(-1) ?? '');
    const ends = apart(
      names.filter((path) => !isField(path)),
      names.filter(isField),
    );
    if (ends !== null) return { kind: 'links', links: path, ends };
  }
  return null;
}

const fieldEnding = /(?:handle|port|field|output|input|key)$/i;

/** The property names that lead to each string of a schema. */
function placesOf(schema: Schema): string[][] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, below]) =>
    typeOf(below) === 'object' ? placesOf(below).map((path) => [name, ...path]) : [[name]],
  );
}

/** All lists and objects of objects in a value, outermost first. */
function objectsIn(value: unknown): { path: string[]; value: unknown[] | Record<string, unknown> }[] {
  const found: { path: string[]; value: unknown[] | Record<string, unknown> }[] = [];
  const queue = [{ path: [] as string[], value }];
  for (const here of queue) {
    if (Array.isArray(here.value)) {
      if (here.value.length > 0) found.push({ path: here.path, value: here.value });
    } else if (isObject(here.value)) {
      if (Object.keys(here.value).length > 0) found.push({ path: here.path, value: here.value });
      for (const [name, below] of Object.entries(here.value))
        queue.push({ path: [...here.path, name], value: below });
    }
  }
  return found;
}
