import { schemas } from '../../judge/data/schema';
import { recordIn } from '../../judge/faults/previous-run';
import { readText } from '../read-file';
import { type ConformanceRecord, recordSchema } from '../record-schema';

const isRecord = schemas.compile<ConformanceRecord>(recordSchema);

/**
 * Reads a conformance.json, for the commands that look back at runs.
 * @throws one line that names the file: it cannot be read, is not JSON, or is something else
 */
export const readRecord = (path: string): ConformanceRecord => recordIn(readText(path), path, isRecord);
