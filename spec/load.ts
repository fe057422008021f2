import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { ErrorObject } from 'ajv';
import { whyUnwritable } from './writable';

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
export type Validator = (value: unknown) => Violation[];

/** One value for each body in a document. */
export interface Bodies<T> {
  /** For the body of a failed request, whatever its status. */
  failure: T;
  /** For the body of a failed request, by status, for each status with a code. */
  failures: Readonly<Record<string, T>>;
  /** Operation -> status as written in the document (`2XX`, `401`) -> the response body */
  answers: Readonly<Record<string, Readonly<Record<string, T>>>>;
}

/** The content of a document besides schemas. */
interface Tables {
  /** Code -> HTTP status. */
  codes: Readonly<Record<string, number>>;
  /** Code -> the client's remedy. */
  remedies: Readonly<Record<string, string>>;
  /** By `operationId`, the name of an operation in the suite. */
  operations: Readonly<Record<string, Operation>>;
}

/** Such as `{ method: 'GET', path: '/v1/jobs/{job_id}', clause: 'jobs.lookup.own' }`. */
interface Operation {
  method: string;
  path: string;
  /** `x-clause`: the clause that a success violates if it is not as documented. */
  clause: string;
}

export type Validators = Bodies<Validator> & Tables;

/** The validators of all bodies, compiled by ajv. */
type Compiled = Bodies<Validate> & Tables;

interface Validate {
  (value: unknown): unknown;
  errors?: ErrorObject[] | null;
}

const generator = ['generate.ts', 'document.ts', 'pointer.ts'].map((name) => join(__dirname, name));

/** Identifies generated code. It changes with the document and the generator. */
export function documentFingerprint(document: string): string {
  const hash = createHash('sha256').update(document);
  for (const file of generator) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * The validators of a document, generated again if they are missing or out of date.
 * @param document path of the OpenAPI document
 * @param generated path of the generated CommonJS file
 * @throws Error of one line, with file, line and column, where the document is invalid
 */
export function loadValidators(document: string, generated: string): Validators {
  const kept = loadGenerated(generated);
  if (kept?.fingerprint === documentFingerprint(readFileSync(document, 'utf8'))) return validatorsOf(kept);
  // The checkout may be read-only: then each process generates into its own folder, where nobody else can
  // write.
  const output = whyUnwritable(dirname(generated))
    ? join(mkdtempSync(join(tmpdir(), 'validators-')), basename(generated))
    : generated;
  generate(document, output);
  const made = loadGenerated(output);
  if (output !== generated) rmSync(dirname(output), { recursive: true, force: true });
  if (made === null) throw new Error(`${generated} was generated and cannot be loaded`);
  return validatorsOf(made);
}

/** In another process, because checking the document is asynchronous and an import is not. */
function generate(document: string, generated: string): void {
  const args = ['--require', require.resolve('tsx/cjs'), join(__dirname, 'generate.ts'), document, generated];
  const env = { ...process.env, NODE_OPTIONS: '' };
  try {
    execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' });
  } catch (failure) {
    const said = failure instanceof Error && 'stderr' in failure ? String(failure.stderr).trim() : '';
    const error = new Error(said || String(failure));
    // The fault is in the document; stack frames of this file would only hide its position.
    error.stack = error.message;
    throw error;
  }
}

/**
 * Null if the file is missing or damaged, so that it is generated again. Not loaded with `require`, which
 * caches the first version and, under Playwright, transforms all files of the project.
 */
function loadGenerated(file: string): (Compiled & { fingerprint: string }) | null {
  try {
    const module = { exports: {} };
    const run = compileFunction(readFileSync(file, 'utf8'), ['module', 'exports', 'require'], {
      filename: file,
    });
    run(module, module.exports, require);
    return module.exports as Compiled & { fingerprint: string };
  } catch {
    return null;
  }
}

export function validatorsOf({
  failure,
  failures,
  answers,
  codes,
  remedies,
  operations,
}: Compiled): Validators {
  return {
    codes,
    remedies,
    operations,
    failure: asValidator(failure),
    failures: mapValues(failures, asValidator),
    answers: mapValues(answers, (byStatus) => mapValues(byStatus, asValidator)),
  };
}

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

function mapValues<In, Out>(record: Record<string, In>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
