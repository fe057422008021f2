import type { ClauseId } from '../../spec/ledger';
import { answerOf } from './answer';
import { curl } from './curl';
import { doubtIn } from './doubt';
import { answersTo, evaluate } from './evaluate';
import type { Context, Evidence, Exchange, Finding, Inconclusive } from './evidence';
import type { Expectation, Found, Note, Observation } from './expectation';
import { excuses, type KnownFailure } from './known-failures';
import type { Reason } from './reason';
import type { Attempt, Case, Ledger, Run } from './run';
import { type Fingerprint, fingerprintOf, signatureOf, stable } from './signature';
import { judgeExchange, servedIn } from './universal';

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
  reason?: Reason;
}

/** A breach of a must clause, or advice not followed: of one case, or of a clause that holds for every answer. */
export interface Failure extends Fingerprint {
  clause: ClauseId;
  verdict: 'violates' | 'deviates';
  /** Title of the case that saw it first; its own clause may be another. */
  case: string;
  /** Id of that case. */
  caseId: string;
  file: string;
  line: number;
  expected: Expectation;
  received: Observation;
  note?: Note;
  /** The first exchanges that show it, three at most, each another request; of captured traffic all. */
  exchanges: Exchange[];
  /** On how many exchanges it was seen, and of which operations. */
  count: number;
  operations: Exchange['operation'][];
  /** True for a clause that is judged on every answer. */
  universal: boolean;
  /** The entry that excuses it. */
  known?: KnownFailure;
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
  /** The families of probes that it tries, and where. */
  trial?: Evidence['trial'];
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
export function judgeRun(ledger: Ledger, run: Run, entries: readonly KnownFailure[] = []): ClauseVerdict[] {
  const context = contextOf(run);
  const cases = numbered(run.cases).map(([id, each]) => judgeCase(id, each, ledger));
  const exchanges = distinct(cases.flatMap((each) => each.exchanges));
  const silent = judgeSilently(cases, context, ledger, entries);
  const failures = [...cases.flatMap((each) => failuresOf(each, entries)), ...silent.failures];
  const doubt = doubtIn(exchanges);
  return Object.entries(ledger).map(([id, clause]) => {
    if (clause.level === 'unobservable') {
      const reason: Reason = { kind: 'ledger', words: clause.why };
      return { id, level: clause.level, verdict: 'unobservable', reason, cases: [], failures: [], judged: 0 };
    }
    const own = cases.filter((each) => each.clause === id);
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
        : judgeClause([...own, ...seen.map(({ verdict }) => ({ verdict })), ...silently], absence(run, id));
    return { id, level: clause.level, ...judgement, cases: own, failures: seen, judged };
  });
}

/** The worst of several verdicts, with the reasons of those that share it. */
function judgeClause(judgements: Judgement[], absent: Reason): Judgement {
  const verdict = worstFirst.find((word) => judgements.some((each) => each.verdict === word));
  if (verdict === undefined) return { verdict: 'not driven', reason: absent };
  if (verdict === 'violates' || verdict === 'deviates') return { verdict };
  const reasons = (of: Verdict) =>
    judgements.flatMap((each) => (each.verdict === of ? (each.reason ?? []) : []));
  if (verdict !== 'conforms') return { verdict, ...joined(reasons(verdict)) };
  const undriven = judgements.filter((each) => each.verdict === 'not driven').length;
  if (undriven === 0) return { verdict };
  const reason: Reason = {
    kind: 'some cases',
    undriven,
    of: judgements.length,
    reasons: reasons('not driven'),
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
  const errorType = contexts.find((context) => context.errorType !== undefined)?.errorType;
  const words = contexts.find((context) => context.words.length > 0)?.words ?? [];
  const signed = contexts.find((context) => context.signed !== undefined)?.signed;
  const models = contexts[0]?.models;
  // What an earlier edition left does not tell what was served.
  const told = contexts.some(({ served }) => served !== undefined);
  const exchanges = evidenceOf(run.cases).flatMap((each) => each.exchanges);
  return {
    words,
    ...(told && { served: servedIn(distinct(exchanges)) }),
    ...(errorType !== undefined && { errorType }),
    ...(signed && { signed }),
    ...(models !== undefined && { models }),
  };
}

function evidenceOf(cases: Case[]): Evidence[] {
  return cases.flatMap(({ attempts }) => attempts.flatMap(({ evidence }) => evidence ?? []));
}

function judgeCase(id: string, each: Case, ledger: Ledger): CaseVerdict {
  const level = ledger[each.clause]?.level;
  const judged = each.attempts.map((attempt) => judgeAttempt(attempt, level));
  const verdict = worstFirst.find((word) => judged.some(({ judgement }) => judgement.verdict === word));
  const judgement: Judgement = judged.find(({ judgement }) => judgement.verdict === verdict)?.judgement ?? {
    verdict: 'indeterminate',
    reason: { kind: 'cut short', by: 'end of the run' },
  };
  const { clause, title, file, line, cost } = each;
  const trial = evidenceOf([each]).find((evidence) => evidence.trial)?.trial;
  return {
    id,
    clause,
    title,
    file,
    line,
    cost,
    ...judgement,
    findings: joinedBy(
      judged.flatMap(({ findings }) => findings),
      (finding) => JSON.stringify({ ...finding, exchanges: [] }),
      (one, other) => ({ ...one, exchanges: [...one.exchanges, ...other.exchanges] }),
    ),
    exchanges: distinct(evidenceOf([each]).flatMap(({ exchanges }) => exchanges)),
    observations: Object.assign({}, ...evidenceOf([each]).map(({ observations }) => observations)),
    errors: judgement.reason?.kind === 'broke down' ? each.attempts.flatMap(({ errors }) => errors) : [],
    ...(trial && { trial }),
    milliseconds: each.attempts.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  };
}

function judgeAttempt(
  attempt: Attempt,
  level: string | undefined,
): { judgement: Judgement; findings: Finding[] } {
  const { status, evidence } = attempt;
  const { findings, inconclusive } =
    evidence === null ? { findings: [], inconclusive: undefined } : judgeEvidence(evidence, level);
  const found = new Set(findings.map(({ verdict }) => verdict));
  const judgement = ((): Judgement => {
    if (found.has('violates')) return { verdict: 'violates' };
    if (status === 'timedOut')
      return { verdict: 'indeterminate', reason: { kind: 'cut short', by: 'time limit' } };
    if (status === 'interrupted')
      return { verdict: 'indeterminate', reason: { kind: 'cut short', by: 'interruption' } };
    if (inconclusive !== undefined) return inconclusive;
    if (status === 'skipped')
      return {
        verdict: 'not driven',
        reason: { kind: 'skipped', words: attempt.skipReason ?? 'skipped without a reason' },
      };
    if (level === 'open' && status === 'passed') return { verdict: 'open' };
    // A universal breach turns the first case red that meets it, whatever its own clause finds.
    if (status === 'passed' || evidence?.elected || evidence?.unmet) {
      if (found.has('deviates')) return { verdict: 'deviates' };
      if (evidence?.unmet)
        return { verdict: 'blocked', reason: { kind: 'cut short', by: 'another edition' } };
      if (found.has('conforms')) return { verdict: 'conforms' };
      if (level === 'open') return { verdict: 'open' };
    }
    const error = attempt.errors[0]?.split('\n')[0] ?? 'no error was recorded';
    return {
      verdict: 'blocked',
      reason: status === 'failed' ? { kind: 'broke down', error } : { kind: 'nothing judged' },
    };
  })();
  return { judgement, findings };
}

/** What the checks of one case find, and why it judges nothing where it does not. */
export function judgeEvidence(
  evidence: Evidence,
  level: string | undefined,
): { findings: Finding[]; inconclusive?: Inconclusive } {
  const byId = new Map(evidence.exchanges.map((exchange) => [exchange.id, exchange]));
  const answerTo = (id: string) => {
    const exchange = byId.get(id);
    return exchange === undefined ? null : answerOf(exchange);
  };
  const findings: Finding[] = [];
  let inconclusive = evidence.inconclusive;
  for (const check of evidence.checks) {
    const answers = answersTo(check, answerTo);
    const found =
      answers === null
        ? check.found
        : evaluate(check.expectation, answers, evidence.exchanges, evidence.context);
    const instead: Inconclusive | undefined =
      found === undefined ? { verdict: 'blocked', reason: { kind: 'cut answer' } } : found.instead;
    inconclusive ??= instead;
    if (found === undefined || instead !== undefined) continue;
    const claim = found.met ? undefined : claimOf(evidence, byId.get(check.exchanges[0] ?? ''));
    findings.push(findingOf(evidence.clause, level, check.expectation, found, check.exchanges, claim));
  }
  return { findings, ...(inconclusive !== undefined && { inconclusive }) };
}

/** All that one case found: about its own clause, and about those that hold for every answer it met. */
export function findingsOf(evidence: Evidence, ledger: Ledger): ReturnType<typeof judgeEvidence> {
  const own = judgeEvidence(evidence, ledger[evidence.clause]?.level);
  const silent = evidence.exchanges.flatMap((exchange) =>
    judgeExchange(exchange, evidence.context).breaches.map(({ clause, expected, received }) =>
      findingOf(clause, ledger[clause]?.level, expected, { met: false, received }, [exchange.id]),
    ),
  );
  return { ...own, findings: [...own.findings, ...silent] };
}

/** A level belongs to a clause, so its breach is worth what the level says. */
export function findingOf(
  clause: ClauseId,
  level: string | undefined,
  expected: Expectation,
  { met, received, note }: Pick<Found, 'met' | 'received' | 'note'>,
  exchanges: string[],
  claim?: Note,
): Finding {
  const verdict = met ? 'conforms' : level === 'must' ? 'violates' : 'deviates';
  const remark = note ?? claim;
  return { clause, verdict, expected, received, ...(remark !== undefined && { note: remark }), exchanges };
}

/** A variable is a claim about an account, or about an id, and the claim may be what is wrong. */
export function claimOf(
  { claims }: Pick<Evidence, 'claims'>,
  exchange: Exchange | undefined,
): Note | undefined {
  const variable = claims ?? exchange?.variable ?? null;
  return variable === null || variable === 'API_KEY' ? undefined : { kind: 'claim', variable };
}

function failuresOf(each: CaseVerdict, entries: readonly KnownFailure[]): Failure[] {
  const failures = each.findings.flatMap((finding): Failure[] => {
    const { clause, verdict, expected, received, note } = finding;
    if (verdict === 'conforms' || each.verdict === 'open') return [];
    const exchanges = finding.exchanges.flatMap(
      (id) => each.exchanges.find((exchange) => exchange.id === id) ?? [],
    );
    const print = fingerprintOf(exchanges[0]);
    const known = entries.find((entry) => excuses(entry, { clause, case: each.title, ...print }));
    return [
      {
        ...placeOf(each, exchanges[0]),
        ...{ clause, verdict, expected, received, ...(note && { note }), ...print, universal: false },
        ...{ exchanges: told(expected, exchanges), operations: operationsOf(exchanges) },
        count: metered.has(expected.kind) ? 1 : exchanges.length,
        ...(known && { known }),
        signature: signatureOf({ clause, expected, case: each.title, probe: exchanges[0]?.probe, ...print }),
      },
    ];
  });
  return uniqueBy(failures, ({ signature, received }) => `${signature} ${JSON.stringify(received)}`);
}

/** Breaches of the clauses that hold for every answer: one failure for each, however many exchanges show it. */
function judgeSilently(
  cases: CaseVerdict[],
  context: Context,
  ledger: Ledger,
  entries: readonly KnownFailure[],
): { judged: Map<string, number>; failures: Failure[] } {
  const judged = new Map<string, number>();
  const failures = new Map<string, Failure>();
  const seen = new Set<string>();
  for (const each of cases) {
    for (const exchange of each.exchanges) {
      if (seen.has(exchange.id)) continue;
      seen.add(exchange.id);
      const { judged: clauses, breaches } = judgeExchange(exchange, context);
      for (const id of clauses) judged.set(id, (judged.get(id) ?? 0) + 1);
      for (const { clause, expected, received } of breaches) {
        const level = ledger[clause]?.level;
        if (level !== 'must' && level !== 'advice') continue;
        const print = fingerprintOf(exchange);
        const known = entries.find((entry) => excuses(entry, { clause, ...print }));
        const key = JSON.stringify([clause, stable(expected), known]);
        const failure = failures.get(key) ?? {
          ...placeOf(each, exchange),
          ...{
            clause,
            verdict: level === 'must' ? ('violates' as const) : ('deviates' as const),
            expected,
            received,
          },
          ...{ ...print, exchanges: [], count: 0, operations: [], universal: true, ...(known && { known }) },
          signature: signatureOf({ clause, expected }),
        };
        failures.set(key, failure);
        failure.count++;
        if (exchange.entry || isNews(exchange, failure.exchanges)) failure.exchanges.push(exchange);
        if (!failure.operations.includes(exchange.operation)) failure.operations.push(exchange.operation);
      }
    }
  }
  return { judged, failures: [...failures.values()] };
}

function placeOf(
  { title, id, file, line }: CaseVerdict,
  exchange: Exchange | undefined,
): Pick<Failure, 'case' | 'caseId' | 'file' | 'line'> {
  return { case: title, caseId: id, file, line: exchange?.entry?.index ?? line };
}

/**
 * The exchanges by which a failure is told: three; of credits all that were measured together, a comparison's first
 * pair; of captured traffic every one, since nobody can repeat it.
 */
function told({ kind }: Expectation, exchanges: Exchange[]): Exchange[] {
  if (kind === 'charged' || kind === 'uncharged') return exchanges;
  const most = kind === 'cheaper' ? 6 : mostTold;
  return exchanges.filter(({ entry }, index) => entry !== undefined || index < most);
}

/** What is found in the credits before and after a request is seen once, on all of them. */
const metered: ReadonlySet<Expectation['kind']> = new Set(['charged', 'cheaper', 'uncharged']);

const mostTold = 3;

/** There is room for it, and none of those that are told repeats the same request. */
function isNews(exchange: Exchange, told: Exchange[]): boolean {
  return told.length < mostTold && told.every((other) => curl(other) !== curl(exchange));
}

function operationsOf(exchanges: Exchange[]): Exchange['operation'][] {
  return [...new Set(exchanges.map(({ operation }) => operation))];
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

/** Exchanges by id: a shared one stands in the evidence of every case that builds on it. */
export function distinct(exchanges: Exchange[]): Exchange[] {
  return uniqueBy(exchanges, ({ id }) => id);
}

/** Items of one key as one, in the place of the first. */
function joinedBy<T>(items: T[], key: (item: T) => string, join: (one: T, other: T) => T): T[] {
  const joined = new Map<string, T>();
  for (const item of items) {
    const first = joined.get(key(item));
    joined.set(key(item), first === undefined ? item : join(first, item));
  }
  return [...joined.values()];
}

function uniqueBy<T>(items: T[], key: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
}
