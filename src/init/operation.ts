import { isObject } from '../judge/data/json';

/** An operation of the target, from a document or from commands. */
export interface Endpoint {
  method: string;
  /** After the host, with `{name}` for what varies. */
  path: string;
  /** Its names and summary, searched for keywords. */
  words: string;
  deprecated: boolean;
  /** Required headers besides Authorization; null where no value is known. */
  headers: ShownValues;
  /** Required path and query parameters, by name. */
  parameters: { path: ShownValues; query: [name: string, value: string | null][] };
  /** The names of all query parameters. */
  query: string[];
  /** Schemas with references resolved; absent where unknown. */
  body?: Schema;
  answer?: Schema;
}

/** Values by name; null where no value is known. */
type ShownValues = Record<string, string | null>;

/** The keywords of JSON Schema that are used. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  format?: string;
  contentMediaType?: string;
  title?: string;
  readOnly?: boolean;
}

/** `POST /v1/text`. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** A schema with all schemas in its allOf, oneOf and anyOf, each once: everything that a value of it may have. */
export function partsIn(schema: Schema): Schema[] {
  const parts = new Set([schema]);
  for (const { allOf = [], oneOf = [], anyOf = [] } of parts)
    for (const each of [...allOf, ...oneOf, ...anyOf]) parts.add(each);
  return [...parts];
}

/** What every value of a schema must have: of alternatives, only what all of them require. */
export function requiredIn(schema: Schema, within: readonly Schema[] = []): string[] {
  if (within.includes(schema)) return [];
  const below = (each: Schema) => requiredIn(each, [...within, schema]);
  const shared = [schema.oneOf ?? [], schema.anyOf ?? []].map((alternatives) => {
    const [first = [], ...others] = alternatives.map(below);
    return first.filter((name) => others.every((each) => each.includes(name)));
  });
  return [...new Set([...(schema.required ?? []), ...(schema.allOf ?? []).flatMap(below), ...shared.flat()])];
}

/** All properties that an object of this schema may have. */
export function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  return Object.assign({}, ...partsIn(schema ?? {}).map(({ properties }) => properties ?? {}));
}

export function itemsOf(schema: Schema): Schema | undefined {
  return partsIn(schema).find(({ items }) => items)?.items;
}

/** The first example in a schema. */
export function exampleOf(schema: Schema | undefined): unknown {
  for (const each of partsIn(schema ?? {})) {
    const [first = each.example] = each.examples ?? [];
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The schema of a value, with the value as its example. */
export function schemaOf(value: unknown): Schema {
  if (Array.isArray(value)) {
    return { type: 'array', example: value, ...(value.length > 0 && { items: schemaOf(value[0]) }) };
  }
  if (!isObject(value)) return { type: value === null ? 'null' : typeof value, example: value };
  const properties = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schemaOf(each)]));
  return { type: 'object', properties, required: Object.keys(value), example: value };
}

export interface SchemaPlace {
  path: string[];
  schema: Schema;
}

/** The greatest number of positions to search: large documents repeat the same schema very often. */
const MOST = 2000;

/** The positions of schemas in a value, outermost first, except in lists and in a schema inside itself. */
export function placesIn(schema: Schema | undefined, depth = 6): SchemaPlace[] {
  if (schema === undefined) return [];
  const places = [{ path: [] as string[], schema, within: [] as Schema[] }];
  for (const { path, schema, within } of places) {
    if (path.length === depth || within.includes(schema)) continue;
    const below = Object.entries(propertiesOf(schema));
    for (const [name, each] of below.slice(0, MOST - places.length))
      places.push({ path: [...path, name], schema: each, within: [...within, schema] });
  }
  return places;
}

/** `string`, `number`, `object`, `array` ...; the type of the example where none is declared. */
export function typeOf(schema: Schema): string {
  for (const { type, properties, items } of partsIn(schema)) {
    const declared = [type].flat().find((each) => each !== undefined && each !== 'null');
    if (declared !== undefined) return declared === 'integer' ? 'number' : declared;
    if (properties) return 'object';
    if (items) return 'array';
  }
  const example = exampleOf(schema);
  return Array.isArray(example) ? 'array' : typeof example;
}
