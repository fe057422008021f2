import type { Clause } from '../../../spec/clause';
import { type Context, type Exchange, isUndecided, type Operation } from '../data/evidence';
import { factsOf } from '../data/facts';
import { uniqueBy } from '../data/grouped';
import type { Reason } from '../data/reason';
import type { Run } from '../data/run';
import { suiteInfo } from '../data/suite-info';
import { type Failure, failuresOf, judgeResponses } from '../faults/failures';
import type { KnownFailure } from '../faults/known-failures';
import { sanityCheck } from '../response/sanity-check';
import { formatReasons } from '../texts/wording';
import {
  type CheckVerdict,
  isUnneeded,
  type Judgement,
  judgeChecks,
  type Verdict,
  worstFirst,
} from './check-verdicts';

export interface ClauseVerdict extends Judgement {
  id: string;
  level: Clause['level'];
  checks: CheckVerdict[];
  failures: Failure[];
  /** How many exchanges it was judged on without a check of its own. */
  judged: number;
  /** Where it was judged, by all that its checks sent there. */
  operations: Operation[];
}

/** What follows from a run: a pure function of what its checks recorded. */
export interface JudgedRun {
  checks: CheckVerdict[];
  /** All that is not met, by checks and by responses, in the order of the contract. */
  failures: Failure[];
  /** One verdict for each clause, in the order of the contract. */
  clauses: ClauseVerdict[];
  /** Why no response of the run proves anything. */
  doubt: string | null;
}

export function judgeRun(run: Run, entries: readonly KnownFailure[] = []): JudgedRun {
  const { context } = run;
  const judged = judgeChecks(run.checks, context);
  const responses = judgeResponses(judged, context);
  const failures = failuresOf(judged, responses, context, entries);
  const checks = judged.map((each) => withoutTolerated(each, failures, context));
  const doubt = sanityCheck(responses.map(({ exchange }) => exchange));
  const silent: Judgement =
    doubt === null
      ? { verdict: 'conforms' }
      : { verdict: 'blocked', reason: { kind: 'words', words: doubt } };
  const clauses = Object.entries(suiteInfo.ledger).map(([id, { level, why = '' }]): ClauseVerdict => {
    const own = checks.filter((each) => each.clause === id);
    const seen = failures.filter((failure) => failure.clause === id);
    const silently = responses.flatMap(({ exchange, judged }) =>
      judged.some((each) => each === id) ? exchange : [],
    );
    const judgement = (): Judgement => {
      if (level === 'unobservable') return { verdict: level, reason: { kind: 'words', words: why } };
      if (level === 'unspecified')
        return { verdict: level, reason: { kind: 'words', words: 'not specified' } };
      const needed = own.filter((each) => !isUnneeded(each));
      const ofResponses = silently.length === 0 ? [] : [silent];
      return judgeClause(
        [...needed, ...seen.map(({ verdict }) => ({ verdict })), ...ofResponses],
        absence(run),
      );
    };
    return {
      id,
      level,
      ...judgement(),
      checks: own,
      failures: seen,
      judged: silently.length,
      operations: operationsOf(own, silently, context),
    };
  });
  return { checks, failures: clauses.flatMap((each) => each.failures), clauses, doubt };
}

/** Where a clause was judged: by findings, or by responses of any check; not where a check of it is undecided. */
function operationsOf(
  checks: readonly CheckVerdict[],
  judged: readonly Exchange[],
  context: Context,
): Operation[] {
  const found = checks.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges));
  const open = checks
    .filter(isUndecided)
    .flatMap(({ exchanges }) => exchanges.filter((each) => !factsOf(each, context).preparation))
    .map(({ operation }) => operation);
  const operations = new Set([...found, ...judged].map(({ operation }) => operation));
  return [...operations].filter((operation) => !open.includes(operation));
}

/** A check that is undecided only because a known failure stands in place of the error that it needs is not tested. */
function withoutTolerated(each: CheckVerdict, failures: readonly Failure[], context: Context): CheckVerdict {
  const { reason } = each;
  if (!isUndecided(each) || reason?.kind !== 'not accepted' || 'code' in reason.received) return each;
  const sent = new Set(each.exchanges.filter((exchange) => !factsOf(exchange, context).preparation));
  const hiding = failures.find(
    ({ universal, known, exchanges: [shown] }) => universal && known && shown && sent.has(shown),
  );
  if (hiding?.known === undefined) return each;
  return {
    ...each,
    verdict: 'not tested',
    reason: { kind: 'words', words: `a known failure hides it: ${hiding.known.reason}` },
  };
}

/** The worst of several verdicts, with the reasons of those that share it. */
function judgeClause(judgements: Judgement[], absent: Reason): Judgement {
  const verdict = worstFirst.find((word) => judgements.some((each) => each.verdict === word));
  if (verdict === undefined) return { verdict: 'not tested', reason: absent };
  if (verdict === 'violates' || verdict === 'deviates') return { verdict };
  const reasons = (of: Verdict) =>
    judgements.flatMap((each) => (each.verdict === of ? (each.reason ?? []) : []));
  if (verdict !== 'conforms') return { verdict, ...joined(reasons(verdict)) };
  const untested = judgements.filter((each) => each.verdict === 'not tested').length;
  if (untested === 0) return { verdict };
  const words = `${untested} of ${judgements.length} checks not tested: ${formatReasons(reasons('not tested'))}`;
  return { verdict, reason: { kind: 'words', words } };
}

function joined(reasons: Reason[]): { reason?: Reason } {
  const different = uniqueBy(reasons, (reason) => JSON.stringify(reason));
  const [first, ...more] = different;
  if (first === undefined) return {};
  return { reason: more.length === 0 ? first : { kind: 'several', reasons: different } };
}

function absence(run: Run): Reason {
  if (run.stop) return { kind: 'absent', why: 'no run' };
  const left = run.checks.length === 0 || run.partial;
  return { kind: 'absent', why: left ? 'not selected' : 'nothing seen' };
}

/** What the checks of these clauses sent, each exchange once. */
export const exchangesOf = (clauses: readonly ClauseVerdict[]): Exchange[] =>
  uniqueBy(
    clauses.flatMap(({ checks }) => checks.flatMap(({ exchanges }) => exchanges)),
    ({ id }) => id,
  );
