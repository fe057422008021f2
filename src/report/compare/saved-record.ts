import { jsonIn } from '../../judge/data/json';
import { recordFrom } from '../judged-record';
import { readText } from '../read-file';
import type { ConformanceRecord } from '../record-schema';

/** A record for the commands that look back at runs. `target` is its NAME: a name survives a change of address. */
export type SavedRecord = ConformanceRecord;
export type SavedClause = SavedRecord['result']['clauses'][number];
export type SavedFault = SavedRecord['run']['faults'][number];

/**
 * Reads a conformance.json.
 * @throws one line that names the file: it cannot be read, is not JSON, or is something else
 */
export function readRecord(path: string): SavedRecord {
  return savedRecordIn(readText(path), path);
}

/** The record in the text of a file; throws as `readRecord` does. */
export function savedRecordIn(content: string, path: string): SavedRecord {
  const record = recordFrom(jsonIn(content, path), path);
  const { name = record.result.target } = record.result;
  return { ...record, result: { ...record.result, target: name } };
}

/** `violates (known)`. */
export function formatVerdict({ verdict, known }: SavedClause): string {
  return `${verdict}${known ? ' (known)' : ''}`;
}
