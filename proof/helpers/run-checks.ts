import { allChecks } from '../../src/drive/check/all-checks';
import type { Conclusion } from '../../src/drive/check/ask';
import { inOrder, openDriver, type PlannedCheck } from '../../src/drive/driver/driver';
import type { Session } from '../../src/drive/run/session';
import type { Evidence } from '../../src/judge/evidence';
import type { Report } from '../../src/judge/report';
import type { CheckRun } from '../../src/judge/run';
import { openMock } from './open-mock';
import { aReport, aRun } from './reports-runs';

/** What a check came to. */
export interface CheckResult {
  planned: PlannedCheck;
  evidence: Evidence;
  conclusion: Conclusion;
}

/**
 * Runs checks in this process, one after another.
 * @param apart each shows a breach by itself, whichever met it before; else they run as in a run of a user's
 */
export async function runChecks(
  session: Session,
  checks: readonly PlannedCheck[],
  { apart = false, before }: { apart?: boolean; before?: (planned: PlannedCheck) => Promise<void> } = {},
): Promise<CheckResult[]> {
  const plan = checks.map((planned, index) => ({ ...planned, ids: [`${index}`] }));
  const driver = openDriver(session, plan, { apart });
  const results: CheckResult[] = [];
  for (const planned of inOrder(plan)) {
    const [id = ''] = planned.ids;
    await before?.(planned);
    const conclusion = await driver.verdict(id);
    results.push({ planned, conclusion, evidence: driver.evidence(id) as Evidence });
  }
  return results;
}

/** A check as a case of a run: what a report is made of. */
export function checkRunOf({ planned, evidence, conclusion }: CheckResult, index: number): CheckRun {
  const { clause, title, cost } = planned;
  const { failures, skip } = conclusion;
  return {
    clause,
    title,
    file: `${clause.split('.')[0]}.spec.ts`,
    line: index + 1,
    cost,
    attempts: [
      {
        status: failures.length > 0 ? 'failed' : skip !== undefined ? 'skipped' : 'passed',
        errors: failures,
        skipReason: skip ?? null,
        evidence,
        started: index,
        milliseconds: 0,
      },
    ],
  };
}

/**
 * The report of a run of these checks, in this process, on a mock that differs in what is asked.
 * @param checks the clauses whose checks run; all, where none are given
 */
export async function reportOn(asked: Parameters<typeof openMock>[0] = {}, checks = /./): Promise<Report> {
  await using session = await openMock(asked);
  const results = await runChecks(
    session,
    allChecks().filter(({ clause }) => checks.test(clause)),
  );
  return aReport(aRun(results.map(checkRunOf)), {}, [...(asked.known ?? [])]);
}
