import type { Operation } from '../../../spec/operations';
import { isUndecided } from '../../judge/data/evidence';
import { fixedIn, newAt } from '../../judge/faults/changes';
import { labelOf } from '../../judge/faults/faults';
import type { Row } from '../../judge/texts/failure-text';
import type { ConformanceRecord } from '../record-schema';
import type { Item } from '../view';

/**
 * Compares two runs: first their faults, then the clauses that only one of them judged. Pure;
 * comparison-text.ts prints the differences.
 */

type Clause = ConformanceRecord['result']['clauses'][number];
type Fault = ConformanceRecord['run']['faults'][number];

export type DifferenceKind = 'new fault' | 'fixed' | 'another verdict' | 'observed otherwise';

interface Difference extends Omit<Item, 'fault'> {
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
  /** Where the later run as a whole ended worse: `ended incomplete and not conforms`. */
  ending?: string;
  worse: boolean;
}

/** Compares two runs: the earlier or trusted one, then the other. */
export function compare(before: ConformanceRecord, after: ConformanceRecord): Comparison {
  const [was, is] = [before.result, after.result];
  const parity = (was.name ?? was.target) !== (is.name ?? is.target);
  const faults = [...newFaults(before, after), ...fixedFaults(before, after)];
  const reported = new Set(faults.flatMap(({ fault }) => fault.clauses));
  const differences = [
    ...faults.map(({ fault: _, ...difference }): Difference => difference),
    ...clauseChanges(was.clauses, is.clauses, parity).filter(({ clause }) => !reported.has(clause)),
    ...observationChanges(was.clauses, is.clauses),
  ];
  const endsWorse =
    (was.outcome.exitCode === 0 && is.outcome.exitCode !== 0) ||
    (is.outcome.word === 'leaked' && was.outcome.word !== 'leaked');
  const ending = `ended ${is.outcome.word} and not ${was.outcome.word}`;
  const worse = endsWorse || differences.some((each) => each.worse);
  return { parity, differences, ...(endsWorse && { ending }), worse };
}

const differenceOf = (fault: Fault, at: readonly Operation[] = []) => ({
  fault,
  clause: fault.clauses[0] ?? '',
  words: fault.sentence,
  label: labelOf({ ...fault, newAt: at.length < fault.operations.length ? [...at] : [] }),
  rows: fault.rows.filter(([name]) => name === 'Request' || name === 'Response'),
});

const newFaults = ({ run: before }: ConformanceRecord, { run: after }: ConformanceRecord) =>
  after.faults.flatMap((fault) => {
    const at = newAt(fault, before.faults);
    return at.length === 0 ? [] : { ...differenceOf(fault, at), kind: 'new fault' as const, worse: true };
  });

const fixedFaults = ({ run: before }: ConformanceRecord, { run, result }: ConformanceRecord) =>
  fixedIn(before, { ...run, clauses: result.clauses }).map(({ was, words }) => ({
    ...differenceOf(was),
    kind: 'fixed' as const,
    words,
    worse: false,
  }));

/** `violates (known)`. */
const verdictOf = (clause: Clause | undefined) =>
  clause ? `${clause.verdict}${clause.known ? ' (known)' : ''}` : 'no such clause';

const byId = (clauses: readonly Clause[]) => new Map(clauses.map((clause) => [clause.id, clause]));

function clauseChanges(before: readonly Clause[], after: readonly Clause[], parity: boolean): Difference[] {
  const [earlier, later] = [byId(before), byId(after)];
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

/** What a clause observed otherwise, by the names of what was observed. */
function observationChanges(before: readonly Clause[], after: readonly Clause[]): Difference[] {
  const earlier = byId(before);
  return after.flatMap(({ id, observations: is }) => {
    const { observations: was = {} } = earlier.get(id) ?? {};
    return Object.keys({ ...was, ...is }).flatMap((name): Difference[] => {
      const [first, second] = [seen(was[name]), seen(is[name])];
      const words = `${id}, ${name}: ${first} → ${second}`;
      return first === second
        ? []
        : [{ kind: 'observed otherwise', clause: id, words, rows: [], worse: false }];
    });
  });
}

/** `404 not_found` of `404 not_found, {error}`; whether a header was there has no more. */
const seen = (shapes = ['nothing']) =>
  [...new Set(shapes.map((shape) => shape.split(', ')[0]))].sort().join('; ');
