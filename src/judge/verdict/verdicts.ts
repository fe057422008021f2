import type { Clause } from '../../../spec/clause';
import { codes } from '../../../spec/contract';
import { type Context, type Exchange, isUndecided, type Operation } from '../data/evidence';
import { factsOf } from '../data/facts';
import { uniqueBy } from '../data/grouped';
import type { Doubt, Reason } from '../data/reason';
import type { Run } from '../data/run';
import { suiteInfo } from '../data/suite-info';
import { universalFaultName } from '../faults/causes';
import { type Failure, failuresOf, type JudgedResponses, judgeResponses } from '../faults/failures';
import { entryOf, type KnownFailure } from '../faults/known-failures';
import { sanityCheck } from '../response/sanity-check';
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
  doubt: Doubt | null;
}

export function judgeRun(run: Run, entries: readonly KnownFailure[] = []): JudgedRun {
  const { context } = run;
  const judged = judgeChecks(run.checks, context);
  const responses = judgeResponses(judged, context);
  const failures = failuresOf(judged, responses, context, entries);
  const checks = judged.map((each) => withoutTolerated(each, responses, entries, context));
  const doubt = sanityCheck([...responses.values()].map(({ exchange }) => exchange));
  const silent: Judgement =
    doubt === null ? { verdict: 'conforms' } : { verdict: 'blocked', reason: { kind: 'doubt', doubt } };
  const clauses = Object.entries(suiteInfo.ledger).map(([id, { level, why = '' }]): ClauseVerdict => {
    const own = checks.filter((each) => each.clause === id);
    const seen = failures.filter((failure) => failure.clause === id);
    const silently = [...responses.values()].flatMap(({ exchange, judged }) =>
      judged.some((each) => each === id) ? exchange : [],
    );
    const judgement = (): Judgement => {
      if (level === 'unobservable') return { verdict: level, reason: { kind: 'ledger', words: why } };
      if (level === 'unspecified')
        return { verdict: level, reason: { kind: 'ledger', words: 'not specified' } };
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
  const found = checks.flatMap(({ findings, exchanges }) => {
    const shown = new Set(findings.flatMap((finding) => finding.exchanges));
    return exchanges.filter(({ id }) => shown.has(id));
  });
  const open = checks
    .filter(isUndecided)
    .flatMap(({ exchanges }) => exchanges.filter((each) => !factsOf(each, context).preparation))
    .map(({ operation }) => operation);
  const operations = new Set([...found, ...judged].map(({ operation }) => operation));
  return [...operations].filter((operation) => !open.includes(operation));
}

/**
 * A check that is undecided only because of a known failure is not tested: the team tolerates that its response is
 * another one.
 */
function withoutTolerated(
  each: CheckVerdict,
  responses: JudgedResponses,
  entries: readonly KnownFailure[],
  context: Context,
): CheckVerdict {
  if (entries.length === 0 || !isUndecided(each) || !isUnreadable(each)) return each;
  const sent = each.exchanges.filter((exchange) => !factsOf(exchange, context).preparation);
  const [known] = sent.flatMap((exchange) =>
    (responses.get(exchange.id)?.violations ?? []).flatMap((violation, _, all) => {
      // What may come from a gateway is the tolerated response where it is asked for.
      const isElsewhere = violation.clause === 'errors.elsewhere';
      const clause = isElsewhere ? 'errors.body.single-field' : violation.clause;
      const fault = universalFaultName({ ...violation, clause }, all, exchange);
      return entryOf(entries, fault, [exchange.operation]) ?? [];
    }),
  );
  if (known === undefined) return each;
  return { ...each, verdict: 'not tested', reason: { kind: 'known failure', words: known.reason } };
}

/**
 * Whether a check is undecided because its response has no readable error. A disturbance leaves a check undecided whatever
 * its form, unless its status is the one that the check asks for.
 */
function isUnreadable({ clause, reason }: CheckVerdict): boolean {
  if (reason?.kind === 'disturbed')
    return (
      reason.code === 'page' &&
      (suiteInfo.ledger[clause]?.codes ?? []).some((code) => codes[code] === reason.status)
    );
  return reason?.kind === 'not accepted' && !('code' in reason.received);
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
  const reason: Reason = {
    kind: 'some checks',
    untested,
    of: judgements.length,
    reasons: reasons('not tested'),
  };
  return { verdict, reason };
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
