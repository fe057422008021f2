import { isDeepStrictEqual } from 'node:util';
import { isWhole } from '../../judge/data/run';
import { changeOf, type FaultChange, type FaultPair, pairFaults } from '../../judge/faults/fault-changes';
import { rankOf } from '../../judge/faults/faults';
import { formatResponse, requestLine } from '../../judge/texts/failure-text';
import { shortList } from '../../judge/texts/wording';
import { formatTested, seenIn } from '../../judge/verdict/probe-coverage';
import {
  type SavedClause as Clause,
  type SavedFailure as Failure,
  formatVerdict,
  judgedChecks,
  type SavedFault,
  type SavedRecord,
} from './saved-record';
import { sideNames } from './sides';

/**
 * Compares two runs: first their faults, then the clauses that only one of them judged. Pure; compare-
 * sections.ts makes the text.
 */

/** How a fault differs between the runs. */
type FaultKind = FaultChange | 'changed';

/** How a clause or an observation differs between the runs. */
type ClauseKind =
  | 'undecided'
  | 'no longer tested'
  | 'decided'
  | 'newly tested'
  | 'tried elsewhere'
  | 'observed otherwise';

export type DifferenceKind = FaultKind | ClauseKind;

/** A name, and a note beside it. */
export type Fact = [name: string, text: string];

type Pair<T = string | undefined> = readonly [before: T, after: T];

export interface FaultDifference {
  kind: FaultKind;
  before: SavedFault | undefined;
  after: SavedFault | undefined;
  facts: Fact[];
  worse: boolean;
}

export interface ClauseDifference {
  kind: ClauseKind;
  clause: string;
  /** Null where this run has none. */
  before: string | null;
  after: string | null;
  facts: Fact[];
  worse: boolean;
}

export interface Comparison {
  /** The runs are of different targets. */
  parity: boolean;
  faults: FaultDifference[];
  clauses: ClauseDifference[];
  /** The outcome of the later run as a whole is worse: for example `incomplete` after `conforms`. */
  ending: { before: string; after: string; worse: boolean };
  worse: boolean;
}

/** Compares two runs: the earlier or trusted one, then the other. */
export function compare(before: SavedRecord, after: SavedRecord): Comparison {
  const parity = before.result.target !== after.result.target;
  const sides = parity ? sideNames.targets : sideNames.runs;
  const faults = pairFaults(before.run.faults, after.run.faults)
    .toSorted((a, b) => rankOfPair(a) - rankOfPair(b))
    .flatMap((pair) => faultDifference(pair, [before, after], sides));
  const judged = clauseChanges(before, after, parity);
  const told = new Set([
    ...judged.map(({ clause }) => clause),
    ...faults.flatMap((each) => [each.before, each.after].flatMap((fault) => fault?.clauses ?? [])),
  ]);
  const clauses = [
    ...judged,
    // Sampled probes differ from run to run. Where the verdict of the clause itself changed, their difference
    // is part of that.
    ...probeCoverageChanges(before, after).filter(({ clause }) => !told.has(clause)),
    ...observationChanges(before, after),
  ];
  const ending = endingOf(before, after);
  const worse = ending.worse || [...faults, ...clauses].some((each) => each.worse);
  return { parity, faults, clauses, ending, worse };
}

type Pairing = FaultPair<SavedFault, SavedFault>;

/** As described in the run in which it is worst. */
const rankOfPair = (pair: Pairing) =>
  Math.min(...pair.flatMap((fault) => (fault === undefined ? [] : rankOf(fault))));

function faultDifference(
  [was, is]: Pairing,
  runs: Pair<SavedRecord>,
  sides: Pair<string>,
): FaultDifference[] {
  const [before, after] = runs;
  const made = (kind: FaultKind, facts: Fact[], worse = false) => [
    { kind, before: was, after: is, facts, worse },
  ];
  const { clauses, outcome } = after.result;
  const whole = isWhole(after.run.course, outcome.partial);
  const change = changeOf([was, is], (id) =>
    whole ? clauses.find((clause) => clause.id === id)?.verdict : undefined,
  );
  if (is === undefined) {
    // A clause that this run could not judge has a row of its own that says so.
    if (was === undefined || change === null) return [];
    const answers: Pair = [responseOf(was), answerBeside(was, before, after)];
    return made('fixed', [...chanceFacts(was, before, after), ...sideBySide(was, answers, sides)]);
  }
  if (was === undefined) {
    const chance = chanceFacts(is, after, before);
    const answers: Pair = [answerBeside(is, after, before), responseOf(is)];
    const facts = [...chance, ...sideBySide(is, answers, sides)];
    if (change === 'known') return made('known', facts);
    return made('new fault', facts, !(chance.length > 0 && is.verdict === 'deviates'));
  }
  const facts: Fact[] = [
    ...(was.failures[0] === is.failures[0] && isDeepStrictEqual(was.operations, is.operations)
      ? []
      : [['Was', was.sentence] as Fact]),
    ...sideBySide(is, [responseOf(was), responseOf(is)], sides),
  ];
  if (change !== null) return made(change, facts, change === 'new fault');
  const appeared = onlyIn(is, after, was, before);
  const gone = onlyIn(was, before, is, after);
  if (appeared.length + gone.length === 0) return [];
  const judged = judgedChecks(after);
  const seen = (name: string, failures: Failure[]): Fact[] =>
    failures.length === 0 ? [] : [[name, shortList([...new Set(failures.map((each) => each.check))])]];
  return made(
    'changed',
    [
      ...seen('New in', appeared),
      ...seen(
        'Gone from',
        gone.filter((failure) => judged.includes(failure.check)),
      ),
      ...facts,
    ],
    !is.known && appeared.length > 0,
  );
}

/** Failures of a fault that the other run did not have. */
function onlyIn(fault: SavedFault, own: SavedRecord, other: SavedFault, others: SavedRecord): Failure[] {
  const seen = failuresOf(other, others);
  const anew = hasOtherSamples(own, others);
  // The runs sampled different probes, so the same response to another probe is no news.
  const isThere = (failure: Failure) =>
    seen.some(({ signature }) => signature === failure.signature) ||
    (anew && isOfAMember(failure, own.run) && seen.some((each) => isAlike(failure, each)));
  return failuresOf(fault, own).filter((failure) => !isThere(failure));
}

const failuresOf = ({ failures }: SavedFault, { result }: SavedRecord) =>
  result.failures.filter(({ signature }) => failures.includes(signature));

/** The response that shows a fault; undefined where it takes several. */
function responseOf({ rows }: SavedFault): string | undefined {
  const [response, ...others] = rows.filter(([name]) => name === 'Response');
  return others.length === 0 ? response?.[1] : undefined;
}

/** The rows of a fault. Instead of its response, they show the responses of both runs to its request. */
function sideBySide(fault: SavedFault, answers: Pair, sides: Pair<string>): Fact[] {
  const beside = sides.flatMap((side, index): Fact[] => {
    const words = answers[index];
    return words === undefined ? [] : [[side, words]];
  });
  const alone = responseOf(fault) === undefined;
  return fault.rows
    .filter(([name]) => name !== 'Tolerate')
    .flatMap((row): Fact[] => (row[0] === 'Response' && !alone ? beside : [row]));
}

/** The response of the other run to the request that shows a fault, where the other run judged the same check. */
function answerBeside(fault: SavedFault, own: SavedRecord, other: SavedRecord): string | undefined {
  const [failure] = failuresOf(fault, own);
  const [id = ''] = own.run.failures[failure?.signature ?? '']?.exchanges ?? [];
  const shown = own.run.exchanges[id];
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

function clauseChanges(before: SavedRecord, after: SavedRecord, parity: boolean): ClauseDifference[] {
  const earlier = new Map(before.result.clauses.map((clause) => [clause.id, clause]));
  const later = new Map(after.result.clauses.map((clause) => [clause.id, clause]));
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((id): ClauseDifference[] => {
    const [was, is] = [earlier.get(id), later.get(id)];
    const kind = steps[stateOf(was)][stateOf(is)];
    const facts: Fact[] = [['Clause', (is ?? was)?.sentence ?? '']];
    if (kind === undefined) return [...checksOf(was, is, facts, parity)];
    if (is?.reason !== undefined) facts.push(['Reason', is.reason]);
    const fault = before.run.faults.find(({ clauses }) => clauses.includes(id));
    if (fault !== undefined) facts.push(['Was', fault.sentence]);
    const worse = isWorse(kind, parity) && is?.level !== 'unspecified' && was?.level !== 'unspecified';
    const verdictOf = (clause: Clause | undefined) => (clause ? formatVerdict(clause) : null);
    return [{ kind, clause: id, before: verdictOf(was), after: verdictOf(is), facts, worse }];
  });
}

/** A note where the other run sampled different probes and only sampled probes show this fault. */
function chanceFacts(fault: SavedFault, own: SavedRecord, other: SavedRecord): Fact[] {
  const shown = failuresOf(fault, own);
  const chance =
    shown.length > 0 &&
    hasOtherSamples(own, other) &&
    shown.every((failure) => isOfAMember(failure, own.run));
  return chance ? [['Note', 'Only probes that the other run may not have sampled show it.']] : [];
}

/** The runs have different seeds or depths. */
function hasOtherSamples({ run }: Pick<SavedRecord, 'run'>, other: SavedRecord): boolean {
  return !isDeepStrictEqual(run.context.sampled, other.run.context.sampled);
}

function isOfAMember({ signature }: Failure, { failures, context }: SavedRecord['run']): boolean {
  // The first exchange is the clearest. The others may be the same fault found by sampled probes.
  const [id = ''] = failures[signature]?.exchanges ?? [];
  const probe = context.facts?.exchanges[id]?.probe;
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
  facts: Fact[],
  parity: boolean,
): ClauseDifference[] {
  if (!was || !is) return [];
  const [earlier, later] = [testedChecks(was), testedChecks(is)];
  const change = (kind: ClauseKind, checks: string[]): ClauseDifference[] => {
    if (checks.length === 0) return [];
    const count = (tested: string[], all: number) => `${tested.length} of ${all} checks tested`;
    return [
      {
        kind,
        clause: is.id,
        before: count(earlier, was.checks.length),
        after: count(later, is.checks.length),
        facts: [...facts, ...checks.map((title): [string, string] => ['Check', title])],
        worse: isWorse(kind, parity) && is.level !== 'unspecified',
      },
    ];
  };
  return [
    ...change(
      'no longer tested',
      earlier.filter((title) => !later.includes(title)),
    ),
    ...change(
      'newly tested',
      later.filter((title) => !earlier.includes(title)),
    ),
  ];
}

function testedChecks({ checks }: Clause): string[] {
  return checks.filter(({ verdict }) => verdict !== 'not tested').map(({ title }) => title);
}

function isAlike(one: Failure, other: Failure): boolean {
  return one.clause === other.clause && one.status === other.status && one.code === other.code;
}

/**
 * Cells of the tables of probe families in which only one run tested the clause, or in which the results
 * differ.
 */
function probeCoverageChanges(before: SavedRecord, after: SavedRecord): ClauseDifference[] {
  const [earlier, later] = [before.result.probeCoverage ?? [], after.result.probeCoverage ?? []];
  const clauses = [...new Set([...earlier, ...later].map(({ clause }) => clause))];
  return clauses.flatMap((clause): ClauseDifference[] => {
    const [was, is] = [seenIn(earlier, clause), seenIn(later, clause)];
    const [then, now] = [cellsOf(earlier, clause), cellsOf(later, clause)];
    const only = (some: typeof then, others: typeof then) =>
      [...some.keys()].filter((cell) => !others.has(cell));
    const otherwise = [...now].flatMap(([cell, verdict]) => {
      const earlier = then.get(cell);
      return earlier === undefined || earlier === verdict ? [] : `${cell}: ${earlier} → ${verdict}`;
    });
    const facts: Fact[] = [
      ['Judged otherwise', otherwise.join('; ')],
      ['Only before', only(then, now).join('; ')],
      ['Only after', only(now, then).join('; ')],
    ];
    const shown = facts.filter(([, words]) => words !== '');
    if (shown.length === 0) return [];
    return [
      {
        kind: 'tried elsewhere',
        clause,
        before: formatTested(was),
        after: formatTested(is),
        facts: shown,
        worse: false,
      },
    ];
  });
}

/** Family and position of each cell in which a clause was tested, with the result. */
function cellsOf(
  rows: NonNullable<SavedRecord['result']['probeCoverage']>,
  clause: string,
): Map<string, string> {
  return new Map(
    rows
      .filter((row) => row.clause === clause)
      .flatMap(({ family, cells }) =>
        Object.entries(cells).flatMap(([place, { verdict, members }]): [string, string][] =>
          members > 0 ? [[`${family} at ${place}`, verdict]] : [],
        ),
      ),
  );
}

function observationChanges(before: SavedRecord, after: SavedRecord): ClauseDifference[] {
  const earlier = observationsOf(before);
  const later = observationsOf(after);
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key): ClauseDifference[] => {
    const [was, is] = [earlier.get(key), later.get(key)];
    const either = is ?? was;
    const [before = null, after = null] = [was?.shape, is?.shape];
    if (!either || before === after) return [];
    const { clause, name } = either;
    return [{ kind: 'observed otherwise', clause, before, after, facts: [['Seen', name]], worse: false }];
  });
}

/**
 * What a run observed of things that the contract does not show, by clause and name. These names stay the
 * same where a new check changes the numbering of check ids.
 */
function observationsOf({
  result,
  run,
}: SavedRecord): Map<string, { clause: string; name: string; shape: string }> {
  const seen = result.clauses.flatMap(({ id: clause, checks }) =>
    checks.flatMap(({ id }) =>
      Object.entries(run.evidence[id]?.observations ?? {}).map(([name, shape]) => ({ clause, name, shape })),
    ),
  );
  return new Map(seen.map((each) => [JSON.stringify([each.clause, each.name]), each]));
}

/** From a good result to a bad one, or to a leak. */
function endingOf(before: SavedRecord, after: SavedRecord): Comparison['ending'] {
  const [was, is] = [before.result.outcome, after.result.outcome];
  const worse = (was.exitCode === 0 && is.exitCode !== 0) || (is.word === 'leaked' && was.word !== 'leaked');
  return { before: was.word, after: is.word, worse };
}
