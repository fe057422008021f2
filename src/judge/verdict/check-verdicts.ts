import {
  type Context,
  type Evidence,
  type Exchange,
  type Finding,
  mergedObservations,
  type Observations,
  type Unjudged,
  type Untested,
} from '../data/evidence';
import { type Facts, factsOfAll } from '../data/facts';
import { groupedBy, uniqueBy } from '../data/grouped';
import type { Reason } from '../data/reason';
import type { Attempt, CheckRun } from '../data/run';
import { suiteInfo } from '../data/suite-info';
import { judgeEvidence } from './findings';

/** The verdict of each check of a run. */

/** The verdicts. Each outweighs those after it. */
export const worstFirst = [
  'violates',
  'inconclusive',
  'blocked',
  'deviates',
  'conforms',
  'not tested',
  'unspecified',
  'unobservable',
] as const;

export type Verdict = (typeof worstFirst)[number];

export interface Judgement {
  verdict: Verdict;
  reason?: Reason;
  guard?: string;
}

export interface CheckVerdict extends Judgement, CheckRun {
  /** `auth.key.wrong/2`: the second check of its clause among the selected ones. */
  id: string;
  /** What its attempts recorded. */
  evidence: Evidence[];
  /** The findings about its own clause, each once. */
  findings: Finding[];
  /** The exchanges of all attempts. */
  exchanges: Exchange[];
  observations: Observations;
  /** The parts that could not be tested. */
  untested: Untested[];
  /** The errors that Playwright recorded, if the check itself failed. */
  errors: string[];
  milliseconds: number;
}

/** True if another check shows the same by other means, so that nothing is left untested. */
export function isUnneeded({ reason }: Judgement): boolean {
  return reason?.kind === 'absent' && reason.why === 'unneeded';
}

/** The checks with their ids, in an order that does not depend on workers. */
function numbered(checks: CheckRun[]): [id: string, each: CheckRun][] {
  const place = ({ file, line, title }: CheckRun) => `${file}:${String(line).padStart(6, '0')} ${title}`;
  const sorted = checks
    .map((each) => [place(each), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const count = new Map<string, number>();
  return sorted.map(([, each]) => {
    const number = (count.get(each.clause) ?? 0) + 1;
    count.set(each.clause, number);
    return [`${each.clause}/${number}`, each];
  });
}

/** @param context that of the whole run, since a check may have ended earlier */
export function judgeChecks(checks: CheckRun[], context: Context): CheckVerdict[] {
  return numbered(checks).map(([id, each]) => judgeCheck(id, each, context));
}

export function factsIn(checks: CheckRun[]): Facts {
  return factsOfAll([...new Set(evidenceOf(checks).flatMap(({ context }) => context.facts))]);
}

export function evidenceOf(checks: CheckRun[]): Evidence[] {
  return checks.flatMap(({ attempts }) => attempts.flatMap(({ evidence }) => evidence ?? []));
}

function judgeCheck(id: string, each: CheckRun, context: Context): CheckVerdict {
  const level = suiteInfo.ledger[each.clause]?.level;
  const judged = each.attempts.map((attempt) => {
    const { evidence } = attempt;
    const { findings = [], unjudged } = evidence ? judgeEvidence({ ...evidence, context }) : {};
    return { judgement: judgementOf(attempt, level, findings, unjudged), findings };
  });
  const verdict = worstFirst.find((word) => judged.some(({ judgement }) => judgement.verdict === word));
  const judgement: Judgement = judged.find(({ judgement }) => judgement.verdict === verdict)?.judgement ?? {
    verdict: 'inconclusive',
    reason: { kind: 'cut short', by: 'end of the run' },
  };
  const { attempts } = each;
  const evidence = evidenceOf([each]);
  return {
    id,
    ...each,
    ...judgement,
    evidence,
    findings: groupedBy(
      judged.flatMap(({ findings }) => findings),
      (finding) => JSON.stringify({ ...finding, exchanges: [] }),
    ).map((same) => ({ ...same[0], exchanges: same.flatMap(({ exchanges }) => exchanges) })),
    exchanges: distinct(evidence.flatMap(({ exchanges }) => exchanges)),
    observations: mergedObservations(evidence.map(({ observations }) => observations)),
    errors: judgement.reason?.kind === 'broke down' ? attempts.flatMap(({ errors }) => errors) : [],
    untested: uniqueBy(
      evidence.flatMap(({ untested = [] }) => untested),
      (part) => JSON.stringify(part),
    ),
    milliseconds: attempts.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  };
}

function judgementOf(
  { status, evidence, errors, skipReason }: Attempt,
  level: string | undefined,
  findings: Finding[],
  unjudged: Unjudged | undefined,
): Judgement {
  const found = new Set(findings.map(({ verdict }) => verdict));
  if (found.has('violates')) return { verdict: 'violates' };
  if (status === 'timedOut')
    return { verdict: 'inconclusive', reason: { kind: 'cut short', by: 'time limit' } };
  if (status === 'interrupted')
    return { verdict: 'inconclusive', reason: { kind: 'cut short', by: 'interruption' } };
  if (unjudged !== undefined) return unjudged;
  if (status === 'skipped')
    return {
      verdict: 'not tested',
      reason: { kind: 'skipped', words: skipReason ?? 'skipped without a reason' },
    };
  if (level === 'unspecified' && status === 'passed') return { verdict: 'unspecified' };
  // A universal violation fails the first check that sees it, whatever its own clause finds.
  if (status === 'passed' || evidence?.reportedUniversal) {
    if (found.has('deviates')) return { verdict: 'deviates' };
    if (found.has('conforms')) return { verdict: 'conforms' };
    if (level === 'unspecified') return { verdict: 'unspecified' };
  }
  if (status !== 'failed') return { verdict: 'blocked', reason: { kind: 'nothing judged' } };
  const error = errors[0]?.split('\n')[0] ?? 'no error was recorded';
  return { verdict: 'blocked', reason: { kind: 'broke down', error } };
}

/** The exchanges, each once: a shared one is in the evidence of every check that depends on it. */
export function distinct(exchanges: Exchange[]): Exchange[] {
  return uniqueBy(exchanges, ({ id }) => id);
}
