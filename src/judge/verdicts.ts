import type { Clause } from '../../spec/clause';
import { answerOf } from './answer';
import { basis } from './basis';
import {
  type CaseVerdict,
  distinct,
  evidenceOf,
  factsIn,
  isUnneeded,
  type Judgement,
  judgeCases,
  type Verdict,
  worstFirst,
} from './cases';
import { doubtIn } from './doubt';
import type { Context } from './evidence';
import { type Failure, failuresOf, judgeSilently } from './failures';
import { uniqueBy } from './grouped';
import type { KnownFailure } from './known-failures';
import { refusedFaults } from './parts';
import type { Reason } from './reason';
import type { Run } from './run';
import { constantTypeOf, servedIn } from './universal';

/** The join of ledger, outcomes and evidence. Pure: equal input, equal output, in an order of its own. */

export interface ClauseVerdict extends Judgement {
  id: string;
  level: Clause['level'];
  cases: CaseVerdict[];
  failures: Failure[];
  /** On how many exchanges it was judged silently. */
  judged: number;
}

/** One verdict for every clause of the ledger, in its order. */
export function judgeRun(run: Run, entries: readonly KnownFailure[] = []): ClauseVerdict[] {
  const context = contextOf(run);
  const cases = judgeCases(run.cases, context);
  const exchanges = distinct(cases.flatMap((each) => each.exchanges));
  const silent = judgeSilently(cases, context, entries);
  const told = cases.flatMap((each) => failuresOf(each, context, entries));
  const failures = [...withoutNeedlessClaims(told), ...silent.failures];
  const doubt = doubtIn(exchanges);
  return Object.entries(basis.ledger).map(([id, clause]) => {
    if (clause.level === 'unobservable') {
      const reason: Reason = { kind: 'ledger', words: clause.why ?? '' };
      return { id, level: clause.level, verdict: 'unobservable', reason, cases: [], failures: [], judged: 0 };
    }
    const own = cases.filter((each) => each.clause === id);
    const needed = own.filter((each) => !isUnneeded(each));
    const seen = failures.filter((failure) => failure.clause === id);
    const judged = silent.judged.get(id) ?? 0;
    const silently: Judgement[] =
      judged === 0
        ? []
        : [
            doubt === null
              ? { verdict: 'conforms' }
              : { verdict: 'blocked', reason: { kind: 'doubt', doubt } },
          ];
    const judgement: Judgement =
      clause.level === 'open'
        ? { verdict: 'open', reason: { kind: 'ledger', words: 'not shown' } }
        : judgeClause(
            [...needed, ...seen.map(({ verdict }) => ({ verdict })), ...silently],
            absence(run, id),
          );
    return { id, level: clause.level, ...judgement, cases: own, failures: seen, judged };
  });
}

/** Where a part of a key is seen to decide, the key that was reissued need not be another than it is to be. */
function withoutNeedlessClaims(failures: Failure[]): Failure[] {
  const partDecides = failures.some(({ note }) => note?.kind === 'probe' && note.agrees !== undefined);
  if (!partDecides) return failures;
  return failures.map(({ note, ...failure }) =>
    note === undefined || (note.kind === 'claim' && note.variable === 'OLD_API_KEY')
      ? failure
      : { ...failure, note },
  );
}

/** The worst of several verdicts, with the reasons of those that share it. */
function judgeClause(judgements: Judgement[], absent: Reason): Judgement {
  const verdict = worstFirst.find((word) => judgements.some((each) => each.verdict === word));
  if (verdict === undefined) return { verdict: 'not tested', reason: absent };
  if (verdict === 'violates' || verdict === 'deviates') return { verdict };
  const reasons = (of: Verdict) =>
    judgements.flatMap((each) => (each.verdict === of ? (each.reason ?? []) : []));
  if (verdict !== 'conforms') return { verdict, ...joined(reasons(verdict)) };
  const undriven = judgements.filter((each) => each.verdict === 'not tested').length;
  if (undriven === 0) return { verdict };
  const reason: Reason = {
    kind: 'some cases',
    undriven,
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

function absence(run: Run, clause: string): Reason {
  if (run.stop) return { kind: 'absent', why: 'no run' };
  if (run.missingShards.length > 0) return { kind: 'absent', why: 'shard' };
  if (run.traffic && !run.traffic.clauses.includes(clause)) return { kind: 'absent', why: 'captured' };
  const left = run.cases.length === 0 || isPartial(run);
  return { kind: 'absent', why: left ? 'not selected' : 'nothing seen' };
}

/** True where cases were left out, by the command line or by a merge that lacks a shard. */
export function isPartial(run: Run): boolean {
  return run.filters.length > 0 || run.shard !== null || run.missingShards.length > 0;
}

/** What all answers of a run are judged by: the same in each of its cases. */
export function contextOf(run: Run): Context {
  const contexts = evidenceOf(run.cases).map(({ context }) => context);
  const words = contexts.find((context) => context.words.length > 0)?.words ?? [];
  const signed = contexts.find((context) => context.signed !== undefined)?.signed;
  const [{ models, drawn } = {}] = contexts as Partial<Context>[];
  // What an earlier edition left does not tell what was served.
  const knowServed = contexts.some(({ served }) => served !== undefined);
  const exchanges = distinct(evidenceOf(run.cases).flatMap((each) => each.exchanges));
  const refused = refusedFaults(exchanges);
  const facts = factsIn(run.cases);
  const context: Context = {
    words,
    ...(knowServed && { served: servedIn(exchanges) }),
    ...(refused.length > 0 && { refused }),
    ...(signed && { signed }),
    facts,
    ...(models !== undefined && { models }),
    ...(drawn && { drawn }),
  };
  const errorType = constantTypeOf(
    exchanges.flatMap((each) => answerOf(each) ?? []),
    context,
  );
  return { ...context, ...(errorType !== undefined && { errorType }) };
}
