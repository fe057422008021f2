import { allChecks } from '../../src/drive/check/all-checks';
import type { Conclusion } from '../../src/drive/check/fetch-verdict';
import { inOrder, openDriver, type PlannedCheck } from '../../src/drive/driver/driver';
import type { Session } from '../../src/drive/run/session';
import type { Evidence } from '../../src/judge/data/evidence';
import type { CheckRun } from '../../src/judge/data/run';
import type { Report } from '../../src/judge/verdict/report';
import { openMock } from './open-mock';
import { aReport, aRun } from './reports-runs';

/** The result of a check. */
export interface CheckResult {
  planned: PlannedCheck;
  evidence: Evidence;
  conclusion: Conclusion;
}

/**
 * Runs checks in this process, one after another.
 * @param apart every check reports a violation, even if an earlier one reported it; otherwise as in a user's run
 */
export async function runChecks(
  session: Session,
  checks: readonly PlannedCheck[],
  { apart = false, before }: { apart?: boolean; before?: (planned: PlannedCheck) => Promise<void> } = {},
): Promise<CheckResult[]> {
  const plan = checks.map((planned, index) => ({ ...planned, ids: [`${index}`] }));
  const whole = apart ? null : openDriver(session, plan);
  const results: CheckResult[] = [];
  for (const planned of inOrder(plan)) {
    await before?.(planned);
    const driver = whole ?? openDriver(session, [planned]);
    const [id = ''] = planned.ids;
    const conclusion = await driver.verdict(id);
    results.push({ planned, conclusion, evidence: driver.evidence(id) as Evidence });
  }
  return results;
}

/** Turns the result of a check into the form that reports are made from. */
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
 * Runs checks in this process on a mock with these options and returns the report.
 * @param checks selects the clauses whose checks run; all by default
 */
export async function reportOn(asked: Parameters<typeof openMock>[0] = {}, checks = /./): Promise<Report> {
  await using session = await openMock(asked);
  const results = await runChecks(
    session,
    allChecks().filter(({ clause }) => checks.test(clause)),
  );
  return aReport(aRun(results.map(checkRunOf)), {}, [...(asked.known ?? [])]);
}
