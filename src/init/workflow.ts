import { escapeRegExp } from '../judge/data/escape-reg-exp';
import { isObject } from '../judge/data/json';
import type { BlockType } from '../settings/target-file/target';
import { type Item, objectIn } from './read';
import { placesIn } from './unknown';
import { Code, codeOf, template } from './write';

/** The names that services commonly use for the parts of a block. */
const typeNames = ['type', 'kind', 'uses', 'block_type', 'blockType', 'class_type', 'block', 'action', 'op'];
const nameNames = ['name', 'id', 'key', 'step', 'label', 'node'];
const inputNames = ['inputs', 'input', 'in', 'with', 'params', 'parameters', 'args', 'arguments', 'values'];

/** A workflow as an example shows it. */
export interface Workflow {
  /** Where the body has its blocks. */
  path: string[];
  blocks: Code;
  /** A function that writes a block, and how it refers to others. */
  asStep: string;
  blockTypes: BlockType[];
  samples: Record<string, unknown>;
}

interface Block {
  name: string;
  type: string;
  inputs: Record<string, unknown>;
}

/** The workflow in the example of a body; undefined where no block refers to another one. */
export function workflowIn(body: unknown): Workflow | undefined {
  for (const { path, value } of placesIn(body, 3)) {
    const isList = Array.isArray(value);
    const items = Object.entries(objectIn(isList ? { ...value } : value)).map(
      ([key, each]): [string, Item] => [key, objectIn(each)],
    );
    const fieldOf = (names: string[], fits: (value: unknown) => boolean) =>
      names.find((each) => items.every(([, item]) => fits(item[each])));
    const isText = (each: unknown) => typeof each === 'string';
    const type = fieldOf(typeNames, isText);
    const inputs = fieldOf(inputNames, isObject);
    const name = isList ? fieldOf(nameNames, isText) : null;
    if (items.length === 0 || type === undefined || inputs === undefined || name === undefined) continue;
    const blocks = items.map(([key, item]) => ({
      name: String(name === null ? key : item[name]),
      type: String(item[type]),
      inputs: objectIn(item[inputs]),
    }));
    const workflow = spelled(blocks, name, type, inputs);
    if (workflow !== undefined) return { path, ...workflow };
  }
  return undefined;
}

function spelled(
  shown: readonly Block[],
  name: string | null,
  type: string,
  inputs: string,
): Omit<Workflow, 'path'> | undefined {
  const connections = shown.flatMap((reader) =>
    Object.entries(reader.inputs).flatMap(([input, value]) => {
      const others = shown.filter((each) => each !== reader);
      const found = referenceIn(
        value,
        others.map((each) => each.name),
      );
      const source = others.find((each) => each.name === found?.block);
      return found === undefined || source === undefined ? [] : { ...found, reader, input, source };
    }),
  );
  const [connection] = connections;
  if (connection === undefined) return undefined;
  const step = {
    ...(name !== null && { [name]: new Code('name') }),
    [type]: new Code('type'),
    [inputs]: new Code('Object.fromEntries(Object.entries(inputs).map(([to, from]) => [to, write(from)]))'),
  };
  const asStep = [
    'function asStep({ name, type, inputs }: Block) {',
    `  const write = (input: BlockInput) => ('literal' in input ? input.literal : ${codeOf(connection.written)});`,
    `  return ${codeOf(name === null ? [new Code('name'), step] : step).replaceAll('\n', '\n  ')};`,
    '}',
  ].join('\n');
  const blocks = new Code(name === null ? 'Object.fromEntries(blocks.map(asStep))' : 'blocks.map(asStep)');
  const types = new Map<string, { inputs: Record<string, string>; outputs: Record<string, string> }>();
  for (const each of shown) if (!types.has(each.type)) types.set(each.type, { inputs: {}, outputs: {} });
  const kindsOf = (block: Block) => types.get(block.type) ?? { inputs: {}, outputs: {} };
  const samples: Record<string, unknown> = {};
  for (const block of shown)
    for (const [input, value] of Object.entries(block.inputs)) {
      if (connections.some((each) => each.reader === block && each.input === input)) continue;
      const kind = typeof value === 'string' ? kindOf(input) : typeof value;
      kindsOf(block).inputs[input] ??= kind;
      samples[kind] ??= value;
    }
  for (const { reader, input, source, field } of connections) {
    const { inputs } = kindsOf(reader);
    const kind = inputs[input] ?? kindOf(field);
    inputs[input] = kind;
    kindsOf(source).outputs[field] ??= kind;
  }
  return { blocks, asStep, blockTypes: [...types].map(([name, each]) => ({ name, ...each })), samples };
}

/** What an input says of another block: the block, its output, and code that writes such an input. */
interface Reference {
  written: unknown;
  block: string;
  field: string;
}

/** Undefined where the value is a literal, such as a sentence that mentions a block. */
function referenceIn(value: unknown, names: readonly string[]): Reference | undefined {
  if (typeof value === 'string') return referenceInText(value, names);
  if (!isObject(value)) return undefined;
  const members = Object.entries(value);
  const block = members.find(([, text]) => names.includes(String(text)));
  const field = members.find((each) => each !== block);
  if (members.length !== 2 || block === undefined || typeof field?.[1] !== 'string') return undefined;
  const written = { [block[0]]: new Code('input.block'), [field[0]]: new Code('input.field') };
  return { written, block: String(block[1]), field: field[1] };
}

/** The separator of two names in a reference: `a.b`, `a->b`, `a["b"]`, `a/b`. */
const joint = `(?:[/:#@|>]|::|->|["'\\]]{0,2}[.[]["']?)`;

/** `${steps.a.outputs.text}`, `{{a.text}}`, `@a.text`, `$.steps.a.text`. */
function referenceInText(text: string, names: readonly string[]): Reference | undefined {
  for (const block of names) {
    const around = `^(\\W*(?:\\w+${joint}){0,3})${escapeRegExp(block)}(${joint}(?:\\w+${joint})*)(\\w+)(\\W*)$`;
    const [, before, between, field, after] = new RegExp(around).exec(text) ?? [];
    if (before === undefined || between === undefined || field === undefined || after === undefined) continue;
    return { written: template([before, between, after], ['input.block', 'input.field']), block, field };
  }
  return undefined;
}

/** The kind of a text: a medium that its name names. */
function kindOf(name: string): string {
  const text = name.toLowerCase().replace(/picture|photo/, 'image');
  return ['image', 'audio', 'video', 'file'].find((each) => text.includes(each)) ?? 'text';
}
