import { worstFirst } from '../../tests/engine/cases';
import { problemsOf, schemas } from '../../tests/engine/schema';
import { jsonIn, readText } from '../command';
import {
  type Accepted,
  anything,
  count,
  counts,
  flag,
  hash,
  integer,
  list,
  lookup,
  moment,
  object,
  oneOf,
  orNull,
  text,
  told,
  word,
} from '../shapes';

const verdict = oneOf(worstFirst);

const clause = object(
  {
    id: text,
    level: oneOf(['must', 'advice', 'open', 'unobservable']),
    sentence: text,
    section: text,
    verdict,
    known: flag,
    cases: list(object({ id: text, title: text, verdict })),
  },
  { reason: text },
);

const failure = object(
  {
    signature: hash,
    clause: text,
    verdict: oneOf(['violates', 'deviates']),
    case: text,
    file: text,
    line: count,
    status: orNull(integer),
    code: orNull(text),
  },
  { known: anything },
);

const record = object({
  version: told('1 or 2', oneOf([1, 2])),
  result: object(
    {
      contract: text,
      target: text,
      outcome: object({ word, exitCode: count, sentence: text, partial: flag, counts }),
      clauses: list(clause),
      failures: list(failure),
    },
    {
      name: text,
      // Records of earlier editions have none.
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
});

/**
 * What the commands that look back at runs need of a conformance.json. Fields beside these may be absent. `target` is
 * its NAME, where it has one: a name outlives an address.
 */
export type SavedRecord = Accepted<typeof record>;
export type SavedClause = Accepted<typeof clause>;
export type SavedFailure = Accepted<typeof failure>;

const isSavedRecord = schemas.compile<SavedRecord>(record);

/**
 * Reads a conformance.json.
 * @throws one line that names the file: it cannot be read, is not JSON, or is something else
 */
export function readRecord(path: string): SavedRecord {
  return recordIn(readText(path), path);
}

/** The record in the text of a file; throws as readRecord does. */
export function recordIn(content: string, path: string): SavedRecord {
  const value = jsonIn(content, path);
  if (isSavedRecord(value)) return named(value);
  const [first] = problemsOf(isSavedRecord, 'it');
  throw new Error(`${path} is not the conformance.json of a run: ${first}`);
}

function named(record: SavedRecord): SavedRecord {
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
