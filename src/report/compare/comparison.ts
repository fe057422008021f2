import { mergedObservations, type Observations } from '../../judge/data/evidence';
import { changeOf, type FaultChange, type FaultPair, pairFaults } from '../../judge/faults/fault-changes';
import { labelOf, rankOf } from '../../judge/faults/faults';
import type { Row } from '../../judge/texts/failure-text';
import type { Item } from '../view';
import { type SavedClause as Clause, formatVerdict, type SavedFault, type SavedRecord } from './saved-record';

/**
 * Compares two runs: first their faults, then the clauses that only one of them judged. Pure;
 * comparison-text.ts prints the differences.
 */

/** How a clause or an observation differs between the runs. */
type ClauseKind =
  | 'another verdict'
  | 'undecided'
  | 'no longer tested'
  | 'decided'
  | 'newly tested'
  | 'observed otherwise';

export type DifferenceKind = FaultChange | ClauseKind;

interface Difference extends Item {
  kind: DifferenceKind;
  /** For a fault, the first that it violates. */
  clause: string;
  worse: boolean;
}

export interface Comparison {
  /** The runs are of different targets. */
  parity: boolean;
  /** First those of faults, then of clauses, then of responses that the contract leaves unspecified. */
  differences: Difference[];
  /** The outcome of the later run as a whole is worse: for example `incomplete` after `conforms`. */
  ending: { before: string; after: string; worse: boolean };
  worse: boolean;
}

/** Compares two runs: the earlier or trusted one, then the other. */
export function compare(before: SavedRecord, after: SavedRecord): Comparison {
  const parity = before.result.target !== after.result.target;
  const pairs = pairFaults(before.run.faults, after.run.faults).toSorted(
    (a, b) => rankOfPair(a) - rankOfPair(b),
  );
  const faults = pairs.map((pair) => ({ pair, found: faultDifference(pair, after) }));
  const reported = new Set(
    faults.flatMap(({ pair, found }) => (found ? pair.flatMap((fault) => fault?.clauses ?? []) : [])),
  );
  const differences = [
    ...faults.flatMap(({ found }) => found ?? []),
    ...clauseChanges(before, after, parity).filter(
      ({ kind, clause }) => kind !== 'another verdict' || !reported.has(clause),
    ),
    ...observationChanges(before, after),
  ];
  const ending = endingOf(before, after);
  return { parity, differences, ending, worse: ending.worse || differences.some((each) => each.worse) };
}

type Pairing = FaultPair<SavedFault, SavedFault>;

/** As described in the run in which it is worst. */
const rankOfPair = (pair: Pairing) =>
  Math.min(...pair.flatMap((fault) => (fault === undefined ? [] : rankOf(fault))));

/** A fault as in the reports of the run that found it; null if both found it, or if nobody can say that it is fixed. */
function faultDifference([was, is]: Pairing, after: SavedRecord): Difference | null {
  const fault = is ?? was;
  const kind = changeOf([was, is], (id) =>
    after.run.whole ? after.result.clauses.find((clause) => clause.id === id)?.verdict : undefined,
  );
  if (fault === undefined || kind === null) return null;
  return {
    kind,
    clause: fault.clauses[0] ?? '',
    words: fault.sentence,
    label: labelOf(fault),
    rows: fault.rows.filter(([name]) => name === 'Request' || name === 'Response'),
    worse: kind === 'new fault',
  };
}

type State = 'holds' | 'fails' | 'undecided' | 'untested';

/** The meaning of each change of state. `another verdict` counts only where no new or fixed fault says it. */
const steps: Record<State, Partial<Record<State, ClauseKind>>> = {
  holds: { fails: 'another verdict', undecided: 'undecided', untested: 'no longer tested' },
  fails: { holds: 'another verdict', undecided: 'undecided', untested: 'no longer tested' },
  undecided: { fails: 'another verdict', holds: 'decided', untested: 'no longer tested' },
  untested: { fails: 'another verdict', holds: 'newly tested', undecided: 'undecided' },
};

const gettingWorse: readonly ClauseKind[] = ['undecided', 'no longer tested'];

function stateOf(clause: Clause | undefined): State {
  switch (clause?.verdict) {
    case 'violates':
    case 'deviates':
      return 'fails';
    case 'inconclusive':
    case 'blocked':
      return 'undecided';
    case 'conforms':
    case 'unspecified':
      return 'holds';
    default:
      return 'untested';
  }
}

function clauseChanges(before: SavedRecord, after: SavedRecord, parity: boolean): Difference[] {
  const earlier = new Map(before.result.clauses.map((clause) => [clause.id, clause]));
  const later = new Map(after.result.clauses.map((clause) => [clause.id, clause]));
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((id): Difference[] => {
    const [was, is] = [earlier.get(id), later.get(id)];
    const kind = steps[stateOf(was)][stateOf(is)];
    const rows: Row[] = [['Clause', (is ?? was)?.sentence ?? '']];
    if (kind === undefined) return [];
    if (is?.reason !== undefined) rows.push(['Reason', is.reason]);
    for (const [name, { run }] of [['Was', before] as const, ['Is', after] as const])
      for (const fault of run.faults) if (fault.clauses.includes(id)) rows.push([name, fault.sentence]);
    const fails = stateOf(is) === 'fails' && !is?.known;
    const isSpecified = is?.level !== 'unspecified' && was?.level !== 'unspecified';
    const worse = fails || (isWorse(kind, parity) && isSpecified);
    const verdictOf = (clause: Clause | undefined) => (clause ? formatVerdict(clause) : 'no such clause');
    return [{ kind, clause: id, words: `${id}: ${verdictOf(was)} → ${verdictOf(is)}`, rows, worse }];
  });
}

/** A target is not worse because an account is missing; a run is worse where it no longer tests a clause. */
function isWorse(kind: ClauseKind, parity: boolean): boolean {
  return gettingWorse.includes(kind) && !(parity && kind === 'no longer tested');
}

function observationChanges(before: SavedRecord, after: SavedRecord): Difference[] {
  const [earlier, later] = [observationsOf(before), observationsOf(after)];
  const words = (shapes: string[] = ['nothing']) => shapes.join('; ');
  return Object.keys({ ...earlier, ...later }).flatMap((key): Difference[] => {
    const [was, is] = [words(earlier[key]), words(later[key])];
    if (was === is) return [];
    const [clause, name] = JSON.parse(key) as [string, string];
    const rows: Row[] = [['Seen', name]];
    return [{ kind: 'observed otherwise', clause, words: `${clause}: ${was} → ${is}`, rows, worse: false }];
  });
}

/** `404 not_found` of `404 not_found, {error}`; whether a header was there has no more. */
const statusAndCode = (shape: string) => shape.split(', ')[0] ?? '';

/**
 * What a run observed of things that the contract does not show, by clause and name. These names stay the
 * same where a new check changes the numbering of check ids.
 */
function observationsOf({ result, run }: SavedRecord): Observations {
  return mergedObservations(
    result.clauses.flatMap(({ id: clause, checks }) =>
      checks.flatMap(({ id }) =>
        Object.entries(run.checks[id]?.observations ?? {}).map(([name, shapes]) => ({
          [JSON.stringify([clause, name])]: shapes.map(statusAndCode),
        })),
      ),
    ),
  );
}

/** From a good result to a bad one, or to a leak. */
function endingOf(before: SavedRecord, after: SavedRecord): Comparison['ending'] {
  const [was, is] = [before.result.outcome, after.result.outcome];
  const worse = (was.exitCode === 0 && is.exitCode !== 0) || (is.word === 'leaked' && was.word !== 'leaked');
  return { before: was.word, after: is.word, worse };
}
