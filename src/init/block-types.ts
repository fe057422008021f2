import type { BlockType } from '../drive/target';
import type { Connection } from '../judge/expectation';
import { isObject, walk } from '../judge/json';
import {
  type Endpoint,
  exampleOf,
  partsIn,
  propertiesOf,
  requiredIn,
  type Schema,
  typeOf,
} from './operation';
import { isReference, type ShownBlock } from './spelling';

const media = ['image', 'audio', 'video', 'file'];

/** The kind of the values that a schema allows: a medium that it names, or else its type. */
function kindOf(name: string, schema: Schema): string {
  const parts = partsIn(schema);
  const types = new Set(parts.filter(({ type }) => type).map(typeOf));
  if (types.has('number')) return 'number';
  if (types.has('boolean')) return 'boolean';
  const words = parts.map(({ title, contentMediaType, format }) => `${title} ${contentMediaType} ${format}`);
  const text = `${name} ${words.join(' ')}`
    .toLowerCase()
    .replace('picture', 'image')
    .replace('photo', 'image');
  return media.find((each) => text.includes(each)) ?? 'text';
}

/**
 * The block types in the schemas of blocks, one for each schema, with their inputs and outputs.
 * @param type the field of a block with its type
 * @param inputs the field with its inputs
 */
export function typesOf(variants: Schema[], type: string, inputs: string): BlockType[] {
  return variants.map((variant) => {
    const properties = propertiesOf(variant);
    const { const: only, enum: values } = properties[type] ?? {};
    const taken = properties[inputs];
    const given = properties.outputs ?? properties.output ?? properties.produces;
    const required = requiredIn(taken ?? {});
    const kinds = (schema: Schema | undefined, all: boolean) =>
      Object.fromEntries(
        Object.entries(propertiesOf(schema))
          .filter(([name]) => all || required.length === 0 || required.includes(name))
          .map(([name, each]) => [name, kindOf(name, each)]),
      );
    return { name: String(only ?? values?.[0]), inputs: kinds(taken, false), outputs: kinds(given, true) };
  });
}

/**
 * The block types in a response that lists them: `[{ name, inputs: { prompt: 'text' }, outputs: { text:
 * 'text' } }]`.
 */
export function catalogueIn(operations: readonly Endpoint[]): BlockType[] | null {
  for (const { method, answer } of operations) {
    if (method !== 'GET') continue;
    for (const { value } of walk(exampleOf(answer))) {
      if (!Array.isArray(value) || value.length === 0) continue;
      const types = value.map(listedType);
      if (types.every((each) => each !== null)) return types;
    }
  }
  return null;
}

function listedType(value: unknown): BlockType | null {
  if (!isObject(value) || !isObject(value.inputs) || !isObject(value.outputs)) return null;
  const name = value.name ?? value.type ?? value.id ?? value.kind;
  if (typeof name !== 'string') return null;
  const isKind = (each: unknown): each is string | string[] =>
    [each].flat().every((kind) => typeof kind === 'string');
  const inputs = Object.entries(value.inputs).filter((each): each is [string, string | string[]] =>
    isKind(each[1]),
  );
  const outputs = Object.entries(value.outputs).filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  );
  return { name, inputs: Object.fromEntries(inputs), outputs: Object.fromEntries(outputs) };
}

/** The block types in an example: their inputs by the literals, their outputs by the references to them. */
export function typesShown(blocks: ShownBlock[], connections: Connection[]): BlockType[] {
  const types = new Map<string, BlockType>();
  for (const { type, inputs } of blocks) {
    const known = types.get(type) ?? { name: type, inputs: {}, outputs: {} };
    types.set(type, known);
    for (const [input, value] of Object.entries(inputs)) {
      if (!isReference(value, blocks)) known.inputs[input] = kindOf(input, { type: typeof value });
    }
  }
  for (const { consumer, input, source, field } of connections) {
    const reading = types.get(blocks.find(({ name }) => name === consumer)?.type ?? '');
    const read = types.get(blocks.find(({ name }) => name === source)?.type ?? '');
    const kind = kindOf(field, { type: 'string' });
    if (reading) reading.inputs[input] ??= kind;
    const taken = reading?.inputs[input] ?? kind;
    if (read) read.outputs[field] ??= Array.isArray(taken) ? (taken[0] ?? kind) : taken;
  }
  return [...types.values()];
}

/** Converts a block type to one line, and back: `write: prompt=text -> text=text, words=number`. */
export function typeFrom(line: string): BlockType | null {
  const [, name, taken, given] = /^\s*(\S.*?)\s*:\s*([^:]*?)\s*->\s*(.*?)\s*$/.exec(line) ?? [];
  if (name === undefined || taken === undefined || given === undefined) return null;
  const pairs = (text: string) =>
    text.split(/\s*,\s*/).flatMap((each): [string, string][] => {
      const [field, kind] = each.split('=');
      return field && kind ? [[field.trim(), kind.trim()]] : [];
    });
  const kinds = (text: string): string | string[] => (text.includes('|') ? text.split('|') : text);
  const inputs = Object.fromEntries(pairs(taken).map(([input, kind]) => [input, kinds(kind)]));
  return { name, inputs, outputs: Object.fromEntries(pairs(given)) };
}

/** A literal for each kind of input that can have one. */
export function samplesFor(types: BlockType[], shown: ShownBlock[]): Record<string, unknown> {
  const kinds = new Set(types.flatMap(({ inputs }) => Object.values(inputs).flat()));
  const usual: Record<string, unknown> = { text: 'A short sentence.', number: 3, boolean: true };
  const literal = (kind: string) =>
    shown
      .flatMap(({ type, inputs }) => Object.entries(inputs).map(([input, value]) => ({ type, input, value })))
      .find(({ type, input, value }) => {
        const taken = types.find(({ name }) => name === type)?.inputs[input];
        return taken === kind && !isObject(value) && !isReference(value, shown);
      })?.value;
  return Object.fromEntries(
    [...kinds].flatMap((kind) => {
      const sample = kind in usual ? (literal(kind) ?? usual[kind]) : undefined;
      return sample === undefined ? [] : [[kind, sample]];
    }),
  );
}
