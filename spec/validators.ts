import type { ErrorObject } from 'ajv';

/** One value for each body in a document. */
export interface Bodies<T> {
  /** For the body of a failed request, whatever its status. */
  failure: T;
  /** Of failed requests, by status, for each status with a code. */
  failures: Readonly<Record<string, T>>;
  /** Operation -> status as written in the document (`2XX`, `401`) -> the response */
  answers: Readonly<Record<string, Readonly<Record<string, T>>>>;
}

/** The content of a document besides schemas. */
interface Tables {
  /** Code -> HTTP status. */
  codes: Readonly<Record<string, number>>;
  /** Code -> when it is sent, what the client does about it, and a body with it. */
  examples: Readonly<Record<string, { summary: string; description: string; value: unknown }>>;
  /** The fields of the error object. */
  errorFields: readonly string[];
  /** By `operationId`, the name of an operation in the suite. */
  operations: Readonly<Record<string, Operation>>;
}

/** An operation of a document: `{ method: 'GET', path: '/v1/jobs/{job_id}', clause: 'jobs.lookup.own' }`. */
export interface Operation {
  method: string;
  path: string;
  /** `x-clause`: the clause that a success violates if it is not as documented. */
  clause: string;
}

/** Of a body, compiled by ajv. */
export interface Validator {
  (value: unknown): unknown;
  errors?: ErrorObject[] | null;
}

/** What is generated from a document. */
export type Validators = Bodies<Validator> & Tables;

/** Where and how a parsed JSON value differs from its schema; nothing for a valid one. */
export const differencesFrom = (validate: Validator, value: unknown): ErrorObject[] =>
  validate(value) ? [] : (validate.errors ?? []);
