import { isDeepStrictEqual } from 'node:util';
import { seenIn } from '../../judge/tried';
import {
  type SavedClause as Clause,
  type SavedFailure as Failure,
  judgedCases,
  type SavedRecord,
  sidesOf,
  verdictWords,
} from './saved-record';

/** Two runs, clause by clause. Pure: what each reader is shown stands in compare-sections.ts. */

/** What became of a clause, a failure or an observation. */
export type DifferenceKind =
  | 'broke'
  | 'new failure'
  | 'undecided'
  | 'no longer driven'
  | 'known'
  | 'healed'
  | 'vanished failure'
  | 'decided'
  | 'newly driven'
  | 'tried elsewhere'
  | 'observed otherwise';

export interface Difference {
  kind: DifferenceKind;
  clause: string;
  /** Null where it was not there. */
  before: string | null;
  after: string | null;
  /** What a reader should see with it, each with its name. */
  facts: [name: string, text: string][];
  worse: boolean;
}

export interface Comparison {
  /** The runs are of different targets. */
  parity: boolean;
  changes: Difference[];
  /** The later run ended worse as a whole: `conforms`, then `incomplete`. */
  ending: { before: string; after: string; worse: boolean };
  worse: boolean;
}

/** Compares two runs, the earlier or the trusted one first. */
export function compare(before: SavedRecord, after: SavedRecord): Comparison {
  const parity = before.result.target !== after.result.target;
  const changes = [
    ...clauseChanges(before, after, parity),
    ...failureChanges(before, after),
    ...triedChanges(before, after),
    ...observationChanges(before, after),
  ];
  const ending = endingOf(before, after);
  return { parity, changes, ending, worse: ending.worse || changes.some(({ worse }) => worse) };
}

type State = 'holds' | 'fails' | 'known' | 'undecided' | 'undriven';

/** What each step from one state to another means. Steps that are not named mean nothing. */
const steps: Record<State, Partial<Record<State, DifferenceKind>>> = {
  holds: { fails: 'broke', known: 'known', undecided: 'undecided', undriven: 'no longer driven' },
  fails: { holds: 'healed', known: 'known', undecided: 'undecided', undriven: 'no longer driven' },
  known: { holds: 'healed', fails: 'broke', undecided: 'undecided', undriven: 'no longer driven' },
  undecided: { holds: 'decided', fails: 'broke', known: 'known', undriven: 'no longer driven' },
  undriven: { holds: 'newly driven', fails: 'broke', known: 'known', undecided: 'undecided' },
};

const gettingWorse: readonly DifferenceKind[] = ['broke', 'new failure', 'undecided', 'no longer driven'];

function stateOf(clause: Clause | undefined): State {
  switch (clause?.verdict) {
    case 'violates':
      return clause.known ? 'known' : 'fails';
    case 'deviates':
      return 'fails';
    case 'inconclusive':
    case 'blocked':
      return 'undecided';
    case 'conforms':
    case 'open':
      return 'holds';
    default:
      return 'undriven';
  }
}

function clauseChanges(before: SavedRecord, after: SavedRecord, parity: boolean): Difference[] {
  const earlier = new Map(before.result.clauses.map((clause) => [clause.id, clause]));
  const later = new Map(after.result.clauses.map((clause) => [clause.id, clause]));
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((id): Difference[] => {
    const [was, is] = [earlier.get(id), later.get(id)];
    const kind = steps[stateOf(was)][stateOf(is)];
    const facts: Difference['facts'] = [['Clause', (is ?? was)?.sentence ?? '']];
    if (kind === undefined) return [...casesOf(was, is, facts, parity)];
    if (is?.reason !== undefined) facts.push(['Reason', is.reason]);
    const byChance =
      (kind === 'broke' && isOfMembers(id, after, before)) ||
      (kind === 'healed' && isOfMembers(id, before, after));
    if (byChance) facts.push(['Note', 'found by sampled probes alone, and this run sampled others']);
    const excused = byChance && is?.level === 'advice';
    const worse = isWorse(kind, parity) && is?.level !== 'open' && was?.level !== 'open' && !excused;
    const verdictOf = (clause: Clause | undefined) => (clause ? verdictWords(clause) : null);
    return [{ kind, clause: id, before: verdictOf(was), after: verdictOf(is), facts, worse }];
  });
}

/** The other run drew other members, and members of families alone show what this one found of the clause. */
function isOfMembers(clause: string, { result, run }: SavedRecord, other: SavedRecord): boolean {
  const own = result.failures.filter((failure) => failure.clause === clause);
  return own.length > 0 && isDrawnAnew({ run }, other) && own.every((failure) => isOfAMember(failure, run));
}

/** Another seed, or another depth. */
function isDrawnAnew({ run }: Pick<SavedRecord, 'run'>, other: SavedRecord): boolean {
  return !isDeepStrictEqual(run.context.drawn, other.run.context.drawn);
}

function isOfAMember({ signature }: Failure, { failures, context }: SavedRecord['run']): boolean {
  return failures[signature]?.exchanges.some((id) => context.facts?.exchanges[id]?.probe) ?? false;
}

/** A target is not worse for an account that it lacks; a run is worse for a clause that it lost. */
function isWorse(kind: DifferenceKind, parity: boolean): boolean {
  return gettingWorse.includes(kind) && !(parity && kind === 'no longer driven');
}

/** A clause that keeps its verdict may rest on fewer cases than before. */
function casesOf(
  was: Clause | undefined,
  is: Clause | undefined,
  facts: Difference['facts'],
  parity: boolean,
): Difference[] {
  if (!was || !is) return [];
  const [earlier, later] = [drivenCases(was), drivenCases(is)];
  const change = (kind: DifferenceKind, cases: string[]): Difference[] => {
    if (cases.length === 0) return [];
    const count = (driven: string[], all: number) => `${driven.length} of ${all} cases driven`;
    return [
      {
        kind,
        clause: is.id,
        before: count(earlier, was.cases.length),
        after: count(later, is.cases.length),
        facts: [...facts, ...cases.map((title): [string, string] => ['Case', title])],
        worse: isWorse(kind, parity) && is.level !== 'open',
      },
    ];
  };
  return [
    ...change(
      'no longer driven',
      earlier.filter((title) => !later.includes(title)),
    ),
    ...change(
      'newly driven',
      later.filter((title) => !earlier.includes(title)),
    ),
  ];
}

function drivenCases({ cases }: Clause): string[] {
  return cases.filter(({ verdict }) => verdict !== 'not tested').map(({ title }) => title);
}

function failureChanges(before: SavedRecord, after: SavedRecord): Difference[] {
  const earlier = bySignature(before);
  const later = bySignature(after);
  const judged = new Set(judgedCases(after));
  const anew = isDrawnAnew(before, after);
  // Another member, of the same family or not, was answered the same: it is no news where others were drawn.
  const isThere = (failure: Failure, { run }: SavedRecord, others: Map<string, Failure>) =>
    others.has(failure.signature) ||
    (anew && isOfAMember(failure, run) && [...others.values()].some((other) => isAlike(failure, other)));
  const only = (some: Map<string, Failure>, record: SavedRecord, others: Map<string, Failure>) =>
    [...some.values()].filter((failure) => !isThere(failure, record, others));
  return [
    ...only(later, after, earlier).map((failure): Difference => {
      const { clause, verdict, known } = failure;
      const facts = factsOf(failure, after);
      if (known) facts.push(['Known', 'an entry of the known failures excuses it']);
      return { kind: 'new failure', clause, before: null, after: verdict, facts, worse: !known };
    }),
    ...only(earlier, before, later).map((failure): Difference => {
      const { clause, verdict } = failure;
      const facts = factsOf(failure, before);
      if (!judged.has(failure.case)) facts.push(['Note', 'the case was not judged this time']);
      return { kind: 'vanished failure', clause, before: verdict, after: null, facts, worse: false };
    }),
  ];
}

function isAlike(one: Failure, other: Failure): boolean {
  return one.clause === other.clause && one.status === other.status && one.code === other.code;
}

function bySignature({ result }: SavedRecord): Map<string, Failure> {
  return new Map(result.failures.map((failure) => [failure.signature, failure]));
}

function factsOf(failure: Failure, record: SavedRecord): Difference['facts'] {
  const { expected, received } = sidesOf(failure, record);
  return [
    ['Case', failure.case],
    ['Expected', expected],
    ['Received', received],
    ['Signature', failure.signature],
  ];
}

/** Cells of the tables of families: where a clause was tried on one side only, or is judged otherwise. */
function triedChanges(before: SavedRecord, after: SavedRecord): Difference[] {
  const [earlier, later] = [before.result.tried ?? [], after.result.tried ?? []];
  const clauses = [...new Set([...earlier, ...later].map(({ clause }) => clause))];
  return clauses.flatMap((clause): Difference[] => {
    const [was, is] = [seenIn(earlier, clause), seenIn(later, clause)];
    const [then, now] = [cellsOf(earlier, clause), cellsOf(later, clause)];
    const only = (some: typeof then, others: typeof then) =>
      [...some.keys()].filter((cell) => !others.has(cell));
    const otherwise = [...now].flatMap(([cell, verdict]) => {
      const earlier = then.get(cell);
      return earlier === undefined || earlier === verdict ? [] : `${cell}: ${earlier} → ${verdict}`;
    });
    const facts: Difference['facts'] = [
      ['Judged otherwise', otherwise.join('; ')],
      ['Only before', only(then, now).join('; ')],
      ['Only after', only(now, then).join('; ')],
    ];
    const shown = facts.filter(([, words]) => words !== '');
    if (shown.length === 0) return [];
    const words = ({ seen, of }: typeof was) => `tested at ${seen} of ${of} operations`;
    return [
      { kind: 'tried elsewhere', clause, before: words(was), after: words(is), facts: shown, worse: false },
    ];
  });
}

/** Family and place of each cell in which a clause was tried, with what came of it. */
function cellsOf(rows: NonNullable<SavedRecord['result']['tried']>, clause: string): Map<string, string> {
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

function observationChanges(before: SavedRecord, after: SavedRecord): Difference[] {
  const earlier = observationsOf(before);
  const later = observationsOf(after);
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key): Difference[] => {
    const [was, is] = [earlier.get(key), later.get(key)];
    const either = is ?? was;
    const [before = null, after = null] = [was?.shape, is?.shape];
    if (!either || before === after) return [];
    const { clause, name } = either;
    return [{ kind: 'observed otherwise', clause, before, after, facts: [['Seen', name]], worse: false }];
  });
}

/**
 * What a run saw of things that the contract does not show, by clause and name of the thing. The id of a case
 * may count on when a case is added; these stay.
 */
function observationsOf({
  result,
  run,
}: SavedRecord): Map<string, { clause: string; name: string; shape: string }> {
  const seen = result.clauses.flatMap(({ id: clause, cases }) =>
    cases.flatMap(({ id }) =>
      Object.entries(run.evidence[id]?.observations ?? {}).map(([name, shape]) => ({ clause, name, shape })),
    ),
  );
  return new Map(seen.map((each) => [JSON.stringify([each.clause, each.name]), each]));
}

/** From a good end to a bad one, or to a leak. */
function endingOf(before: SavedRecord, after: SavedRecord): Comparison['ending'] {
  const [was, is] = [before.result.outcome, after.result.outcome];
  const worse = (was.exitCode === 0 && is.exitCode !== 0) || (is.word === 'leaked' && was.word !== 'leaked');
  return { before: was.word, after: is.word, worse };
}
