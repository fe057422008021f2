import { isObject } from '../judge/data/json';
import type { Schema } from './operation';

const isList = Array.isArray;
const isTexts = (value: unknown) => isList(value) && value.every((each) => typeof each === 'string');

/** Reads schemas, and decides whether a value is a valid schema. */
const members: { [name in keyof Schema]?: (value: unknown) => boolean } = {
  type: (value) => typeof value === 'string' || isTexts(value),
  properties: isObject,
  required: isTexts,
  items: isObject,
  additionalProperties: (value) => isObject(value) || typeof value === 'boolean',
  allOf: isList,
  oneOf: isList,
  anyOf: isList,
  enum: isList,
  examples: isList,
};

const seen = new WeakSet<object>();

/**
 * Removes invalid keywords such as `required: true` from a schema, in place. Generators and people write
 * them, and one of them is no reason to reject a document.
 */
export function soundSchema(value: unknown): Schema {
  const schema = isObject(value) ? value : {};
  const queue: object[] = [schema];
  for (const each of queue as Record<string, unknown>[]) {
    if (seen.has(each)) continue;
    seen.add(each);
    for (const [name, isSound] of Object.entries(members))
      if (name in each && !isSound(each[name])) delete each[name];
    const { properties = {}, items, additionalProperties } = each as Schema;
    for (const [name, below] of Object.entries(properties)) if (!isObject(below)) properties[name] = {};
    const lists = (['allOf', 'oneOf', 'anyOf'] as const).flatMap((name) => {
      const sound = ((each[name] ?? []) as unknown[]).filter(isObject);
      if (name in each) each[name] = sound;
      return sound;
    });
    queue.push(...[...Object.values(properties), items, additionalProperties, ...lists].filter(isObject));
  }
  return schema;
}

/** The objects in what should be a list of objects. */
export function objectsOf<Item>(list: readonly Item[] | undefined): Item[] {
  return isList(list) ? list.filter((each: unknown): each is Item => isObject(each)) : [];
}
