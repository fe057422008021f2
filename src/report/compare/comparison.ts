import { isDeepStrictEqual } from 'node:util';
import { mergedObservations, type Observations } from '../../judge/data/evidence';
import { isWhole } from '../../judge/data/run';
import { changeOf, type FaultChange, type FaultPair, pairFaults } from '../../judge/faults/fault-changes';
import { labelOf, rankOf } from '../../judge/faults/faults';
import { formatResponse, type Row, requestLine } from '../../judge/texts/failure-text';
import { shortList } from '../../judge/texts/wording';
import type { Item } from '../view';
import {
  type SavedClause as Clause,
  type SavedFailure as Failure,
  formatVerdict,
  judgedChecks,
  type SavedFault,
  type SavedRecord,
} from './saved-record';

/**
 * Compares two runs: first their faults, then the clauses that only one of them judged. Pure;
 * comparison-text.ts prints the differences.
 */

/** The labels of two runs: of one target, and of two. */
export const sideNames = { runs: ['Before', 'After'], targets: ['First', 'Second'] } as const;

/** How a fault differs between the runs. */
type FaultKind = FaultChange | 'changed';

/** How a clause or an observation differs between the runs. */
type ClauseKind = 'undecided' | 'no longer tested' | 'decided' | 'newly tested' | 'observed otherwise';

export type DifferenceKind = FaultKind | ClauseKind;

type Pair<T = string | undefined> = readonly [before: T, after: T];

interface Difference extends Item {
  kind: DifferenceKind;
  /** For a fault, the first that it violates. */
  clause: string;
  worse: boolean;
}

export interface Comparison {
  /** The runs are of different targets. */
  parity: boolean;
  /** First those of faults, then of clauses, then of recorded responses. */
  differences: Difference[];
  /** The outcome of the later run as a whole is worse: for example `incomplete` after `conforms`. */
  ending: { before: string; after: string; worse: boolean };
  worse: boolean;
}

/** Compares two runs: the earlier or trusted one, then the other. */
export function compare(before: SavedRecord, after: SavedRecord): Comparison {
  const parity = before.result.target !== after.result.target;
  const sides = parity ? sideNames.targets : sideNames.runs;
  const pairs = pairFaults(before.run.faults, after.run.faults).toSorted(
    (a, b) => rankOfPair(a) - rankOfPair(b),
  );
  const faults = pairs.map((pair) => ({ pair, found: faultDifference(pair, [before, after], sides) }));
  const judged = clauseChanges(before, after, parity);
  const differences = [
    ...faults.flatMap(({ found }) => found ?? []),
    ...judged,
    ...observationChanges(before, after),
  ];
  const ending = endingOf(before, after);
  return { parity, differences, ending, worse: ending.worse || differences.some((each) => each.worse) };
}

type Pairing = FaultPair<SavedFault, SavedFault>;

/** As described in the run in which it is worst. */
const rankOfPair = (pair: Pairing) =>
  Math.min(...pair.flatMap((fault) => (fault === undefined ? [] : rankOf(fault))));

/** A fault as in the reports of the run that found it; null if both found the same. */
function faultDifference(
  [was, is]: Pairing,
  runs: Pair<SavedRecord>,
  sides: Pair<string>,
): Difference | null {
  const [before, after] = runs;
  const fault = is ?? was;
  if (fault === undefined) return null;
  const made = (kind: FaultKind, rows: Row[], worse = false): Difference => ({
    kind,
    clause: fault.clauses[0] ?? '',
    words: fault.sentence,
    label: labelOf(fault),
    rows,
    worse,
  });
  const { clauses, outcome } = after.result;
  const whole = isWhole(after.run.course, outcome.partial);
  const change = changeOf([was, is], (id) =>
    whole ? clauses.find((clause) => clause.id === id)?.verdict : undefined,
  );
  if (was === undefined || is === undefined) {
    // A clause that this run could not judge has a difference of its own that says so.
    if (change === null) return null;
    const [record, other] = is === undefined ? [before, after] : [after, before];
    const chance = chanceRows(fault, record, other);
    const [shown, beside] = [responseOf(fault), answerBeside(fault, record, other)];
    const rows = [
      ...chance,
      ...sideBySide(fault, is === undefined ? [shown, beside] : [beside, shown], sides),
    ];
    return made(change, rows, change === 'new fault' && !(chance.length > 0 && fault.verdict === 'deviates'));
  }
  const rows: Row[] = [
    ...(was.failures[0] === is.failures[0] && isDeepStrictEqual(was.operations, is.operations)
      ? []
      : [['Was', was.sentence] as Row]),
    ...sideBySide(is, [responseOf(was), responseOf(is)], sides),
  ];
  if (change !== null) return made(change, rows, change === 'new fault');
  const appeared = onlyIn(is, after, was, before);
  const gone = onlyIn(was, before, is, after);
  if (appeared.length + gone.length === 0) return null;
  const judged = judgedChecks(after);
  const seen = (name: string, failures: Failure[]): Row[] =>
    failures.length === 0 ? [] : [[name, shortList([...new Set(failures.map((each) => each.check))])]];
  const stillJudged = gone.filter((failure) => judged.includes(failure.check));
  return made(
    'changed',
    [...seen('New in', appeared), ...seen('Gone from', stillJudged), ...rows],
    !is.known && appeared.length > 0,
  );
}

/** Failures of a fault that the other run did not have. */
function onlyIn(fault: SavedFault, record: SavedRecord, other: SavedFault, others: SavedRecord): Failure[] {
  const seen = failuresOf(other, others);
  const anew = hasOtherSamples(record, others);
  // The runs sampled different probes, so the same response to another probe is no news.
  const isThere = (failure: Failure) =>
    seen.some(({ signature }) => signature === failure.signature) ||
    (anew && isOfAMember(failure, record.run) && seen.some((each) => isAlike(failure, each)));
  return failuresOf(fault, record).filter((failure) => !isThere(failure));
}

const failuresOf = ({ failures }: SavedFault, { result }: SavedRecord) =>
  result.failures.filter(({ signature }) => failures.includes(signature));

/** The response that shows a fault; undefined where it takes several. */
function responseOf({ rows }: SavedFault): string | undefined {
  const [response, ...others] = rows.filter(([name]) => name === 'Response');
  return others.length === 0 ? response?.[1] : undefined;
}

/** The request that shows a fault, and the responses of both runs to it. */
function sideBySide(fault: SavedFault, answers: Pair, sides: Pair<string>): Row[] {
  const beside = sides.flatMap((side, index): Row[] => {
    const words = answers[index];
    return words === undefined ? [] : [[side, words]];
  });
  return [...fault.rows.filter(([name]) => name === 'Request'), ...beside];
}

/** The response of the other run to the request that shows a fault, where the other run judged the same check. */
function answerBeside(fault: SavedFault, record: SavedRecord, other: SavedRecord): string | undefined {
  const [failure] = failuresOf(fault, record);
  const [id = ''] = record.run.failures[failure?.signature ?? '']?.exchanges ?? [];
  const shown = record.run.exchanges[id];
  const check = other.result.clauses
    .find((clause) => clause.id === failure?.clause)
    ?.checks.find(({ title }) => title === failure?.check);
  if (shown === undefined || check === undefined) return undefined;
  const sent = (other.run.evidence[check.id]?.attempts ?? [])
    .flatMap(({ evidence }) => evidence?.assertions.flatMap(({ exchanges }) => exchanges) ?? [])
    .flatMap((key) => other.run.exchanges[key] ?? [])
    .filter((each) => each.operation === shown.operation && each.actor === shown.actor);
  const same = sent.find((each) => requestLine(each) === requestLine(shown)) ?? sent[0];
  return same && formatResponse(same);
}

type State = 'holds' | 'fails' | 'undecided' | 'untested';

/**
 * The meaning of each change of state. Changes without an entry mean nothing here: failures are reported with
 * their fault.
 */
const steps: Record<State, Partial<Record<State, ClauseKind>>> = {
  holds: { undecided: 'undecided', untested: 'no longer tested' },
  fails: { undecided: 'undecided', untested: 'no longer tested' },
  undecided: { holds: 'decided', untested: 'no longer tested' },
  untested: { holds: 'newly tested', undecided: 'undecided' },
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
    if (kind === undefined) return checksOf(was, is, rows, parity);
    if (is?.reason !== undefined) rows.push(['Reason', is.reason]);
    const fault = before.run.faults.find(({ clauses }) => clauses.includes(id));
    if (fault !== undefined) rows.push(['Was', fault.sentence]);
    const worse = isWorse(kind, parity) && is?.level !== 'unspecified' && was?.level !== 'unspecified';
    const verdictOf = (clause: Clause | undefined) => (clause ? formatVerdict(clause) : 'no such clause');
    return [{ kind, clause: id, words: `${id}: ${verdictOf(was)} → ${verdictOf(is)}`, rows, worse }];
  });
}

/** A note where the other run sampled different probes and only sampled probes show this fault. */
function chanceRows(fault: SavedFault, record: SavedRecord, other: SavedRecord): Row[] {
  const shown = failuresOf(fault, record);
  const chance =
    shown.length > 0 &&
    hasOtherSamples(record, other) &&
    shown.every((failure) => isOfAMember(failure, record.run));
  return chance ? [['Note', 'Only probes that the other run may not have sampled show it.']] : [];
}

/** The runs have different seeds or depths. */
function hasOtherSamples({ run }: Pick<SavedRecord, 'run'>, other: SavedRecord): boolean {
  return !isDeepStrictEqual(run.context.sampled, other.run.context.sampled);
}

function isOfAMember({ signature }: Failure, { failures, context }: SavedRecord['run']): boolean {
  // The first exchange is the clearest. The others may be the same fault found by sampled probes.
  const [id = ''] = failures[signature]?.exchanges ?? [];
  const probe = context.facts.exchanges[id]?.probe;
  return probe !== undefined && !probe.classic;
}

/** A target is not worse because an account is missing; a run is worse where it no longer tests a clause. */
function isWorse(kind: ClauseKind, parity: boolean): boolean {
  return gettingWorse.includes(kind) && !(parity && kind === 'no longer tested');
}

/** A clause with the same verdict may have been tested by fewer checks than before. */
function checksOf(
  was: Clause | undefined,
  is: Clause | undefined,
  rows: Row[],
  parity: boolean,
): Difference[] {
  if (!was || !is) return [];
  const [earlier, later] = [testedChecks(was), testedChecks(is)];
  const change = (kind: ClauseKind, only: string[], others: string[]): Difference[] => {
    const checks = only.filter((title) => !others.includes(title)).map((title): Row => ['Check', title]);
    const words = `${is.id}: ${earlier.length} of ${was.checks.length} checks tested → ${later.length} of ${is.checks.length} checks tested`;
    const worse = isWorse(kind, parity) && is.level !== 'unspecified';
    return checks.length === 0 ? [] : [{ kind, clause: is.id, words, rows: [...rows, ...checks], worse }];
  };
  return [...change('no longer tested', earlier, later), ...change('newly tested', later, earlier)];
}

function testedChecks({ checks }: Clause): string[] {
  return checks.filter(({ verdict }) => verdict !== 'not tested').map(({ title }) => title);
}

function isAlike(one: Failure, other: Failure): boolean {
  return one.clause === other.clause && one.status === other.status && one.code === other.code;
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

/**
 * What a run observed of things that the contract does not show, by clause and name. These names stay the
 * same where a new check changes the numbering of check ids.
 */
function observationsOf({ result, run }: SavedRecord): Observations {
  return mergedObservations(
    result.clauses.flatMap(({ id: clause, checks }) =>
      checks.flatMap(({ id }) =>
        Object.entries(run.evidence[id]?.observations ?? {}).map(([name, shapes]) => ({
          [JSON.stringify([clause, name])]: shapes,
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
