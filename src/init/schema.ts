import { valueAt } from '../../spec/pointer';
import { isObject } from '../judge/data/json';
import { unknown } from './endpoint';
import type { Item, References } from './references';

/** Values from the schemas of a document. Invalid keywords, which are frequent, are ignored. */

/** The inputs of a text request (contract 2.3). */
export const inputs = ['messages', 'prompt'];

export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const objectIn = (value: unknown): Item => (isObject(value) ? value : {});

/** A schema with the schemas that it consists of: of alternatives, those that are chosen. */
function partsOf(
  schema: unknown,
  references: References,
  choose = (alternatives: unknown[]) => alternatives,
): Item[] {
  const parts = new Set(references.schemasOf(schema));
  const words: Item[] = [];
  for (const { allOf, oneOf, anyOf, discriminator } of parts) {
    const chosen = [...choose(listIn(oneOf)), ...choose(listIn(anyOf))];
    words.push(...chosen.map((each) => wordOf(each, objectIn(discriminator))));
    for (const each of [...listIn(allOf), ...chosen])
      for (const part of references.schemasOf(each)) parts.add(part);
  }
  return [...parts, ...words];
}

/** What a discriminator requires of an alternative: a word from its mapping, or the name of its schema. */
function wordOf(alternative: unknown, { propertyName, mapping }: Item): Item {
  const { $ref } = objectIn(alternative);
  if (typeof $ref !== 'string' || typeof propertyName !== 'string') return {};
  const name = $ref.replace(/^.*\//, '');
  const [word = name] = Object.entries(objectIn(mapping)).find(([, to]) => to === $ref || to === name) ?? [];
  return { properties: { [propertyName]: { const: word } }, required: [propertyName] };
}

/** The properties of all parts: the schemas of one that is in several apply together. */
function propertiesOf(parts: readonly Item[]): [name: string, schema: unknown][] {
  const found = new Map<string, unknown>();
  for (const { properties } of parts)
    for (const [name, schema] of Object.entries(objectIn(properties)))
      found.set(name, bothOf(schema, found.get(name)));
  return [...found];
}

const pairs = new WeakMap<Item, WeakMap<Item, Item>>();

/** One schema for two: always the same object, since a schema that contains itself ends where it is seen again. */
function bothOf(first: unknown, second: unknown): unknown {
  if (!isObject(first) || !isObject(second) || first === second) return isObject(first) ? first : second;
  const known = pairs.get(first) ?? new WeakMap<Item, Item>();
  const both = known.get(second) ?? { allOf: [first, second] };
  pairs.set(first, known.set(second, both));
  return both;
}

/** The examples of a schema, a parameter or the content of a body. */
export function examplesIn({ example, examples, value }: Item, references: References): unknown[] {
  const named = Object.values(objectIn(examples)).map((each) => references.follow(each).value);
  return [example, value, ...listIn(examples), ...named].filter((each) => each !== undefined);
}

/** A value that a schema allows: the only one, or else this example, its default, or an example of its own. */
export function valueIn(schema: unknown, references: References, shown?: unknown): unknown {
  const parts = partsOf(schema, references);
  const words = parts.map((each) => listIn(each.enum));
  return [
    ...parts.map((each) => each.const),
    ...words.filter(({ length }) => length === 1).flat(),
    shown,
    ...parts.map((each) => each.default),
    ...parts.flatMap((each) => examplesIn(each, references)),
    ...words.flat(),
  ].find((each) => each !== undefined && each !== null);
}

/** Whether a value may be an input: a text or a list of messages. A price or a flag may have its name. */
function isInput(schema: unknown, references: References): boolean {
  const parts = partsOf(schema, references);
  const types = parts.flatMap(({ type, properties }) => (isObject(properties) ? 'object' : (type ?? [])));
  const isWord = parts.some((each) => 'enum' in each || 'const' in each);
  return !isWord && (types.length === 0 || types.includes('string') || types.includes('array'));
}

/** Whether an object may have a field of this name, or an object in it to this depth. */
function takes(schema: unknown, name: string, references: References, depth = 2): boolean {
  return propertiesOf(partsOf(schema, references)).some(([each, below]) =>
    each === name
      ? !inputs.includes(name) || isInput(below, references)
      : depth > 0 && takes(below, name, references, depth - 1),
  );
}

/**
 * The smallest body with a field of this name: what the schema requires, and `model`. Undefined where it takes
 * no such field.
 */
export function bodyWith(name: string, schema: unknown, references: References, example?: unknown): unknown {
  return takes(schema, name, references) ? leastOf(schema, references, example, name) : undefined;
}

function leastOf(
  schema: unknown,
  references: References,
  example: unknown,
  wanted?: string,
  depth = 2,
): Item {
  const fits = (each: unknown) => wanted !== undefined && takes(each, wanted, references, depth);
  const parts = partsOf(schema, references, (list) => [list.find(fits) ?? list[0]].filter(isObject));
  const required = parts.flatMap((each) => listIn(each.required));
  const properties = new Map<string, unknown>(propertiesOf(parts));
  for (const each of required) if (!properties.has(String(each))) properties.set(String(each), {});
  const shown = example ?? parts.flatMap((each) => examplesIn(each, references))[0];
  const isHere = wanted !== undefined && properties.has(wanted);
  const fields = [...properties].flatMap(([name, each]): [string, unknown][] => {
    const isOnWay =
      !isHere && depth > 0 && wanted !== undefined && takes(each, wanted, references, depth - 1);
    if (isOnWay) return [[name, leastOf(each, references, valueAt(shown, [name]), wanted, depth - 1)]];
    const isWanted = name === wanted || name === 'model' || required.includes(name);
    const parts = partsOf(each, references);
    if (!isWanted || parts.some(({ readOnly }) => readOnly === true)) return [];
    const inner = depth > 0 && parts.some((part) => isObject(part.properties));
    const value =
      valueIn(each, references, valueAt(shown, [name])) ??
      (inner ? leastOf(each, references, undefined, undefined, depth - 1) : undefined);
    return [[name, value ?? unknown(name)]];
  });
  return Object.fromEntries(fields);
}

/** A response with everything that it may have: values of the right types, where the schema shows none. */
export function answerOf(schema: unknown, references: References, made = new Map<Item, unknown>()): unknown {
  const [key = {}] = references.schemasOf(schema);
  if (made.has(key)) return made.get(key);
  const shown = valueIn(schema, references);
  if (shown !== undefined) return shown;
  const parts = partsOf(schema, references);
  const types = parts.flatMap((each) => each.type ?? []).flat();
  const properties = propertiesOf(parts);
  if (properties.length > 0) {
    // A schema may contain itself.
    const whole: Item = {};
    made.set(key, whole);
    for (const [name, each] of properties) whole[name] = answerOf(each, references, made);
    return whole;
  }
  const items = parts.find((each) => isObject(each.items))?.items;
  if (items !== undefined) {
    const list: unknown[] = [];
    made.set(key, list);
    list.push(answerOf(items, references, made));
    return list;
  }
  if (types.includes('string')) return '';
  return types.includes('number') || types.includes('integer') ? 0 : null;
}
