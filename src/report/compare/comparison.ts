import { isUndecided, mergedObservations, type Observations } from '../../judge/data/evidence';
import { fixedIn, newAt } from '../../judge/faults/changes';
import { labelOf } from '../../judge/faults/faults';
import type { Row } from '../../judge/texts/failure-text';
import type { Item } from '../view';
import { type SavedClause as Clause, formatVerdict, type SavedFault, type SavedRecord } from './saved-record';

/**
 * Compares two runs: first their faults, then the clauses that only one of them judged. Pure;
 * comparison-text.ts prints the differences.
 */

export type DifferenceKind = 'new fault' | 'fixed' | 'another verdict' | 'observed otherwise';

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
  const faults = [...newFaults(before, after), ...fixedFaults(before, after)];
  const reported = new Set(faults.flatMap(({ clauses }) => clauses));
  const differences = [
    ...faults.map(({ clauses: _, ...difference }) => difference),
    ...clauseChanges(before, after, parity).filter(({ clause }) => !reported.has(clause)),
    ...observationChanges(before, after),
  ];
  const ending = endingOf(before, after);
  return { parity, differences, ending, worse: ending.worse || differences.some((each) => each.worse) };
}

const differenceOf = (fault: SavedFault) => ({
  clause: fault.clauses[0] ?? '',
  clauses: fault.clauses,
  words: fault.sentence,
  rows: fault.rows.filter(([name]) => name === 'Request' || name === 'Response'),
});

function newFaults({ run: before }: SavedRecord, { run: after }: SavedRecord) {
  return after.faults.flatMap((fault) => {
    const at = newAt(fault, before.faults);
    if (at.length === 0) return [];
    const label = labelOf({ ...fault, newAt: at.length < fault.operations.length ? at : [] });
    return { ...differenceOf(fault), kind: 'new fault' as const, label, worse: true };
  });
}

function fixedFaults({ run: before }: SavedRecord, { run, result }: SavedRecord) {
  return fixedIn(before, { ...run, clauses: result.clauses }).map(({ was, words }) => {
    const { newAt: _, ...fault } = was;
    return { ...differenceOf(was), kind: 'fixed' as const, words, label: labelOf(fault), worse: false };
  });
}

function clauseChanges(before: SavedRecord, after: SavedRecord, parity: boolean): Difference[] {
  const earlier = new Map(before.result.clauses.map((clause) => [clause.id, clause]));
  const later = new Map(after.result.clauses.map((clause) => [clause.id, clause]));
  const verdictOf = (clause: Clause | undefined) => (clause ? formatVerdict(clause) : 'no such clause');
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((id): Difference[] => {
    const [was, is] = [earlier.get(id), later.get(id)];
    if (verdictOf(was) === verdictOf(is)) return [];
    const rows: Row[] = [['Clause', (is ?? was)?.sentence ?? '']];
    if (is?.reason !== undefined) rows.push(['Reason', is.reason]);
    const words = `${id}: ${verdictOf(was)} → ${verdictOf(is)}`;
    return [{ kind: 'another verdict', clause: id, words, rows, worse: isWorse(was, is, parity) }];
  });
}

/** A target is not worse because an account is missing; a run is worse where it no longer tests a clause. */
function isWorse(was: Clause | undefined, is: Clause | undefined, parity: boolean): boolean {
  if (is?.verdict === 'violates' || is?.verdict === 'deviates') return !is.known;
  if ((is ?? was)?.level === 'unspecified') return false;
  if (is === undefined || is.verdict === 'not tested') return was !== undefined && !parity;
  return isUndecided(is) && !(was && isUndecided(was));
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
function observationsOf({ result }: SavedRecord): Observations {
  return mergedObservations(
    result.clauses.flatMap(({ id: clause, checks }) =>
      checks.flatMap(({ observations = {} }) =>
        Object.entries(observations).map(([name, shapes]) => ({
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
