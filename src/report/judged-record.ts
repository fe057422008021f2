import { isObject } from '../judge/data/json';
import { problemsOf, schemas } from '../judge/data/schema';
import { suiteInfo } from '../judge/data/suite-info';
import { requestLine } from '../judge/texts/failure-text';
import { counted, formatTime } from '../judge/texts/wording';
import { evidenceOf } from '../judge/verdict/check-verdicts';
import { lackingIn } from '../judge/verdict/lacking';
import type { Report } from '../judge/verdict/report';
import { rejudged, runIn } from './record';
import { type ConformanceRecord, recordSchema, VERSION } from './record-schema';

/** A record that was judged again, and notes about it, one a line. */
export interface Judged {
  report: Report;
  notes: string[];
}

const isRecord = schemas.compile<ConformanceRecord>(recordSchema);

/**
 * Judges the record of a run by this edition of the document and of the suite.
 * @param file names it in errors
 * @throws one line with the remedy, where it is no record or has too little in it
 */
export function judgedRecord(value: unknown, file: string): Judged {
  const record = recordFrom(value, file);
  return { report: rejudged(record), notes: [...notesOf(record), ...lackingNotes(record)] };
}

/**
 * A value as the record of a run.
 * @throws one line with the remedy, where it is none
 */
export function recordFrom(value: unknown, file: string): ConformanceRecord {
  if (isObject(value) && isObject(value.result) && value.version !== VERSION)
    throw new Error(
      `${file} is of version ${value.version}: judge it with the version of the suite that wrote it, or a later one`,
    );
  if (!isRecord(value))
    throw new Error(`${file} is not the conformance.json of a run: ${problemsOf(isRecord, 'it')[0]}`);
  return value;
}

/** What the guards of this version need, and the record lacks. */
function lackingNotes(record: ConformanceRecord): string[] {
  const lines = evidenceOf(runIn(record).checks).flatMap((evidence) =>
    lackingIn(evidence).map(
      ({ guard, followUp }) =>
        `Not in the record: ${followUp}, for the guard "${guard}" (${evidence.clause})`,
    ),
  );
  return [...new Set(lines)];
}

function notesOf({ run, result }: ConformanceRecord): string[] {
  const notes = [`Rejudged from the run of ${formatTime(run.started)}`];
  if (result.contract !== suiteInfo.contract) {
    notes.push(
      `The run used another version of the suite: contract ${result.contract}, this version has ${suiteInfo.contract}`,
    );
    const gone = result.clauses.filter(({ id, checks }) => checks.length > 0 && !(id in suiteInfo.ledger));
    if (gone.length > 0)
      notes.push(`Not in this version, and left out: ${gone.map(({ id }) => id).join(', ')}`);
  }
  const cut = Object.values(run.exchanges).filter(({ response }) => response?.cut);
  if (cut.length > 0) {
    const lines = [...new Set(cut.map(requestLine))];
    const more = lines.length > 3 ? ` and ${lines.length - 3} more` : '';
    notes.push(
      `Not rejudged, since a record keeps at most 64 KiB of each: ${counted(cut.length, 'response')} (${lines.slice(0, 3).join(', ')}${more})`,
    );
  }
  return notes;
}
