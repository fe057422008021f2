import { isUndecided } from '../../judge/data/evidence';
import { jsonIn } from '../../judge/data/json';
import { problemsOf, schemas } from '../../judge/data/schema';
import { readText } from '../read-file';
import { type ConformanceRecord, recordSchema } from '../record-schema';

/**
 * The part of conformance.json that the commands need which look back at runs. `target` is its NAME if it has
 * one: a name survives a change of address.
 */
export type SavedRecord = ConformanceRecord;
export type SavedClause = SavedRecord['result']['clauses'][number];
export type SavedFailure = SavedRecord['result']['failures'][number];
export type SavedFault = SavedRecord['run']['faults'][number];

/** Fields that a later edition adds are allowed. */
const withoutStrictness = (name: string, value: unknown) =>
  /^additionalProperties:false|^description:[A-Z]/.test(`${name}:${value}`) ? undefined : value;
const schema = JSON.parse(JSON.stringify(recordSchema, withoutStrictness));
const isSavedRecord = schemas.compile<SavedRecord>(schema);

/**
 * Reads a conformance.json.
 * @throws one line that names the file: it cannot be read, is not JSON, or is something else
 */
export function readRecord(path: string): SavedRecord {
  return recordFrom(readText(path), path);
}

/** The record in the text of a file; throws as `readRecord` does. */
export function recordFrom(content: string, path: string): SavedRecord {
  const value = jsonIn(content, path);
  if (isSavedRecord(value)) return named(value);
  const [first] = problemsOf(isSavedRecord, 'it');
  throw new Error(`${path} is not the conformance.json of a run: ${first}`);
}

function named(record: SavedRecord): SavedRecord {
  const { name = record.result.target } = record.result;
  return { ...record, result: { ...record.result, target: name } };
}

/** Titles of the checks that were judged or recorded. */
export function judgedChecks({ result }: SavedRecord): string[] {
  const checks = result.clauses.flatMap((clause) => clause.checks);
  return checks
    .filter((each) => !isUndecided(each) && each.verdict !== 'not tested')
    .map(({ title }) => title);
}

/** `violates (known)`. */
export function formatVerdict({ verdict, known }: SavedClause): string {
  return `${verdict}${known ? ' (known)' : ''}`;
}
