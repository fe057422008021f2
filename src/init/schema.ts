import { valueAt } from '../../spec/pointer';
import { isObject } from '../judge/data/json';
import { type Item, listIn, objectIn, type Source } from './read';
import { unknown } from './unknown';

/** Values from the schemas of a document. Invalid keywords, which are frequent, are ignored. */

/** The inputs of a text request (contract 2.3). */
export const inputs = ['messages', 'prompt'];

/** Schemas that apply together. */
type Schemas = readonly unknown[];

/** The greatest number of alternatives that are looked at. */
const MOST = 32;

/** The alternatives that schemas allow: each a list of the schemas that it consists of. */
function alternativesOf(schemas: Schemas, source: Source): Item[][] {
  const found: Item[][] = [];
  const open = [{ parts: new Set<Item>(), rest: schemas.flatMap(source.schemasOf) }];
  for (let one = open.pop(); one !== undefined && found.length < MOST; one = open.pop()) {
    const { parts, rest } = one;
    for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
      if (parts.has(part)) continue;
      parts.add(part);
      rest.push(...listIn(part.allOf).flatMap(source.schemasOf));
      const [first, ...others] = choicesOf(part).map((each) => each.flatMap(source.schemasOf));
      for (const each of others.reverse()) open.push({ parts: new Set(parts), rest: [...rest, ...each] });
      rest.push(...(first ?? []));
    }
    found.push([...parts]);
  }
  return found;
}

/** The alternatives of one schema, each with what a discriminator requires of it. */
function choicesOf({ oneOf, anyOf, discriminator }: Item): Schemas[] {
  const { propertyName, mapping } = objectIn(discriminator);
  const words = Object.entries(objectIn(mapping));
  const shown = [...listIn(oneOf), ...listIn(anyOf)];
  const choices = shown.length > 0 ? shown : words.map(([, $ref]) => ({ $ref }));
  return choices.map((choice) => {
    const { $ref } = objectIn(choice);
    if (typeof $ref !== 'string' || typeof propertyName !== 'string') return [choice];
    const name = $ref.replace(/^.*\//, '');
    const [word = name] = words.find(([, to]) => to === $ref || to === name) ?? [];
    return [choice, { properties: { [propertyName]: { const: word } }, required: [propertyName] }];
  });
}

const partsOf = (schemas: Schemas, source: Source) => [...new Set(alternativesOf(schemas, source).flat())];

/** The properties of all parts: the schemas of one that is in several apply together. */
function propertiesOf(parts: readonly Item[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { properties } of parts)
    for (const [name, schema] of Object.entries(objectIn(properties)))
      found.set(name, [...(found.get(name) ?? []), schema]);
  return found;
}

/** The examples of a schema, a parameter or the content of a body. */
export function examplesIn({ example, examples }: Item, source: Source): unknown[] {
  const named = Object.values(objectIn(examples)).map((each) => source.follow(each).value);
  return [example, ...listIn(examples), ...named].filter((each) => each !== undefined);
}

/** A value that a schema allows: the only one, or else this example, its default, or an example of its own. */
export function valueIn(schemas: Schemas, source: Source, shown?: unknown): unknown {
  const parts = partsOf(schemas, source);
  const words = parts.map((each) => listIn(each.enum));
  return [
    ...parts.map((each) => each.const),
    ...words.filter(({ length }) => length === 1).flat(),
    shown,
    ...parts.map((each) => each.default),
    ...parts.flatMap((each) => examplesIn(each, source)),
    ...words.flat(),
  ].find((each) => each !== undefined && each !== null);
}

/**
 * The smallest body with this input, here or in an object below: what the schema requires, and `model`. Undefined
 * where it takes no such input.
 */
export function bodyWith(
  input: string | undefined,
  schemas: Schemas,
  source: Source,
  example?: unknown,
  depth = 2,
): Item | undefined {
  for (const parts of alternativesOf(schemas, source)) {
    const properties = propertiesOf(parts);
    const required = new Set(parts.flatMap((each) => listIn(each.required).map(String)));
    for (const each of required) properties.set(each, properties.get(each) ?? []);
    if (properties.size === 0) continue;
    const shown = example ?? parts.flatMap((each) => examplesIn(each, source))[0];
    const below = (name: string, wanted?: string) =>
      depth > 0
        ? bodyWith(wanted, properties.get(name) ?? [], source, valueAt(shown, [name]), depth - 1)
        : undefined;
    const isHere = input !== undefined && properties.has(input);
    const holder = isHere ? undefined : input && [...properties.keys()].find((each) => below(each, input));
    if (input !== undefined && !isHere && holder === undefined) continue;
    const fields = [...properties].flatMap(([name, each]) => {
      if (name === holder) return [[name, below(name, input)]];
      const isWanted = name === input || name === 'model' || required.has(name);
      if (!isWanted || partsOf(each, source).some(({ readOnly }) => readOnly === true)) return [];
      return [[name, valueIn(each, source, valueAt(shown, [name])) ?? below(name) ?? unknown(name)]];
    });
    return Object.fromEntries(fields);
  }
  return undefined;
}

/** A response with everything that it may have: values of the right types, where the schema shows none. */
export function sampleOf(schemas: Schemas, source: Source, made = new Map<unknown, unknown>()): unknown {
  const key = source.schemasOf(schemas.at(-1)).at(-1);
  if (made.has(key)) return made.get(key);
  const shown = valueIn(schemas, source);
  if (shown !== undefined) return shown;
  const parts = partsOf(schemas, source);
  const properties = propertiesOf(parts);
  const items = parts.find((each) => isObject(each.items))?.items;
  // A schema may contain itself.
  if (properties.size > 0) {
    const whole: Item = {};
    made.set(key, whole);
    for (const [name, each] of properties) whole[name] = sampleOf(each, source, made);
    return whole;
  }
  if (items !== undefined) {
    const list: unknown[] = [];
    made.set(key, list);
    list.push(sampleOf([items], source, made));
    return list;
  }
  const types = parts.flatMap((each) => each.type ?? []);
  if (types.includes('string')) return '';
  return types.includes('number') || types.includes('integer') ? 0 : null;
}
