import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { ErrorObject } from 'ajv';
import { whyUnwritable } from './writable';

/** Where and how a value departs from its schema. */
export interface Violation {
  /** RFC 6901, from the whole body: `/error/code`; empty for the body itself. */
  pointer: string;
  /** Of JSON Schema: `required`, `additionalProperties`, `enum`. */
  keyword: string;
  /** What the keyword says beside: `{ missingProperty: 'code' }`. */
  params: Readonly<Record<string, unknown>>;
}

/** All departures of a parsed JSON value; none for a value that is as its schema wants it. */
export type Validator = (value: unknown) => Violation[];

/** What there is for each body that a document shows. */
export interface Bodies<T> {
  /** The body of a failed request, whatever its status. */
  failure: T;
  /** The body of a failed request, by each status that belongs to a code. */
  failures: Readonly<Record<string, T>>;
  /** Operation -> status as the document writes it (`2XX`, `401`) -> the answer's body */
  answers: Readonly<Record<string, Readonly<Record<string, T>>>>;
}

/** What a document tells beside the shapes of bodies. */
interface Tables {
  /** Code -> HTTP status. */
  codes: Readonly<Record<string, number>>;
  /** Code -> what a client does about it. */
  remedies: Readonly<Record<string, string>>;
  /** By `operationId`, which is what the suite calls an operation. */
  operations: Readonly<Record<string, Operation>>;
}

/** Such as `{ method: 'GET', path: '/v1/jobs/{job_id}', clause: 'jobs.lookup.own' }`. */
interface Operation {
  method: string;
  path: string;
  /** `x-clause`: the clause that a success of it breaks which is not as the document shows it. */
  clause: string;
}

export type Validators = Bodies<Validator> & Tables;

/** Validators of all bodies, as ajv compiles them. */
type Compiled = Bodies<Validate> & Tables;

interface Validate {
  (value: unknown): unknown;
  errors?: ErrorObject[] | null;
}

const generator = ['generate.ts', 'document.ts', 'pointer.ts'].map((name) => join(__dirname, name));

/** Tells generated code that is out of date: it changes with the document and with the generator. */
export function documentFingerprint(document: string): string {
  const hash = createHash('sha256').update(document);
  for (const file of generator) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * The validators of a document, generated anew where they are missing or out of date.
 * @param document path of the OpenAPI document
 * @param generated path of the CommonJS file that keeps them
 * @throws Error of one line, with file, line and column, where the document is broken
 */
export function loadValidators(document: string, generated: string): Validators {
  const kept = loadGenerated(generated);
  if (kept?.fingerprint === documentFingerprint(readFileSync(document, 'utf8'))) return validatorsOf(kept);
  // A checkout may be read-only: each process then generates for itself, where nobody else can write.
  const output = whyUnwritable(dirname(generated))
    ? join(mkdtempSync(join(tmpdir(), 'validators-')), basename(generated))
    : generated;
  generate(document, output);
  const made = loadGenerated(output);
  if (output !== generated) rmSync(dirname(output), { recursive: true, force: true });
  if (made === null) throw new Error(`${generated} was generated and cannot be loaded`);
  return validatorsOf(made);
}

/** In a process of its own, because the check of the document is asynchronous and an import is not. */
function generate(document: string, generated: string): void {
  const args = ['--require', require.resolve('tsx/cjs'), join(__dirname, 'generate.ts'), document, generated];
  const env = { ...process.env, NODE_OPTIONS: '' };
  try {
    execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' });
  } catch (failure) {
    const said = failure instanceof Error && 'stderr' in failure ? String(failure.stderr).trim() : '';
    const error = new Error(said || String(failure));
    // The fault lies in the document; frames of this file would only hide its place.
    error.stack = error.message;
    throw error;
  }
}

/**
 * Null where the file is missing or damaged: either way it is made again. Not by `require`, which keeps what
 * it loaded first, and under Playwright transforms every file of the project.
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
