import { worstFirst } from '../../tests/engine/cases';
import type { FoundDraw } from '../../tests/engine/draws';
import { problemsOf, schemas } from '../../tests/engine/schema';
import type { TriedCell, TriedRow } from '../../tests/engine/tried';
import { readText } from '../command';
import type { ConformanceRecord, RecordedCase, RecordedClause, RecordedFailure } from '../record';
import { count, counts, flag, list, lookup, moment, object, text, word } from '../shapes';

/**
 * What the commands that look back at runs need of a conformance.json. Fields beside these may be absent. `target` is
 * its NAME, where it has one: a name outlives an address.
 */
export interface SavedRecord {
  version: 1 | 2;
  result: Pick<ConformanceRecord['result'], 'contract' | 'target' | 'outcome'> & {
    clauses: (Pick<
      RecordedClause,
      'id' | 'level' | 'sentence' | 'section' | 'verdict' | 'reason' | 'known'
    > & {
      cases: Pick<RecordedCase, 'id' | 'title' | 'verdict'>[];
    })[];
    failures: (Pick<
      RecordedFailure,
      'signature' | 'clause' | 'verdict' | 'case' | 'file' | 'line' | 'status' | 'code'
    > & { known?: object })[];
    /** Records of earlier editions have none. */
    tried?: Tried[];
  };
  run: Pick<ConformanceRecord['run'], 'started' | 'milliseconds'> & {
    cost: Pick<ConformanceRecord['run']['cost'], 'requests' | 'aiUses'>;
    failures: Record<string, { expected: string; received: string }>;
    evidence: Record<string, { observations: Record<string, string> }>;
    found?: FoundDraw[];
  };
}

export type SavedClause = SavedRecord['result']['clauses'][number];
export type SavedFailure = SavedRecord['result']['failures'][number];

/** A row of the table of families. */
interface Tried extends Omit<TriedRow, 'cells'> {
  cells: Record<string, Pick<TriedCell, 'verdict' | 'members'>>;
}

const verdict = { enum: worstFirst };

const isSavedRecord = schemas.compile<SavedRecord>(
  object({
    version: { enum: [1, 2], description: '1 or 2' },
    result: object(
      {
        contract: text,
        target: text,
        outcome: object({
          word,
          exitCode: count,
          sentence: text,
          partial: flag,
          counts,
        }),
        clauses: list(
          object(
            {
              id: text,
              level: { enum: ['must', 'advice', 'open', 'unobservable'] },
              sentence: text,
              section: text,
              verdict,
              known: flag,
              cases: list(object({ id: text, title: text, verdict })),
            },
            { reason: text },
          ),
        ),
        failures: list(
          object(
            {
              signature: { type: 'string', pattern: '^[0-9a-f]{12}$' },
              clause: text,
              verdict: { enum: ['violates', 'deviates'] },
              case: text,
              file: text,
              line: count,
              status: { type: ['integer', 'null'] },
              code: { type: ['string', 'null'] },
            },
            { known: { type: 'object' } },
          ),
        ),
      },
      {
        name: text,
        tried: list(
          object({ clause: text, family: text, cells: lookup(object({ verdict: text, members: count })) }),
        ),
      },
    ),
    run: object(
      {
        started: moment,
        milliseconds: count,
        cost: object({ requests: count, aiUses: count }),
        failures: lookup(object({ expected: text, received: text })),
        evidence: lookup(object({ observations: lookup(text) })),
      },
      { found: list(object({ family: text, place: text, seed: count, depth: count })) },
    ),
  }),
);

/**
 * Reads a conformance.json.
 * @throws one line that names the file: it cannot be read, is not JSON, or is something else
 */
export function readRecord(path: string): SavedRecord {
  return recordIn(readText(path), path);
}

/** The record in the text of a file; throws as readRecord does. */
export function recordIn(content: string, path: string): SavedRecord {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new Error(`${path} is not JSON`);
  }
  if (isSavedRecord(value)) return named(value);
  const [first] = problemsOf(isSavedRecord, 'it');
  throw new Error(`${path} is not the conformance.json of a run: ${first}`);
}

function named(record: SavedRecord & { result: { name?: string } }): SavedRecord {
  const { name = record.result.target } = record.result;
  return { ...record, result: { ...record.result, target: name } };
}

/** Titles of the cases that came to a judgement or a record. */
export function judgedCases({ result }: SavedRecord): string[] {
  const unjudged = ['not driven', 'blocked', 'indeterminate'];
  return result.clauses.flatMap(({ cases }) =>
    cases.filter(({ verdict }) => !unjudged.includes(verdict)).map(({ title }) => title),
  );
}

/** What stood against what in a failure of a record. */
export function sidesOf(
  { signature }: SavedFailure,
  { run }: SavedRecord,
): { expected: string; received: string } {
  const told = Object.hasOwn(run.failures, signature) ? run.failures[signature] : undefined;
  return told ?? { expected: '', received: '' };
}

/** `violates (known)`. */
export function verdictWords({ verdict, known }: SavedClause): string {
  return `${verdict}${known ? ' (known)' : ''}`;
}
