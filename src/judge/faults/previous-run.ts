import type { ValidateFunction } from 'ajv/dist/2020';
import { everyOperation } from '../../../spec/operations';
import { type Accepted, count, flag, list, moment, object, oneOf, text } from '../../../spec/shapes';
import { isObject, jsonIn } from '../data/json';
import { problemsOf, schemas } from '../data/schema';

/** Version of conformance.json. Raise it for every change that a reader of the previous version cannot read. */
export const VERSION = 18;

const fault = object({
  fault: text,
  operations: list(oneOf(everyOperation)),
  sentence: text,
  known: flag,
});

const record = object({
  result: object({ target: text }, { name: text }),
  run: object({ started: moment, whole: flag, depth: count, faults: list(fault) }),
});
const isRecord = schemas.compile<Accepted<typeof record>>(record);

export type PreviousRun = Pick<Accepted<typeof record>['run'], 'started' | 'depth' | 'faults'>;

export interface SavedRun {
  /** The name of the target, or its address. */
  target: string;
  started: string;
  /** Null if the run did not send all its checks, so that a fault which it lacks is not new. */
  previous: PreviousRun | null;
}

/** Reads what a run needs of the previous one; throws as `recordIn` does. */
export function savedRunIn(content: string, path: string): SavedRun {
  const { result, run } = recordIn(content, path, isRecord);
  const { started, depth, faults } = run;
  const previous = run.whole ? { started, depth, faults } : null;
  return { target: result.name ?? result.target, started, previous };
}

/**
 * Reads a conformance.json.
 * @param content the text of the file
 * @param path names the file in errors
 * @throws one line that names the file: it is not JSON, of another version, or something else
 */
export function recordIn<Value>(content: string, path: string, isValid: ValidateFunction<Value>): Value {
  const value: unknown = jsonIn(content, path);
  if (isObject(value) && isObject(value.result) && value.version !== VERSION)
    throw new Error(
      `${path} is of version ${value.version}: read it with the version of the suite that wrote it`,
    );
  if (isValid(value)) return value;
  throw new Error(`${path} is not the conformance.json of a run: ${problemsOf(isValid, 'it')[0]}`);
}
