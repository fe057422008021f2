import { valueAt } from '../../spec/pointer';
import type { BlockType } from '../drive/target-file/target';
import { escapeRegExp } from '../judge/data/escape-reg-exp';
import { isObject } from '../judge/data/json';
import { Code, codeOf, template } from './code';
import {
  exampleOf,
  itemsOf,
  partsIn,
  placesIn,
  propertiesOf,
  requiredIn,
  type Schema,
  schemaOf,
  typeOf,
} from './operation';

/** The names that services commonly use for the parts of a block. */
const typeNames = ['type', 'kind', 'uses', 'block_type', 'blockType', 'class_type', 'block', 'action', 'op'];
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
  'data',
];
const blockNames = ['block', 'step', 'node', 'from', 'source', 'ref'];
const fieldNames = ['field', 'output', 'port', 'key', 'name', 'path'];

/** Where a body has its blocks, and the names of their fields. */
export interface Blocks {
  path: string[];
  /** Null where the blocks are an object by name. */
  name: string | null;
  type: string;
  inputs: string;
  /** The schemas of the blocks that have one type each. */
  variants: Schema[];
}

/** How the blocks of a workflow are written, and what is known of their types. */
export interface Spelling {
  blocks: Code;
  asStep: string;
  blockTypes: BlockType[];
  samples: Record<string, unknown>;
}

interface ShownBlock {
  name: string;
  type: string;
  inputs: Record<string, unknown>;
}

interface Connection {
  reader: ShownBlock;
  input: string;
  source: ShownBlock | undefined;
  field: string;
}

const among = (names: string[], properties: Record<string, Schema>, type: string) =>
  names.find(
    (name) => properties[name] !== undefined && [type, 'undefined'].includes(typeOf(properties[name])),
  );

/** Where a body has its blocks; null where nothing looks like blocks. */
export function blocksIn(body: Schema | undefined): Blocks | null {
  const example = exampleOf(body);
  return declaredIn(body) ?? (example === undefined ? null : declaredIn(schemaOf(example)));
}

function declaredIn(body: Schema | undefined): Blocks | null {
  for (const { path, schema } of placesIn(body, 3)) {
    const isList = typeOf(schema) === 'array';
    const item = isList ? itemsOf(schema) : membersOf(schema);
    if (item === undefined) continue;
    const properties = propertiesOf(item);
    const type = among(typeNames, properties, 'string');
    const inputs = among(inputNames, properties, 'object');
    const { [type ?? '']: _, ...others } = properties;
    const name = isList ? among(nameNames, others, 'string') : null;
    if (type === undefined || inputs === undefined || name === undefined) continue;
    const variants = partsIn(item).filter(
      (each) => !each.oneOf && !each.anyOf && wordOf(propertiesOf(each)[type]) !== undefined,
    );
    return { path, name, type, inputs, variants };
  }
  return null;
}

/** The schema of the values of an object that has names of its own: declared, or of an example. */
function membersOf(schema: Schema): Schema | undefined {
  const declared = partsIn(schema).find(({ additionalProperties }) => isObject(additionalProperties));
  if (declared) return declared.additionalProperties as Schema;
  const shown = Object.values(propertiesOf(schema));
  const isBlock = (each: Schema) => among(typeNames, propertiesOf(each), 'string') !== undefined;
  return shown.length > 0 && shown.every(isBlock) ? { oneOf: shown } : undefined;
}

/** The only word that a schema allows. */
const wordOf = (schema: Schema | undefined): unknown =>
  schema?.const ?? (schema?.enum?.length === 1 ? schema.enum[0] : undefined);

/** How blocks refer to each other, and their types; null where a document does not show it. */
export function spellingOf(body: Schema | undefined, blocks: Blocks): Spelling | null {
  const { name, type, inputs, variants } = blocks;
  const shown = shownIn(valueAt(exampleOf(body), blocks.path), blocks);
  const references = shown.flatMap((reader) =>
    Object.entries(reader.inputs).flatMap(([input, value]) => {
      const others = shown.filter((each) => each !== reader);
      const read = referenceIn(
        value,
        others.map((each) => each.name),
      );
      if (read === null) return [];
      const source = others.find((each) => each.name === read.block);
      return [{ reader, input, source, ...read }];
    }),
  );
  const written = references[0]?.written ?? declaredReference(variants, inputs);
  if (written === null) return null;
  const blockTypes = typesOf(blocks, shown, references);
  if (blockTypes.every(({ outputs }) => Object.keys(outputs).length === 0)) return null;
  const step = {
    ...(name !== null && { [name]: new Code('name') }),
    [type]: new Code('type'),
    [inputs]: new Code('Object.fromEntries(Object.entries(inputs).map(([to, from]) => [to, write(from)]))'),
  };
  const asStep = [
    'function asStep({ name, type, inputs }: Block) {',
    `  const write = (input: BlockInput) => ('literal' in input ? input.literal : ${codeOf(written)});`,
    `  return ${codeOf(name === null ? [new Code('name'), step] : step).replaceAll('\n', '\n  ')};`,
    '}',
  ].join('\n');
  return {
    blocks: new Code(name === null ? 'Object.fromEntries(blocks.map(asStep))' : 'blocks.map(asStep)'),
    asStep,
    blockTypes,
    samples: samplesFor(blockTypes, shown),
  };
}

/** The blocks of an example. */
function shownIn(value: unknown, { name, type, inputs }: Blocks): ShownBlock[] {
  const items = Array.isArray(value) ? value.map((each) => ['', each]) : Object.entries(value ?? {});
  return items.flatMap(([key, item]) => {
    if (!isObject(item)) return [];
    const held = item[inputs];
    return [
      {
        name: String(name === null ? key : item[name]),
        type: String(item[type]),
        inputs: isObject(held) ? held : {},
      },
    ];
  });
}

/** What an input says of another block: the block, its output, and code that writes such an input. */
interface Reference {
  written: unknown;
  block: string;
  field: string;
}

/** The separator of two names in a reference: `a.b`, `a->b`, `a["b"]`, `a/b`. */
const joint = `(?:[/:#@|>]|::|->|["'\\]]{0,2}[.[]["']?)`;
/** A reference inside other text: `{{a.text}}`, `${a.text}`. */
const embedded = /\{\{[^{}]+\}\}|\$\{[^{}]+\}/;

/** Null where the value is a literal, such as a sentence that mentions a block. */
function referenceIn(value: unknown, names: readonly string[]): Reference | null {
  if (typeof value === 'string') return referenceInText(value, names);
  if (!isObject(value)) return null;
  const [[holder, held] = [], ...others] = Object.entries(value);
  const inner = holder !== undefined && others.length === 0 ? referenceIn(held, names) : null;
  if (holder !== undefined && inner) return { ...inner, written: { [holder]: inner.written } };
  const texts = Object.entries(value).filter((each): each is [string, string] => typeof each[1] === 'string');
  const block = texts.find(([, text]) => names.includes(text));
  const field = texts.find((each) => each !== block);
  if (block === undefined || field === undefined || texts.length !== 2) return null;
  return { written: objectReference(block[0], field[0]), block: block[1], field: field[1] };
}

const objectReference = (block: string, field: string) => ({
  [block]: new Code('input.block'),
  [field]: new Code('input.field'),
});

/** `${steps.a.outputs.text}`, `{{a.text}}`, `@a.text`, `$.steps.a.text`. */
function referenceInText(text: string, names: readonly string[]): Reference | null {
  for (const block of names) {
    const [, before, between, field, after] =
      new RegExp(
        `^(\\W*(?:\\w+${joint}){0,3})${escapeRegExp(block)}(${joint}(?:\\w+${joint})*)(\\w+)(\\W*)$`,
      ).exec(text) ?? [];
    if (before === undefined || between === undefined || field === undefined || after === undefined) continue;
    const written = template([before, between, after], ['input.block', 'input.field']);
    return { written, block, field };
  }
  const [inner] = embedded.exec(text) ?? [];
  return inner === undefined || inner === text ? null : referenceInText(inner, names);
}

/** A reference as the schemas of inputs have it: an object with the block and the output. */
function declaredReference(variants: Schema[], inputs: string): unknown {
  const taken = variants.flatMap((each) => Object.values(propertiesOf(propertiesOf(each)[inputs])));
  for (const { properties = {} } of taken.flatMap(partsIn)) {
    const block = among(blockNames, properties, 'string');
    const field = among(fieldNames, properties, 'string');
    if (block !== undefined && field !== undefined && block !== field) return objectReference(block, field);
  }
  return null;
}

const media = ['image', 'audio', 'video', 'file'];

/** The kind of the values that a schema allows: a medium that it names, or else its type. */
function kindOf(name: string, schema: Schema): string {
  const parts = partsIn(schema);
  const types = parts.filter(({ type }) => type).map(typeOf);
  if (types.includes('number')) return 'number';
  if (types.includes('boolean')) return 'boolean';
  const words = parts.map(({ title, contentMediaType, format }) => `${title} ${contentMediaType} ${format}`);
  const text = `${name} ${words.join(' ')}`.toLowerCase().replace(/picture|photo/g, 'image');
  return media.find((each) => text.includes(each)) ?? 'text';
}

/** Block types: by the schemas of blocks, or by an example; outputs also by what the blocks of an example read. */
function typesOf(
  { type, inputs, variants }: Blocks,
  shown: readonly ShownBlock[],
  connections: readonly Connection[],
): BlockType[] {
  const types = new Map<string, BlockType>();
  for (const variant of variants) {
    const { [type]: word, [inputs]: taken, outputs, output, produces } = propertiesOf(variant);
    const required = requiredIn(taken ?? {});
    const kinds = (schema: Schema | undefined, names: readonly string[]) =>
      Object.fromEntries(
        Object.entries(propertiesOf(schema)).flatMap(([name, each]) =>
          names.length === 0 || names.includes(name) ? [[name, kindOf(name, each)]] : [],
        ),
      );
    const name = String(wordOf(word));
    types.set(name, {
      name,
      inputs: kinds(taken, required),
      outputs: kinds(outputs ?? output ?? produces, []),
    });
  }
  const isDeclared = types.size > 0;
  const typeNamed = (name: string) => {
    const found = types.get(name) ?? { name, inputs: {}, outputs: {} };
    if (!isDeclared) types.set(name, found);
    return found;
  };
  for (const block of shown)
    for (const [input, value] of Object.entries(block.inputs))
      if (!connections.some((each) => each.reader === block && each.input === input))
        typeNamed(block.type).inputs[input] ??= kindOf(input, { type: typeof value });
  for (const { reader, input, source, field } of connections) {
    const read = typeNamed(source?.type ?? '');
    const kind =
      [typeNamed(reader.type).inputs[input] ?? kindOf(field, { type: 'string' })].flat()[0] ?? 'text';
    typeNamed(reader.type).inputs[input] ??= kind;
    read.outputs[field] ??= kind;
  }
  return [...types.values()];
}

/** A literal for each kind of input that can have one. */
function samplesFor(types: readonly BlockType[], shown: readonly ShownBlock[]): Record<string, unknown> {
  const usual: Record<string, unknown> = { text: 'A short sentence.', number: 3, boolean: true };
  const names = shown.map(({ name }) => name);
  const kinds = [...new Set(types.flatMap(({ inputs }) => Object.values(inputs).flat()))];
  const literal = (kind: string) =>
    shown
      .flatMap(({ type, inputs }) => {
        const taken = types.find(({ name }) => name === type)?.inputs ?? {};
        return Object.entries(inputs).flatMap(([input, value]) => (taken[input] === kind ? [value] : []));
      })
      .find((value) => !isObject(value) && referenceIn(value, names) === null);
  return Object.fromEntries(
    kinds.flatMap((kind) => (kind in usual ? [[kind, literal(kind) ?? usual[kind]]] : [])),
  );
}
