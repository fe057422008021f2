import { schemas } from '../../judge/data/schema';
import { recordIn } from '../../judge/faults/previous-run';
import { readText } from '../read-file';
import { type ConformanceRecord, recordSchema } from '../record-schema';

/** A record for the commands that look back at runs. `target` is its NAME: a name survives a change of address. */
export type SavedRecord = ConformanceRecord;
export type SavedClause = SavedRecord['result']['clauses'][number];
export type SavedFault = SavedRecord['run']['faults'][number];

const isRecord = schemas.compile<ConformanceRecord>(recordSchema);

/**
 * Reads a conformance.json.
 * @throws one line that names the file: it cannot be read, is not JSON, or is something else
 */
export function readRecord(path: string): SavedRecord {
  return savedRecordIn(readText(path), path);
}

/** The record in the text of a file; throws as `readRecord` does. */
export function savedRecordIn(content: string, path: string): SavedRecord {
  const value = recordIn(content, path, isRecord);
  const { name = value.result.target } = value.result;
  return { ...value, result: { ...value.result, target: name } };
}

/** `violates (known)`. */
export function formatVerdict({ verdict, known }: SavedClause): string {
  return `${verdict}${known ? ' (known)' : ''}`;
}
