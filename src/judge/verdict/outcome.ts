import { isUndecided } from '../data/evidence';
import { groupedBy, uniqueBy } from '../data/grouped';
import { isAboutKey, partsOf, type Reason } from '../data/reason';
import type { Run } from '../data/run';
import type { Fault } from '../faults/faults';
import { commandLine } from '../texts/command-line';
import { counted, countedClauses, formatReason, shortList, verbFor } from '../texts/wording';
import { isCutShort, isUnneeded, type Verdict } from './check-verdicts';
import type { ClauseVerdict } from './verdicts';

/** The outcome of a run, in one word, one number and one sentence. */

export type OutcomeWord = 'conforms' | 'violates' | 'incomplete' | 'unavailable' | 'misconfigured' | 'leaked';

export const exitCodes: Record<OutcomeWord, number> = {
  leaked: 4,
  violates: 1,
  misconfigured: 2,
  incomplete: 3,
  unavailable: 3,
  conforms: 0,
};

/** How many clauses have each verdict. */
type Verdicts = Record<Exclude<Verdict, 'unspecified' | 'unobservable'>, number>;

export interface Counts {
  must: Verdicts;
  should: Verdicts;
  /** Violated must clauses whose failures are all known. */
  known: number;
  /** Must clauses that were tested only in part. */
  inPart: number;
}

export interface Outcome {
  word: OutcomeWord;
  exitCode: number;
  /** `3 faults violate 4 of 57 must clauses. 1 new since the last run. 9 must clauses not tested. 1 recommendation not met.` */
  sentence: string;
  /** Some checks were not selected. */
  partial: boolean;
  /** What else explains it. A report says at each clause why it is violated, or could not be judged. */
  reasons: string[];
  counts: Counts;
}

/**
 * The outcome of a run: the first that applies of violates, misconfigured, unavailable, incomplete, conforms.
 * @param problems what else makes it misconfigured, of REQUIRE and KNOWN_FAILURES, a line each
 */
export function outcomeOf(
  run: Run,
  clauses: readonly ClauseVerdict[],
  faults: readonly Fault[],
  problems: readonly string[],
): Outcome {
  const counts = countClauses(clauses);
  // The run may be interrupted, or meet its time limit, before its checks are known.
  const empty = run.checks.length === 0 && endings[run.ending] === undefined;
  const wrong = [
    ...(run.stop?.kind === 'misconfigured' ? run.stop.lines : []),
    ...mistakes(clauses),
    ...(!empty || run.stop
      ? []
      : run.errors.length > 0
        ? run.errors
        : ['no check matches what was asked for']),
  ];
  const isOver = run.stop !== null || empty;
  const reasons = {
    misconfigured: [...wrong, ...problems],
    unavailable: run.stop?.kind === 'unavailable' ? run.stop.lines : unanswered(run),
    incomplete: isOver ? [] : whatIsMissing(run, clauses),
  };
  const words = Object.keys(reasons) as (keyof typeof reasons)[];
  const isOpen = !isOver && clauses.some(isUnclear);
  const word = clauses.some(isFatal)
    ? 'violates'
    : (words.find((each) => reasons[each].length > 0) ?? (isOpen ? 'incomplete' : 'conforms'));
  return {
    word,
    exitCode: exitCodes[word],
    sentence: sentenceOf(counts, faults),
    partial: run.partial,
    reasons: [...new Set(words.flatMap((each) => reasons[each]))],
    counts,
  };
}

type Mistake = Extract<
  Reason,
  { kind: 'refuted' | 'elsewhere' | 'header removed' | 'shut out' | 'unrecognised' }
>;

/**
 * Whether it is a mistake of the user's: a path of another host in the target file, a gateway that removes the header, a
 * key that is not recognised, or no longer, or an account that was never in the state that its variable claims. If it was
 * earlier in the run, nobody made a mistake.
 */
const isMistake = (reason: Reason): reason is Mistake =>
  ['elsewhere', 'header removed', 'unrecognised'].includes(reason.kind) ||
  (reason.kind === 'shut out' && isAboutKey(reason.received)) ||
  (reason.kind === 'refuted' && reason.how !== 'another state');

/** The mistakes, each variable or part of the target file once. */
function mistakes(clauses: readonly ClauseVerdict[]): string[] {
  const nameOf = (reason: Mistake) => ('variable' in reason ? reason.variable : reason.part);
  return uniqueBy(reasonsIn(clauses).filter(isMistake), nameOf).map(formatReason);
}

/** Why checks were not judged. */
const reasonsIn = (clauses: readonly ClauseVerdict[]): Reason[] =>
  clauses.flatMap(({ checks }) => checks.flatMap(({ reason }) => partsOf(reason)));

/** The limit of AI requests, if must clauses or parts of them were not tested for it. */
const budgetOf = (clauses: readonly ClauseVerdict[]) =>
  clauses
    .flatMap(({ level, checks }) => (level === 'must' ? checks : []))
    .flatMap((each) => [each, ...each.untested].flatMap(({ reason }) => partsOf(reason)))
    .find((reason) => reason.kind === 'over budget');

function isFatal(clause: ClauseVerdict): boolean {
  return clause.verdict === 'violates' && !isKnown(clause);
}

export function isKnown(clause: ClauseVerdict): boolean {
  const violations = clause.failures.filter(({ verdict }) => verdict === 'violates');
  return violations.length > 0 && violations.every(({ known }) => known !== undefined);
}

function unanswered({ sent: [first, ...others] }: Run): string[] {
  if (first === undefined || [first, ...others].some(({ response }) => response !== null)) return [];
  return [`none of ${others.length + 1} requests got a response: ${first.failure ?? 'no response'}`];
}

/** Whether a clause could not be judged for another reason than a mistake, which is reported once, for its account. */
const isUnclear = (clause: ClauseVerdict) =>
  isUndecided(clause) && !(clause.reason && partsOf(clause.reason).every(isMistake));

const endings: Partial<Record<Run['ending'], string>> = {
  interrupted: 'the run was interrupted',
  timedout: 'the run met its overall time limit',
};

/** Why a run is incomplete, besides the clauses that could not be judged. */
function whatIsMissing(run: Run, clauses: readonly ClauseVerdict[]): string[] {
  const checks = clauses.flatMap((clause) =>
    clause.checks.map((check) => ({ ...check, level: clause.level })),
  );
  const cut = checks.filter(isCutShort).length;
  const ending = endings[run.ending] ?? (cut > 0 ? 'the run ended before' : undefined);
  const unrecorded = checks.filter(({ level, verdict }) => level === 'unspecified' && verdict === 'blocked');
  const budget = budgetOf(clauses);
  const parts = reasonsIn(clauses).flatMap((each) => (each.kind === 'unverified' ? each.part : []));
  const lines = [
    ...(ending === undefined ? [] : [cut > 0 ? `${counted(cut, 'check')} cut short: ${ending}` : ending]),
    ...groupedBy(unrecorded, ({ reason }) => formatReason(reason)).map(
      (same) =>
        `could not be recorded: ${formatReason(same[0].reason)}: ${shortList([...new Set(same.map(({ clause }) => clause))])}`,
    ),
    ...(budget?.byDefault
      ? [
          `the run sent all ${budget.most} AI requests of its default limit: set MAX_AI_REQUESTS to the number that it may send`,
        ]
      : []),
    ...run.errors.map(outsideWords),
    ...(parts.length > 0
      ? [
          `not verified in the target file: ${[...new Set(parts)].join(', ')}: ${commandLine('doctor')} shows which of them are right, and with --sign saves that next to the target file`,
        ]
      : []),
  ];
  if (lines.length > 0 || clauses.some(isUndecided)) return lines;
  if (!clauses.some(({ verdict }) => ['conforms', 'violates', 'deviates'].includes(verdict)))
    return ['nothing was tested'];
  const isUnexplained = run.ending === 'failed' && !clauses.some(isFatal);
  return isUnexplained ? ['Playwright reports a failure outside any check'] : [];
}

function outsideWords(error: string): string {
  const [first = ''] = error.split('\n');
  return first.startsWith('Testing stopped early')
    ? 'stopped early by -x or --max-failures'
    : `an error outside any check: ${first}`;
}

function countClauses(clauses: readonly ClauseVerdict[]): Counts {
  const ofLevel = (level: ClauseVerdict['level']): Verdicts => {
    const count = (verdict: Verdict) =>
      clauses.filter((clause) => clause.level === level && clause.verdict === verdict).length;
    return {
      conforms: count('conforms'),
      violates: count('violates'),
      deviates: count('deviates'),
      inconclusive: count('inconclusive'),
      blocked: count('blocked'),
      'not tested': count('not tested'),
    };
  };
  return {
    must: ofLevel('must'),
    should: ofLevel('should'),
    known: clauses.filter((clause) => clause.verdict === 'violates' && isKnown(clause)).length,
    inPart: clauses.filter(isTestedInPart).length,
  };
}

const isTestedInPart = ({ level, verdict, checks }: ClauseVerdict) =>
  level === 'must' &&
  verdict !== 'not tested' &&
  checks.some(
    (each) => !isUnneeded(each) && [each, ...each.untested].some((part) => part.verdict === 'not tested'),
  );

const sum = (verdicts: Verdicts) => Object.values(verdicts).reduce((total, each) => total + each, 0);

/**
 * How many must clauses are violated, or else conform; then undecided and untested clauses, and recommendations.
 */
function sentenceOf({ must, known, should, inPart }: Counts, faults: readonly Fault[]): string {
  if (must['not tested'] === sum(must) && should['not tested'] === sum(should)) return 'Nothing was tested.';
  const ofAll = (count: number) => `${count} of ${counted(sum(must), 'must clause')}`;
  const violations = faults.filter(({ verdict }) => verdict === 'violates');
  const unknown = violations.filter((fault) => fault.known === undefined);
  const fresh = unknown.filter(({ newAt = [] }) => newAt.length > 0).length;
  const unmet = faults.length - violations.length;
  const violated = (count: number, what: string, clauses: number) =>
    count > 0 && `${counted(count, what)} ${count === 1 ? 'violates' : 'violate'} ${ofAll(clauses)}`;
  const some = (verdict: 'inconclusive' | 'blocked' | 'not tested') =>
    must[verdict] + should[verdict] > 0 && `${countedClauses(must[verdict], should[verdict])} ${verdict}`;
  const sentences = [
    violated(unknown.length, 'fault', must.violates - known),
    fresh > 0 && `${fresh} new since the last run`,
    violated(violations.length - unknown.length, 'known failure', known),
    must.violates === 0 && `${ofAll(must.conforms)} ${verbFor('conforms', must.conforms)}`,
    some('inconclusive'),
    some('blocked'),
    some('not tested'),
    inPart > 0 && `${counted(inPart, 'must clause')} tested only in part`,
    unmet > 0 && `${counted(unmet, 'recommendation')} not met`,
  ];
  return sentences.flatMap((words) => (words ? `${words}.` : [])).join(' ');
}
