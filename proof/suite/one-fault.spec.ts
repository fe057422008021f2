import { expect } from '@playwright/test';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { everyOperation, operationNames } from '../../spec/operations';
import { formatList } from '../../src/judge/texts/wording';
import { mockTarget, test } from '../helpers/reports-project';

// A violation fails one check and is reported once, however many checks it affects and whichever are selected.

const clause = 'errors.object.fields';

/** Returns the checks of a run as Playwright reports them: status and first error. */
function checksIn(output: string) {
  const inSuite = ({ specs, suites = [] }: JSONReportSuite): JSONReportSuite['specs'] => [
    ...specs,
    ...suites.flatMap(inSuite),
  ];
  const { suites }: JSONReport = JSON.parse(output);
  return suites.flatMap(inSuite).flatMap(({ tests }) =>
    tests.map(({ results: [result] }) => ({
      status: result?.status,
      error: result?.errors[0]?.message ?? '',
    })),
  );
}

test('a violation fails one check of a whole run, and every report shows one failure', async ({ suite }) => {
  await using mock = await startMock({ defects: ['errors carry a link to the documentation'] });
  const env = { TARGET: mockTarget, ...mockKeys, BASE_URL: mock.url };
  const { code, stdout, stderr } = await suite.run(['test', '--reporter=json'], env);
  expect(code).toBe(1);

  const checks = checksIn(stdout);
  const red = checks.filter(({ status }) => status === 'failed');
  expect(red).toHaveLength(1);
  expect(red[0]?.error).toContain(`  Clause    ${clause}, `);
  expect(checks.length).toBeGreaterThan(150);
  for (const { status } of checks) expect(['passed', 'skipped', 'failed']).toContain(status);

  const { result, run } = suite.record();
  const faults = run.faults.filter(({ verdict }) => verdict === 'violates');
  const broken = result.clauses.filter(({ verdict }) => verdict === 'violates');
  expect(broken.map(({ id }) => id)).toEqual([clause]);
  expect(faults).toHaveLength(1);
  const { responses: answers = 0, operations = [] } = faults[0] ?? {};
  expect(answers).toBeGreaterThan(100);
  expect(operations.toSorted()).toEqual(everyOperation.filter((each) => each !== 'other').toSorted());
  const names = everyOperation.flatMap((each) => (operations.includes(each) ? operationNames[each] : []));
  const seen = `${answers} responses at ${formatList(names)}`;
  expect(stderr).toContain(`  Seen      ${seen}`);
  const [, violation = ''] = stderr.split(/^(?:\d\.|-) .*$/m);
  expect(violation.match(/curl .*$/gm)).toHaveLength(1);
  expect(suite.read('out/junit.xml').match(/<failure /g)).toHaveLength(1);
  expect(suite.read('out/junit.xml')).not.toContain('<error ');
  expect(suite.read('out/summary.md')).toContain(`Seen: ${seen}`);
  expect(suite.read('out/index.html')).toContain(seen);

  const { outcome } = result;
  expect(outcome).toMatchObject({ word: 'violates', exitCode: 1 });
  expect(stderr).toContain(`violates: ${mock.url}: ${outcome.sentence}`);
  expect(suite.read('out/index.html')).toContain(`<h1>${outcome.sentence}</h1>`);
  expect(suite.read('out/summary.md')).toMatch(/^## Violates: .* violates? /);
  const [beginning = ''] = run.faults[0]?.sentence.split('`') ?? [];
  expect(beginning).toContain('GET /v1/models sends');
  for (const name of ['summary.md', 'junit.xml', 'known-failures.yaml'])
    expect(suite.read(`out/${name}`)).toContain(beginning);
  expect(stderr.trimEnd()).toMatch(/Page: out\/index\.html\n.*known-failures\.yaml .*\nExit code: 1 \(.*\)$/);
});
