import { exitCodes } from '../../tests/engine/outcome';

/** What the schemas of records and histories are made of. */

export const text = { type: 'string' };
export const count = { type: 'integer', minimum: 0 };
export const flag = { type: 'boolean' };
export const moment = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' };

export function object(properties: Record<string, object>, optional: Record<string, object> = {}): object {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}

export function list(items: object): object {
  return { type: 'array', items };
}

export function lookup(values: object): object {
  return { type: 'object', additionalProperties: values };
}

const undecided = { indeterminate: count, blocked: count, notDriven: count };

/** Outcome of a run and counts of its clauses, in a record and in a history. */
export const word = { enum: Object.keys(exitCodes) };
export const counts = object({
  must: object({ conforms: count, violates: count, ...undecided }),
  advice: object({ conforms: count, deviates: count, ...undecided }),
  known: count,
});
