import type { ClauseId } from '../../spec/ledger';
import type { Exchange, Finding } from './evidence';
import type { Attempt, Case, Ledger, Run } from './run';
import { type Fingerprint, fingerprintOf, signatureOf } from './signature';

/** The join of ledger, outcomes and evidence. Pure: equal input, equal output, in an order of its own. */

export type Verdict =
  | 'violates'
  | 'indeterminate'
  | 'blocked'
  | 'deviates'
  | 'conforms'
  | 'not driven'
  | 'open'
  | 'unobservable';

/** From the verdict that outweighs all others to the one that yields to all others. */
export const worstFirst: readonly Verdict[] = [
  'violates',
  'indeterminate',
  'blocked',
  'deviates',
  'conforms',
  'not driven',
  'open',
  'unobservable',
];

interface Judgement {
  verdict: Verdict;
  reason?: string;
}

/** A breach of a must clause, or advice not followed. */
export interface Failure extends Fingerprint {
  clause: ClauseId;
  verdict: 'violates' | 'deviates';
  /** Title of the case that saw it; its own clause may be another. */
  case: string;
  /** Id of that case. */
  caseId: string;
  file: string;
  line: number;
  expected: string;
  received: string;
  note?: string;
  exchange?: Exchange;
  signature: string;
}

export interface CaseVerdict extends Judgement {
  /** `auth.key.wrong/2`: the second case of its clause among those selected. */
  id: string;
  clause: string;
  title: string;
  file: string;
  line: number;
  cost: Case['cost'];
  /** Findings about its own clause, each once. */
  findings: Finding[];
  /** Every exchange of every attempt. */
  exchanges: Exchange[];
  observations: Record<string, string>;
  /** What Playwright recorded where the case itself failed. */
  errors: string[];
  /** What all attempts took. */
  milliseconds: number;
}

export interface ClauseVerdict extends Judgement {
  id: string;
  level: 'must' | 'advice' | 'open' | 'unobservable';
  cases: CaseVerdict[];
  failures: Failure[];
  /** On how many exchanges it was judged silently. */
  judged: number;
}

/** One verdict for every clause of the ledger, in its order. */
export function judgeRun(ledger: Ledger, run: Run): ClauseVerdict[] {
  const cases = numbered(run.cases).map(([id, each]) => judgeCase(id, each, ledger));
  const failures = numbered(run.cases).flatMap(([id, each]) => failuresOf(id, each, ledger));
  const exchanges = distinct(cases.flatMap((each) => each.exchanges));
  const doubt = doubtOf(exchanges);
  return Object.entries(ledger).map(([id, clause]) => {
    if (clause.level === 'unobservable') {
      return {
        id,
        level: clause.level,
        verdict: 'unobservable',
        reason: clause.why,
        cases: [],
        failures: [],
        judged: 0,
      };
    }
    const own = cases.filter((each) => each.clause === id);
    const seen = failures.filter((failure) => failure.clause === id);
    const judged = exchanges.filter((exchange) => exchange.judged.some((name) => name === id)).length;
    const judgement: Judgement =
      clause.level === 'open'
        ? { verdict: 'open', reason: 'not shown' }
        : judgeClause([...own, ...seen, ...silently(judged, doubt)], absence(run));
    return { id, level: clause.level, ...judgement, cases: own, failures: seen, judged };
  });
}

/** The worst of several verdicts, with the reasons of those that share it. */
function judgeClause(judgements: Judgement[], absent: string): Judgement {
  const verdict = worstFirst.find((word) => judgements.some((each) => each.verdict === word));
  if (verdict === undefined) return { verdict: 'not driven', reason: absent };
  if (verdict === 'violates' || verdict === 'deviates') return { verdict };
  if (verdict !== 'conforms') return { verdict, reason: reasonsOf(judgements, verdict) };
  const undriven = judgements.filter((each) => each.verdict === 'not driven');
  if (undriven.length === 0) return { verdict };
  const cases = `${undriven.length} of ${judgements.length} cases not driven`;
  return { verdict, reason: `${cases}: ${reasonsOf(undriven, 'not driven')}` };
}

function reasonsOf(judgements: Judgement[], verdict: Verdict): string {
  const reasons = judgements.filter((each) => each.verdict === verdict).map((each) => each.reason ?? '');
  return [...new Set(reasons)].filter((reason) => reason !== '').join('; ');
}

/** What the silent judgement of exchanges proves: nothing where there is doubt in all of them. */
function silently(judged: number, doubt: string | null): Judgement[] {
  if (judged === 0) return [];
  return [doubt === null ? { verdict: 'conforms' } : { verdict: 'blocked', reason: doubt }];
}

/** A target that accepts nothing, or refuses nobody, shows nothing by either. */
function doubtOf(exchanges: Exchange[]): string | null {
  if (!exchanges.some(isAccepted)) return 'no request was accepted, so refusals prove nothing';
  if (!exchanges.some(isRefused))
    return 'no request without a key was refused, so being served proves nothing';
  return null;
}

function absence(run: Run): string {
  if (run.stop) return 'the run did not begin';
  if (run.missingShards.length > 0) return 'its shard is missing';
  return run.cases.length === 0 || isPartial(run) ? 'not selected' : 'nothing to judge it on was seen';
}

/** True where cases were left out, by the command line or by a merge that lacks a shard. */
export function isPartial(run: Run): boolean {
  return run.filters.length > 0 || run.shard !== null || run.missingShards.length > 0;
}

function judgeCase(id: string, each: Case, ledger: Ledger): CaseVerdict {
  const level = ledger[each.clause]?.level;
  const exchanges = distinct(each.attempts.flatMap(({ evidence }) => evidence?.exchanges ?? []));
  const findings = each.attempts.flatMap(({ evidence }) => evidence?.findings ?? []);
  const judgements = each.attempts.map((attempt) => judgeAttempt(attempt, each.clause, level));
  const verdict = worstFirst.find((word) => judgements.some((judgement) => judgement.verdict === word));
  const judgement: Judgement = judgements.find((judgement) => judgement.verdict === verdict) ?? {
    verdict: 'indeterminate',
    reason: 'cut short: the run ended before this case',
  };
  const { clause, title, file, line, cost } = each;
  return {
    id,
    clause,
    title,
    file,
    line,
    cost,
    ...judgement,
    findings: uniqueBy(
      findings.filter((finding) => finding.clause === clause),
      JSON.stringify,
    ),
    exchanges,
    observations: Object.assign({}, ...each.attempts.map(({ evidence }) => evidence?.observations ?? {})),
    errors: judgement.verdict === 'blocked' ? each.attempts.flatMap(({ errors }) => errors) : [],
    milliseconds: each.attempts.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  };
}

function judgeAttempt(attempt: Attempt, clause: string, level: string | undefined): Judgement {
  const { status, evidence } = attempt;
  const found = new Set(
    (evidence?.findings ?? []).filter((each) => each.clause === clause).map(verdictAt(level)),
  );
  if (found.has('violates')) return { verdict: 'violates' };
  if (status === 'timedOut')
    return { verdict: 'indeterminate', reason: 'cut short by the time limit of the suite' };
  if (status === 'interrupted')
    return { verdict: 'indeterminate', reason: 'cut short: the run was interrupted' };
  if (evidence?.inconclusive) return { ...evidence.inconclusive };
  if (status === 'skipped')
    return { verdict: 'not driven', reason: attempt.skipReason ?? 'skipped without a reason' };
  if (level === 'open' && status === 'passed') return { verdict: 'open' };
  // A breach, of whichever clause, explains why the case failed; without one it broke down by itself.
  const explained = (evidence?.findings ?? []).some((each) => each.verdict === 'violates');
  if (status === 'passed' || explained) {
    if (found.has('deviates')) return { verdict: 'deviates' };
    if (found.has('conforms')) return { verdict: 'conforms' };
  }
  if (status === 'failed')
    return { verdict: 'blocked', reason: `the case itself failed: ${firstLine(attempt)}` };
  return { verdict: 'blocked', reason: 'nothing was judged' };
}

function firstLine({ errors }: Attempt): string {
  return errors[0]?.split('\n')[0] ?? 'no error was recorded';
}

/** A level belongs to a clause, so its breach is worth what the level says. */
function verdictAt(level: string | undefined): (finding: Finding) => Finding['verdict'] {
  return ({ verdict }) => (verdict === 'conforms' ? verdict : level === 'must' ? 'violates' : 'deviates');
}

function failuresOf(caseId: string, each: Case, ledger: Ledger): Failure[] {
  const failures = each.attempts.flatMap(({ evidence }) =>
    (evidence?.findings ?? []).flatMap((finding): Failure[] => {
      const level = ledger[finding.clause]?.level;
      const verdict = verdictAt(level)(finding);
      if (verdict === 'conforms' || (level !== 'must' && level !== 'advice')) return [];
      const exchange = evidence?.exchanges.find(({ id }) => id === finding.exchange);
      const print = fingerprintOf(exchange);
      const { clause, expected, received, note } = finding;
      const signature = signatureOf({ clause, case: each.title, expected, ...print });
      return [
        {
          clause,
          verdict,
          case: each.title,
          caseId,
          file: each.file,
          line: each.line,
          expected,
          received,
          ...(note === undefined ? {} : { note }),
          ...(exchange === undefined ? {} : { exchange }),
          ...print,
          signature,
        },
      ];
    }),
  );
  return uniqueBy(failures, (failure) => `${failure.signature} ${failure.received}`);
}

/** Cases with their ids, in an order that neither workers nor shards change. */
function numbered(cases: Case[]): [id: string, each: Case][] {
  const place = ({ file, line, title }: Case) => `${file}:${String(line).padStart(6, '0')} ${title}`;
  const sorted = cases
    .map((each) => [place(each), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const count = new Map<string, number>();
  return sorted.map(([, each]) => {
    const number = (count.get(each.clause) ?? 0) + 1;
    count.set(each.clause, number);
    return [`${each.clause}/${number}`, each];
  });
}

/** An accepted request of an account shows that refusals are meant. */
function isAccepted({ variable, response }: Exchange): boolean {
  return variable !== null && response !== null && response.status >= 200 && response.status < 300;
}

/** A refused request of nobody's shows that keys are looked at. */
function isRefused({ variable, response }: Exchange): boolean {
  return variable === null && response !== null && response.status >= 400 && response.status < 500;
}

/** Exchanges by id: a shared one stands in the evidence of every case that builds on it. */
export function distinct(exchanges: Exchange[]): Exchange[] {
  return uniqueBy(exchanges, ({ id }) => id);
}

function uniqueBy<T>(items: T[], key: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
}
