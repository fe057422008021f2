import {
  type Accepted,
  anything,
  exactly,
  flag,
  list,
  moment,
  object,
  oneOf,
  orNull,
  text,
} from '../../../spec/shapes';
import { jsonIn } from '../data/json';
import { endings, isWhole } from '../data/run';
import { problemsOf, schemas } from '../data/schema';
import { changeOf, pairFaults } from './fault-changes';
import type { Fault } from './faults';

const fault = {
  verdict: oneOf(['violates', 'deviates']),
  sentence: text,
  clauses: list(text),
  known: flag,
};

/** What a run keeps of the previous run of its target, so that its own record can be judged again. */
export const previousRun = exactly({ started: moment, faults: list(exactly(fault)) });

export type PreviousRun = Accepted<typeof previousRun>;

const record = object({
  result: object({ target: text, outcome: object({ partial: flag }) }, { name: text }),
  run: object({
    started: moment,
    course: object({ ending: oneOf(endings), stop: orNull(anything) }),
    faults: list(object(fault)),
  }),
});
const isRecord = schemas.compile<Accepted<typeof record>>(record);

export interface SavedRun {
  /** The name of the target, or its address. */
  target: string;
  started: string;
  /** Null if the run did not send all its checks, so that a fault which it lacks is not new. */
  previous: PreviousRun | null;
}

/**
 * Reads what a run needs of the previous one.
 * @param content the text of its conformance.json
 * @param path names the file in errors
 * @throws one line that names the file and says what is wrong with it
 */
export function savedRunIn(content: string, path: string): SavedRun {
  const value = jsonIn(content, path);
  if (!isRecord(value))
    throw new Error(`${path} is not the conformance.json of a run: ${problemsOf(isRecord, 'it')[0]}`);
  const { result, run } = value;
  const faults = run.faults.map(({ verdict, sentence, clauses, known }) => ({
    verdict,
    sentence,
    clauses,
    known,
  }));
  return {
    target: result.name ?? result.target,
    started: run.started,
    previous: isWhole(run.course, result.outcome.partial) ? { started: run.started, faults } : null,
  };
}

/**
 * The faults of a run beside those of the previous run of its target, as `compare` finds them.
 * @returns the faults, each with whether it is new, and the sentences of the faults that are fixed
 */
export function compareWithPrevious(
  previous: PreviousRun | undefined,
  faults: readonly Fault[],
  verdictOf: (clause: string) => string | undefined,
): { faults: Fault[]; fixed: string[] } {
  if (previous === undefined) return { faults: [...faults], fixed: [] };
  const pairs = pairFaults(previous.faults, faults).map((pair) => ({
    pair,
    change: changeOf(pair, verdictOf),
  }));
  return {
    faults: pairs.flatMap(({ pair: [, is], change }) => (is ? { ...is, isNew: change === 'new fault' } : [])),
    fixed: pairs.flatMap(({ pair: [was], change }) => (was && change === 'fixed' ? was.sentence : [])),
  };
}
