import type { KnownOutcome } from './known-failures';
import type { Run } from './run';
import { type ClauseVerdict, distinct, isPartial } from './verdicts';

/** What a run comes to, in one word, one number and one sentence. */

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
  must: { conforms: number; violates: number; indeterminate: number; blocked: number; notDriven: number };
  /** Violating must clauses of which every failure is a known one. */
  known: number;
  advice: { conforms: number; deviates: number; indeterminate: number; blocked: number; notDriven: number };
  open: number;
  unobservable: number;
}

export interface Outcome {
  word: OutcomeWord;
  exitCode: number;
  /** `41 of 43 must clauses conform, 2 violate; 9 not driven, 6 open`. */
  sentence: string;
  /** Cases were left out. */
  partial: boolean;
  /** Why it is not simply conforming, a line each; empty where it is. */
  reasons: string[];
  counts: Counts;
}

/**
 * The outcome of a run: the first that applies of violates, misconfigured, unavailable, incomplete, conforms.
 * @param problems what is wrong with REQUIRE and KNOWN_FAILURES for this run
 */
export function outcomeOf(
  run: Run,
  clauses: ClauseVerdict[],
  known: KnownOutcome,
  problems: string[],
): Outcome {
  const counts = countClauses(clauses, known);
  const partial = isPartial(run);
  const violating = clauses.filter((clause) => isFatal(clause, known)).map(({ id }) => `${id} violates`);
  const misconfigured = [...(run.stop?.kind === 'misconfigured' ? run.stop.lines : []), ...problems];
  if (run.cases.length === 0 && run.stop === null) {
    misconfigured.push(...(run.errors.length > 0 ? run.errors : ['no case matches what was asked for']));
  }
  const unavailable = run.stop?.kind === 'unavailable' ? run.stop.lines : unanswered(clauses);
  const incomplete = run.stop || run.cases.length === 0 ? [] : whatIsMissing(run, clauses);
  const [word] = (
    [
      ['violates', violating],
      ['misconfigured', misconfigured],
      ['unavailable', unavailable],
      ['incomplete', incomplete],
    ] as const
  ).find(([, reasons]) => reasons.length > 0) ?? ['conforms' as const];
  return {
    word,
    exitCode: exitCodes[word],
    sentence: sentenceOf(counts),
    partial,
    reasons: [...new Set([...violating, ...misconfigured, ...unavailable, ...incomplete])],
    counts,
  };
}

/** The same outcome after a secret was found in an artifact. */
export function leaked(outcome: Outcome, lines: string[]): Outcome {
  return { ...outcome, word: 'leaked', exitCode: exitCodes.leaked, reasons: [...lines, ...outcome.reasons] };
}

function isFatal(clause: ClauseVerdict, known: KnownOutcome): boolean {
  return clause.verdict === 'violates' && !isKnown(clause, known);
}

/** True where every breach of a clause is a known one. */
export function isKnown(clause: ClauseVerdict, known: KnownOutcome): boolean {
  const breaches = clause.failures.filter(({ verdict }) => verdict === 'violates');
  return breaches.length > 0 && breaches.every(({ signature }) => known.excused.has(signature));
}

function unanswered(clauses: ClauseVerdict[]): string[] {
  const exchanges = distinct(clauses.flatMap(({ cases }) => cases.flatMap((each) => each.exchanges)));
  if (exchanges.length === 0 || exchanges.some(({ response }) => response !== null)) return [];
  const why = exchanges[0]?.failure ?? 'no answer';
  return [`none of ${exchanges.length} requests was answered: ${why}`];
}

function whatIsMissing(run: Run, clauses: ClauseVerdict[]): string[] {
  const undecided = clauses.filter(({ verdict }) => verdict === 'blocked' || verdict === 'indeterminate');
  const lines = undecided.map(({ id, verdict, reason }) => `${id} is ${verdict}: ${reason ?? ''}`);
  for (const { clause, title, verdict, reason } of clauses.flatMap(({ level, cases }) =>
    level === 'open' ? cases : [],
  )) {
    if (verdict === 'blocked') lines.push(`${clause} could not be recorded by "${title}": ${reason ?? ''}`);
  }
  if (run.ending === 'interrupted') lines.push('cut short: the run was interrupted');
  if (run.ending === 'timedout') lines.push('cut short: the run met its overall time limit');
  lines.push(...run.missingShards.map((shard) => `shard ${shard} is missing`));
  lines.push(...run.errors.map((error) => `an error outside any case: ${error.split('\n')[0] ?? ''}`));
  const judged = clauses.some(
    ({ verdict }) => verdict === 'conforms' || verdict === 'violates' || verdict === 'deviates',
  );
  if (!judged && undecided.length === 0) lines.push('nothing was driven');
  const failed = run.cases.some((each) =>
    each.attempts.some(({ status }) => status !== 'passed' && status !== 'skipped'),
  );
  if (run.ending === 'failed' && !failed && lines.length === 0)
    lines.push('Playwright reports a failure outside any case');
  return lines;
}

function countClauses(clauses: ClauseVerdict[], known: KnownOutcome): Counts {
  const count = (level: ClauseVerdict['level'], verdict: ClauseVerdict['verdict']) =>
    clauses.filter((clause) => clause.level === level && clause.verdict === verdict).length;
  return {
    must: {
      conforms: count('must', 'conforms'),
      violates: count('must', 'violates'),
      indeterminate: count('must', 'indeterminate'),
      blocked: count('must', 'blocked'),
      notDriven: count('must', 'not driven'),
    },
    known: clauses.filter((clause) => clause.verdict === 'violates' && isKnown(clause, known)).length,
    advice: {
      conforms: count('advice', 'conforms'),
      deviates: count('advice', 'deviates'),
      indeterminate: count('advice', 'indeterminate'),
      blocked: count('advice', 'blocked'),
      notDriven: count('advice', 'not driven'),
    },
    open: count('open', 'open'),
    unobservable: count('unobservable', 'unobservable'),
  };
}

/** Counts in words. The denominator is what was driven: what was not stands beside it. */
function sentenceOf({ must, known, advice, open }: Counts): string {
  const driven = must.conforms + must.violates + must.indeterminate + must.blocked;
  const musts = [
    driven === 0
      ? 'no must clause was driven'
      : `${must.conforms} of ${driven} must ${driven === 1 ? 'clause conforms' : 'clauses conform'}`,
    some(must.violates, must.violates === 1 ? 'violates' : 'violate'),
    some(known, 'of them known'),
    some(must.indeterminate, 'indeterminate'),
    some(must.blocked, 'blocked'),
  ];
  const advised = [
    some(advice.deviates, advice.deviates === 1 ? 'deviates' : 'deviate'),
    some(advice.indeterminate, 'indeterminate'),
    some(advice.blocked, 'blocked'),
  ];
  const ofAdvice = joined(advised) === '' ? '' : `; of the advice ${joined(advised)}`;
  return `${joined(musts)}${ofAdvice}; ${must.notDriven + advice.notDriven} not driven, ${open} open`;
}

function some(count: number, words: string): string {
  return count === 0 ? '' : `${count} ${words}`;
}

function joined(parts: string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
