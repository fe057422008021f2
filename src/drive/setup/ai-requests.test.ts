import { expect, test } from '@playwright/test';
import { openMock } from '../../../proof/helpers/open-mock';
import { runChecks } from '../../../proof/helpers/run-checks';
import { allChecks } from '../check/all-checks';

const billable = allChecks().filter(({ cost }) => cost !== 'free');
const chapters = [...new Set(billable.map(({ clause }) => clause.split('.')[0] ?? ''))];

// The driver sends no more than the plan of this check allows, so a request that is not counted is not sent.
for (const chapter of chapters)
  test(`each ${chapter} check that may use the AI can run alone within its own plan`, async () => {
    const short: string[] = [];
    for (const planned of billable.filter(({ clause }) => clause.startsWith(`${chapter}.`))) {
      await using session = await openMock();
      const [result] = await runChecks(session, [planned]);
      const { inconclusive, untested = [] } = result?.evidence ?? {};
      const reasons = [inconclusive, ...untested].map((each) => each?.reason.kind);
      if (reasons.includes('over budget')) short.push(planned.title);
    }
    expect(short).toEqual([]);
  });
