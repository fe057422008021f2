import type { Context, Finding, Unjudged } from '../data/evidence';
import { groupedBy } from '../data/grouped';
import type { Reason } from '../data/reason';
import type { CheckRun } from '../data/run';
import { suiteInfo } from '../data/suite-info';
import { judgeEvidence } from './findings';

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
  /** The findings about its own clause, each once. */
  findings: Finding[];
}

/** True if another check shows the same by other means, so that nothing is left untested. */
export function isUnneeded({ reason }: Judgement): boolean {
  return reason?.kind === 'absent' && reason.why === 'unneeded';
}

/** True if the run ended before the check did. */
export function isCutShort({ reason }: Judgement): boolean {
  return reason?.kind === 'cut short';
}

/** The verdict of each check of a run, by all that the run learnt. */
export function judgeChecks(checks: readonly CheckRun[], context: Context): CheckVerdict[] {
  const numbers = new Map<string, number>();
  return checks.map((each) => {
    const number = (numbers.get(each.clause) ?? 0) + 1;
    numbers.set(each.clause, number);
    const { findings, unjudged } = judgeEvidence(each, context);
    const same = groupedBy(findings, (finding) => JSON.stringify({ ...finding, exchanges: [] }));
    return {
      ...each,
      id: `${each.clause}/${number}`,
      ...judgementOf(each, findings, unjudged),
      findings: same.map((some) => ({ ...some[0], exchanges: some.flatMap(({ exchanges }) => exchanges) })),
    };
  });
}

function judgementOf(
  { clause, observations }: CheckRun,
  findings: readonly Finding[],
  unjudged: Unjudged | undefined,
): Judgement {
  const found = new Set(findings.map(({ verdict }) => verdict));
  if (found.has('violates')) return { verdict: 'violates' };
  if (unjudged !== undefined) return unjudged;
  if (found.has('deviates')) return { verdict: 'deviates' };
  if (found.has('conforms')) return { verdict: 'conforms' };
  if (suiteInfo.ledger[clause]?.level === 'unspecified' && Object.keys(observations).length > 0)
    return { verdict: 'unspecified' };
  return { verdict: 'blocked', reason: { kind: 'nothing judged' } };
}
