import { isUndecided } from '../data/evidence';
import { groupedBy, uniqueBy } from '../data/grouped';
import { isAboutKey, partsOf, type Reason } from '../data/reason';
import type { Run } from '../data/run';
import type { Fault } from '../faults/faults';
import { cacheSignsIn } from '../response/intermediaries';
import { commandLine } from '../texts/command-line';
import { counted, countedClauses, formatList, formatReason, shortList } from '../texts/wording';
import { isUnneeded } from './check-verdicts';
import { cutShortLines, isOnlyCutShort } from './not-tested';
import { type ClauseVerdict, exchangesOf, isPartial } from './verdicts';

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

export interface Counts {
  must: { conforms: number; violates: number; inconclusive: number; blocked: number; notTested: number };
  /** Violated must clauses whose failures are all known. */
  known: number;
  should: { conforms: number; deviates: number; inconclusive: number; blocked: number; notTested: number };
  /** Must clauses that were tested only in part. */
  inPart: number;
  unspecified: number;
  unobservable: number;
}

export interface Outcome {
  word: OutcomeWord;
  exitCode: number;
  /**
   * The title in place of the word, if a run is misconfigured for another reason than its settings: `known
   * failures out of date`.
   */
  cause?: string;
  /** `3 faults violate 4 of 57 must clauses. 1 new since the last run. 9 must clauses not tested. 1 recommendation not met.` */
  sentence: string;
  /** Some checks were not selected. */
  partial: boolean;
  /**
   * Why the run does not simply conform; empty if it does. `clause`: this clause is violated, or could not be
   * judged, which a report says at the clause.
   */
  reasons: { words: string; clause?: string }[];
  counts: Counts;
}

/** Further problems that make a run misconfigured, one line each. */
export interface Problems {
  /** REQUIRE or KNOWN_FAILURES is invalid. */
  settings: string[];
  known: string[];
  required: string[];
}

/**
 * The outcome of a run: the first that applies of violates, misconfigured, unavailable, incomplete, conforms.
 * @param problems errors in REQUIRE and KNOWN_FAILURES for this run
 */
export function outcomeOf(
  run: Run,
  clauses: ClauseVerdict[],
  faults: readonly Fault[],
  problems: Problems,
): Outcome {
  const counts = countClauses(clauses);
  const partial = isPartial(run);
  const violating = clauses.filter(isFatal).map(({ id }) => ({ clause: id, words: `${id} violates` }));
  const wrong = [
    ...(run.stop?.kind === 'misconfigured' ? run.stop.lines : []),
    ...mistakes(clauses),
    ...problems.settings,
  ];
  // The run may be interrupted, or meet its time limit, before its checks are known.
  const empty = run.checks.length === 0 && run.ending !== 'timedout' && run.ending !== 'interrupted';
  if (empty && run.stop === null) {
    wrong.push(...(run.errors.length > 0 ? run.errors : ['no check matches what was asked for']));
  }
  const misconfigured = [...wrong, ...problems.known, ...problems.required];
  const unavailable = run.stop?.kind === 'unavailable' ? run.stop.lines : unanswered(clauses);
  const incomplete = run.stop || empty ? [] : [...whatIsMissing(run, clauses), ...inWords(hints(clauses))];
  const [word] = (
    [
      ['violates', violating],
      ['misconfigured', inWords(misconfigured)],
      ['unavailable', inWords(unavailable)],
      ['incomplete', incomplete],
    ] as const
  ).find(([, reasons]) => reasons.length > 0) ?? ['conforms' as const];
  return {
    word,
    exitCode: exitCodes[word],
    ...(word === 'misconfigured' && wrong.length === 0 && { cause: causeOf(problems) }),
    sentence: sentenceOf(counts, faults, budgetOf(clauses)),
    partial,
    reasons: [...violating, ...inWords([...new Set([...misconfigured, ...unavailable])]), ...incomplete],
    counts,
  };
}

function causeOf({ known, required }: Problems): string {
  return formatList([
    ...(required.length > 0 ? ['required clauses not tested'] : []),
    ...(known.length > 0 ? ['known failures out of date'] : []),
  ]);
}

/** The title of a report: the word of the outcome, or its specific meaning. */
export function titleOf({ word, cause = word }: Pick<Outcome, 'word' | 'cause'>): string {
  return word === 'misconfigured' ? cause : word;
}

/**
 * Whether it is a mistake of the user's: a path of another host in the target file, a gateway that removes the header, a key that is not recognised, or no longer, or an
 * account that was never in the state that its variable claims. If it was earlier in the run, nobody made a mistake.
 */
const isMistaken = (
  reason: Reason,
): reason is Extract<
  Reason,
  { kind: 'refuted' | 'elsewhere' | 'header removed' | 'shut out' | 'unrecognised' }
> =>
  ['elsewhere', 'header removed', 'unrecognised'].includes(reason.kind) ||
  (reason.kind === 'shut out' && isAboutKey(reason.received)) ||
  (reason.kind === 'refuted' && reason.how !== 'another state');

/** The mistakes, each variable or part of the target file once. */
function mistakes(clauses: ClauseVerdict[]): string[] {
  const name = (reason: { variable: string } | { part: string }) =>
    'variable' in reason ? reason.variable : reason.part;
  return uniqueBy(reasonsIn(clauses).filter(isMistaken), name).map(formatReason);
}

/** What helps with the reasons: how to find the wrong parts of a target file, and why credits stand still. */
function hints(clauses: ClauseVerdict[]): string[] {
  const reasons = reasonsIn(clauses);
  const parts = new Set(reasons.flatMap((reason) => (reason.kind === 'unverified' ? reason.part : [])));
  const isAboutCredits = reasons.some(({ kind }) => ['credits', 'prices', 'unsettled'].includes(kind));
  const cache = isAboutCredits ? cacheOfCredits(clauses) : undefined;
  return [
    ...(cache === undefined
      ? []
      : [`a shared cache responded to GET /v1/credits (${cache}): while it does, credits stand still`]),
    ...(parts.size === 0
      ? []
      : [
          `not verified in the target file: ${[...parts].join(', ')}: ${commandLine('doctor')} shows which of them are right, and with --sign saves that next to the target file`,
        ]),
  ];
}

/** What a response to a reading of the credits says about the cache that it came from. */
function cacheOfCredits(clauses: ClauseVerdict[]): string | undefined {
  return exchangesOf(clauses)
    .filter(({ operation }) => operation === 'credits')
    .map(({ response }) => cacheSignsIn(response?.headers ?? []))
    .find((signs) => signs !== '');
}

function reasonsIn(clauses: ClauseVerdict[]): Reason[] {
  return clauses.flatMap(({ checks }) => checks.flatMap(({ reason }) => partsOf(reason)));
}

type OverBudget = Extract<Reason, { kind: 'over budget' }>;

/** The limit of AI requests, if must clauses or parts of them were not tested for it. */
function budgetOf(clauses: readonly ClauseVerdict[]): OverBudget | undefined {
  return clauses
    .filter(({ level }) => level === 'must')
    .flatMap(({ checks }) =>
      checks.flatMap(({ reason, untested }) => [reason, ...untested.map((part) => part.reason)]),
    )
    .flatMap(partsOf)
    .find((reason) => reason.kind === 'over budget');
}

/** As reasons of an outcome. */
export const inWords = (lines: readonly string[]): Outcome['reasons'] => lines.map((words) => ({ words }));

function isFatal(clause: ClauseVerdict): boolean {
  return clause.verdict === 'violates' && !isKnown(clause);
}

export function isKnown(clause: ClauseVerdict): boolean {
  const violations = clause.failures.filter(({ verdict }) => verdict === 'violates');
  return violations.length > 0 && violations.every(({ known }) => known !== undefined);
}

function unanswered(clauses: ClauseVerdict[]): string[] {
  const exchanges = exchangesOf(clauses);
  if (exchanges.length === 0 || exchanges.some(({ response }) => response !== null)) return [];
  const why = exchanges[0]?.failure ?? 'no response';
  return [`none of ${exchanges.length} requests got a response: ${why}`];
}

function whatIsMissing(run: Run, clauses: ClauseVerdict[]): Outcome['reasons'] {
  const undecided = clauses.filter((clause) => isUndecided(clause) && !isRefuted(partsOf(clause.reason)));
  const lines = cutShortLines(clauses, run.ending);
  const unrecorded = clauses.flatMap(({ level, checks }) =>
    level === 'unspecified' ? checks.filter(({ verdict }) => verdict === 'blocked') : [],
  );
  for (const group of groupedBy(unrecorded, ({ reason }) => formatReason(reason))) {
    const rows = [...new Set(group.map(({ clause }) => clause))];
    lines.push(`could not be recorded: ${formatReason(group[0].reason)}: ${shortList(rows)}`);
  }
  if (run.ending === 'interrupted' && lines.length === 0) lines.push('the run was interrupted');
  if (run.ending === 'timedout' && lines.length === 0) lines.push('the run met its overall time limit');
  const budget = budgetOf(clauses);
  if (budget?.byDefault)
    lines.push(
      `the run sent all ${budget.most} AI requests of its default limit: set MAX_AI_REQUESTS to the number that it may send`,
    );
  lines.push(...run.errors.map(outsideWords));
  const judged = clauses.some(
    ({ verdict }) => verdict === 'conforms' || verdict === 'violates' || verdict === 'deviates',
  );
  if (!judged && undecided.length === 0) lines.push('nothing was tested');
  const failed = run.checks.some((each) =>
    each.attempts.some(({ status }) => status !== 'passed' && status !== 'skipped'),
  );
  if (run.ending === 'failed' && !failed && lines.length + undecided.length === 0)
    lines.push('Playwright reports a failure outside any check');
  return [
    ...undecided
      .filter((clause) => !isOnlyCutShort(clause))
      .map(({ id, verdict, reason }) => ({
        clause: id,
        words: `${id} is ${verdict}: ${formatReason(reason)}`,
      })),
    ...inWords(lines),
  ];
}

function outsideWords(error: string): string {
  const [first = ''] = error.split('\n');
  return first.startsWith('Testing stopped early')
    ? 'stopped early by -x or --max-failures'
    : `an error outside any check: ${first}`;
}

/** Reported once, for the account. */
function isRefuted(reasons: Reason[]): boolean {
  return reasons.length > 0 && reasons.every(isMistaken);
}

function countClauses(clauses: ClauseVerdict[]): Counts {
  const count = (level: ClauseVerdict['level'], verdict: ClauseVerdict['verdict']) =>
    clauses.filter((clause) => clause.level === level && clause.verdict === verdict).length;
  const undecided = (level: 'must' | 'should') => ({
    inconclusive: count(level, 'inconclusive'),
    blocked: count(level, 'blocked'),
    notTested: count(level, 'not tested'),
  });
  const [conforms, violates] = [count('must', 'conforms'), count('must', 'violates')];
  const [followed, deviates] = [count('should', 'conforms'), count('should', 'deviates')];
  return {
    must: { conforms, violates, ...undecided('must') },
    known: clauses.filter((clause) => clause.verdict === 'violates' && isKnown(clause)).length,
    should: { conforms: followed, deviates, ...undecided('should') },
    inPart: clauses.filter(isTestedInPart).length,
    unspecified: count('unspecified', 'unspecified'),
    unobservable: count('unobservable', 'unobservable'),
  };
}

function isTestedInPart({ level, verdict, checks }: ClauseVerdict): boolean {
  return (
    level === 'must' &&
    verdict !== 'not tested' &&
    checks.some(
      (each) =>
        (each.verdict === 'not tested' && !isUnneeded(each)) ||
        each.untested.some((part) => part.verdict === 'not tested'),
    )
  );
}

/**
 * How many must clauses are violated, or else conform; then undecided and untested clauses, and
 * recommendations.
 */
function sentenceOf(
  { must, known, should, inPart }: Counts,
  faults: readonly Fault[],
  budget: OverBudget | undefined,
): string {
  const all = must.conforms + must.violates + must.inconclusive + must.blocked + must.notTested;
  const ofAll = (count: number) => `${count} of ${counted(all, 'must clause')}`;
  const violations = faults.filter(({ verdict }) => verdict === 'violates');
  const news = violations.filter((fault) => fault.known === undefined).length;
  const unmet = faults.length - violations.length;
  const isNew = violations.filter((fault) => fault.known === undefined && fault.newAt?.length).length;
  const violated = (count: number, what: string, clauses: number) =>
    count === 0 ? [] : [`${counted(count, what)} ${count === 1 ? 'violates' : 'violate'} ${ofAll(clauses)}`];
  const some = (counts: [must: number, should: number], what: string) =>
    counts[0] + counts[1] === 0 ? [] : [`${countedClauses(...counts)} ${what}`];
  if (
    must.notTested === all &&
    should.conforms + should.deviates + should.inconclusive + should.blocked === 0
  )
    return 'Nothing was tested.';
  const sentences = [
    ...violated(news, 'fault', must.violates - known),
    ...(isNew === 0 ? [] : [`${isNew} new since the last run`]),
    ...violated(violations.length - news, 'known failure', known),
    ...(must.violates > 0 ? [] : [`${ofAll(must.conforms)} ${must.conforms === 1 ? 'conforms' : 'conform'}`]),
    ...some([must.inconclusive, should.inconclusive], 'inconclusive'),
    ...some([must.blocked, should.blocked], 'blocked'),
    ...some([must.notTested, should.notTested], 'not tested'),
    ...some([inPart, 0], 'tested only in part'),
    ...(unmet === 0 ? [] : [`${counted(unmet, 'recommendation')} not met`]),
    ...(budget === undefined
      ? []
      : [
          `${ofAll(all - must.notTested)} tested with ${budget.byDefault ? 'the default limit of' : 'MAX_AI_REQUESTS:'} ${counted(budget.most, 'AI request')}`,
        ]),
  ];
  return sentences.map((words) => `${words}.`).join(' ');
}
