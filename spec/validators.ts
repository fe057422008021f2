import type { ErrorObject } from 'ajv';

/** Where and how a value differs from its schema. */
export interface Violation {
  /** RFC 6901, from the whole body: `/error/code`; empty for the body itself. */
  pointer: string;
  /** Of JSON Schema: `required`, `additionalProperties`, `enum`. */
  keyword: string;
  /** The parameters of the keyword: `{ missingProperty: 'code' }`. */
  params: Readonly<Record<string, unknown>>;
}

/** All errors of a parsed JSON value; none for a valid one. */
type Validator = (value: unknown) => Violation[];

/** One value for each response in a document. */
export interface Responses<T> {
  /** Of failed requests, by status, for each status with a code. */
  failures: Readonly<Record<string, T>>;
  /** Operation -> status as written in the document (`2XX`, `401`) -> the response */
  answers: Readonly<Record<string, Readonly<Record<string, T>>>>;
}

/** One value for each body in a document. */
export interface Bodies<T> extends Responses<T> {
  /** For the body of a failed request, whatever its status. */
  failure: T;
}

/** The content of a document besides schemas. */
interface Tables {
  /** Code -> HTTP status. */
  codes: Readonly<Record<string, number>>;
  /** Code -> the client's remedy. */
  remedies: Readonly<Record<string, string>>;
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

export type Validators = Bodies<Validator> & Tables;

/** The validators of all bodies, compiled by ajv. */
export type Compiled = Bodies<Validate> & Tables;

interface Validate {
  (value: unknown): unknown;
  errors?: ErrorObject[] | null;
}

/** The validators of a document, from what ajv compiled. */
export const validatorsOf = ({ failure, failures, answers, ...tables }: Compiled): Validators => ({
  ...tables,
  failure: asValidator(failure),
  failures: mapValues(failures, asValidator),
  answers: mapValues(answers, (byStatus) => mapValues(byStatus, asValidator)),
});

function asValidator(validate: Validate): Validator {
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, keyword, params }) => ({
          pointer: instancePath,
          keyword,
          params,
        }));
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
