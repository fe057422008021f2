import { exitCodes } from '../tests/engine/outcome';

/** What the schemas of records and histories are made of. */

export const text = { type: 'string' };
export const number = { type: 'number' };
export const count = { type: 'integer', minimum: 0 };
export const flag = { type: 'boolean' };
export const moment = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' };
export const hash = { type: 'string', pattern: '^[0-9a-f]{12}$' };

/** An object of these fields, and of any others. */
export function object(properties: Record<string, object>, optional: Record<string, object> = {}) {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}

/** An object of these fields and no other. */
export function exactly(properties: Record<string, object>, optional: Record<string, object> = {}) {
  return { ...object(properties, optional), additionalProperties: false };
}

export function list(items: object): object {
  return { type: 'array', items };
}

export function lookup(values: object) {
  return { type: 'object', additionalProperties: values };
}

/** Such a value, or null. */
export function orNull<Schema extends { type: string }>({ type, ...schema }: Schema) {
  return { ...schema, type: [type, 'null'] };
}

/** A schema with what a reader should know of its values. */
export function told(description: string, schema: object): object {
  return { ...schema, description };
}

const undecided = { indeterminate: count, blocked: count, notDriven: count };

/** Outcome of a run and counts of its clauses, in a record and in a history. */
export const word = { enum: Object.keys(exitCodes) };
export const mustCounts = { conforms: count, violates: count, ...undecided };
export const adviceCounts = { conforms: count, deviates: count, ...undecided };
export const counts = object({ must: object(mustCounts), advice: object(adviceCounts), known: count });
