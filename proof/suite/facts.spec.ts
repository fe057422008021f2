import { expect } from '@playwright/test';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import type { ConformanceRecord } from '../../src/report/record-schema';
import { mockTarget, test } from '../helpers/reports-project';
import { judge } from '../helpers/saved-records';

// Facts that a run learns are available wherever it is judged, even if a worker of Playwright ends.

const WORKERS = 2;

/** Returns the numbers of the workers that ran a test. A replacement of a worker has a new number. */
function workersIn({ suites = [], specs = [] }: Partial<JSONReportSuite>): number[] {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return [...own.map(({ workerIndex }) => workerIndex), ...suites.flatMap(workersIn)];
}

/** Returns the verdict and the facts of a record about the lookups of another account's job. */
function foreignIn({ result, run }: ConformanceRecord) {
  const clause = result.clauses.find(({ id }) => id === 'jobs.lookup.foreign');
  return { clause, accounts: run.context.facts?.accounts, exitCode: result.outcome.exitCode };
}

test('an OTHER_API_KEY of the same account blocks the lookups of a foreign job, even after a worker ends', async ({
  suite,
}, testInfo) => {
  // The old key still belongs to the account of API_KEY.
  const variant = { auth: { active: () => true } };
  await using mock = await startMock({ variant, defects: ['an unknown job is a malformed request'] });
  const { API_KEY, OLD_API_KEY: OTHER_API_KEY } = mockKeys;
  const settings = { BASE_URL: mock.url, TARGET: mockTarget, API_KEY, OTHER_API_KEY };
  const words = ['test', 'jobs-and-runs', `--workers=${WORKERS}`, '--reporter=line,json'];
  const report = 'json.json';
  const { code, stdout, stderr } = await suite.run(words, {
    ...settings,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  expect(code).toBe(1);
  const { suites }: JSONReport = JSON.parse(suite.read(report));
  expect(Math.max(...suites.flatMap(workersIn))).toBeGreaterThanOrEqual(WORKERS);

  const found = foreignIn(suite.record());
  expect(found.accounts).toEqual({ OTHER_API_KEY: { ofOwner: true } });
  expect(found.clause).toMatchObject({
    verdict: 'blocked',
    reason: expect.stringContaining(
      'OTHER_API_KEY is not the key of a second account: it is the account of API_KEY',
    ),
  });
  const accepted = found.clause?.checks.filter(
    ({ verdict }) => !['not tested', 'conforms'].includes(verdict),
  );
  expect(accepted?.length).toBeGreaterThan(1);
  for (const each of accepted ?? [])
    expect(each).toMatchObject({ verdict: 'blocked', guard: 'keys of one account' });

  const folder = testInfo.outputPath('anew');
  const anew = await judge(testInfo, suite.read('out/conformance.json'), ['--reports', folder]);
  expect(anew.code).toBe(1);
  const record = JSON.parse(suite.read('../anew/conformance.json'));
  expect(JSON.stringify(foreignIn(record))).toBe(JSON.stringify(found));
  for (const terminal of [stdout + stderr, anew.stdout + anew.stderr]) {
    expect(terminal).toMatch(/^ {2}Clause +jobs\.lookup\.unknown/m);
    expect(terminal).not.toMatch(/^ {2}(?:Clause|Violates) .*jobs\.lookup\.foreign/m);
    expect(terminal).toContain(
      'OTHER_API_KEY is not the key of a second account: it is the account of API_KEY',
    );
  }
});
