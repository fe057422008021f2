/** Building blocks of the schemas of records, known failures and target files. */

/** A JSON Schema with the type of the values that it accepts. */
type Shape<Value> = object & { readonly '~accepts': Value };
export type Accepted<Of> = Of extends Shape<infer Value> ? Value : never;

/** A schema for a type that is declared elsewhere. */
export const shape = <Value>(schema: object) => schema as Shape<Value>;

export const text = shape<string>({ type: 'string' });
export const number = shape<number>({ type: 'number' });
export const count = shape<number>({ type: 'integer', minimum: 0 });
export const integer = shape<number>({ type: 'integer' });
export const flag = shape<boolean>({ type: 'boolean' });
export const moment = matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$');
export const hash = matching('^[0-9a-f]{12}$');

export function matching(pattern: string) {
  return shape<string>({ type: 'string', pattern });
}

export function oneOf<const Value>(values: readonly Value[]) {
  return shape<Value>({ enum: values });
}

export function constant<const Value>(value: Value) {
  return shape<Value>({ const: value });
}

export type Fields = Readonly<Record<string, Shape<unknown>>>;
export type Values<Of extends Fields> = { [Name in keyof Of]: Accepted<Of[Name]> };
type None = Record<never, never>;

/** An object with these fields and any others. */
export function object<Always extends Fields, Optional extends Fields = None>(
  fields: Always,
  optional?: Optional,
) {
  return shape<Values<Always> & Partial<Values<Optional>>>({
    type: 'object',
    required: Object.keys(fields),
    properties: { ...fields, ...optional },
  });
}

/** An object with these fields only. */
export function exactly<Always extends Fields, Optional extends Fields = None>(
  fields: Always,
  optional?: Optional,
) {
  return { ...object(fields, optional), additionalProperties: false };
}

export function list<Value>(items: Shape<Value>) {
  return shape<Value[]>({ type: 'array', items });
}

export function lookup<Value>(values: Shape<Value>) {
  return shape<Record<string, Value>>({ type: 'object', additionalProperties: values });
}

export function orNull<Value>(schema: Shape<Value> & { type?: string }) {
  return shape<Value | null>({ ...schema, type: [schema.type, 'null'] });
}

/** A schema with a description of its values. */
export function described<Value>(description: string, schema: Shape<Value>) {
  return shape<Value>({ ...schema, description });
}
