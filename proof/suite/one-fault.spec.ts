import { expect } from '@playwright/test';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { mockKeys } from '../../mock/accounts';
import { contract } from '../../spec/contract';
import { everyOperation, operationNames } from '../../spec/operations';
import { rejectedWith } from '../../src/judge/data/expectation';
import type { KnownFailure } from '../../src/judge/faults/known-failures';
import { othersBroken } from '../../src/judge/texts/failure-text';
import { formatList } from '../../src/judge/texts/wording';
import { countingMock, uses } from '../helpers/counting-mock';
import { mockTarget, type Project, test, theSuite } from '../helpers/reports-project';
import { saved } from '../helpers/saved-records';

// A violation fails one check and is reported once, however many checks it affects and whichever are selected.

const clause = 'errors.object.fields';
/** Checks of other clauses, each of which finds the violation. */
const some = [
  '--grep',
  '(models|credits) rejects a request without the Authorization header (?!in any|after)|job_id. rejects an ID of an unusual form with any',
];

const linked = 'errors carry a link to the documentation';
const settings = { TARGET: mockTarget, ...mockKeys };

/** Runs the suite on a mock with these defects. Returns the result and the requests that the mock received. */
async function driveOn(defects: string[], suite: Project, words: string[], env: Record<string, string> = {}) {
  await using mock = await countingMock({ defects });
  const result = await suite.run(['test', ...words], { ...settings, BASE_URL: mock.url, ...env });
  return { ...result, asked: mock.asked };
}

const drive = (suite: Project, words: string[], env: Record<string, string> = {}) =>
  driveOn([linked], suite, words, env);

/** Returns the failures of a run, the verdicts of its checks and the violated clauses. */
function told(suite: Project) {
  const { clauses, failures } = suite.record().result;
  const checks = clauses.flatMap((each) => each.checks.map(({ verdict }) => verdict));
  return {
    failures,
    checks,
    broken: clauses.filter(({ verdict }) => verdict === 'violates').map(({ id }) => id),
  };
}

/** Returns KNOWN_FAILURES with this fault. */
function known(answer: Pick<KnownFailure, 'clause' | 'fault'>) {
  const excuse = { reason: 'being mended', link: 'https://issues.example/7', expires: '2099-12-31' };
  const list = [{ ...answer, ...excuse }];
  return { KNOWN_FAILURES: saved(test.info(), { 'known.json': list })('known.json') };
}

/** Returns the checks of a run as Playwright reports them: status, annotations and first error. */
function checksIn(output: string) {
  const inSuite = ({ specs, suites = [] }: JSONReportSuite): JSONReportSuite['specs'] => [
    ...specs,
    ...suites.flatMap(inSuite),
  ];
  const { suites }: JSONReport = JSON.parse(output);
  return suites.flatMap(inSuite).flatMap(({ tests }) =>
    tests.map(({ results: [result], annotations }) => ({
      status: result?.status,
      violations: annotations
        .filter(({ type }) => type === 'violation')
        .map(({ description }) => description),
      skipped: annotations.find(({ type }) => type === 'skip')?.description ?? '',
      error: result?.errors[0]?.message ?? '',
    })),
  );
}

test.describe('a whole run', () => {
  // In one worker, since the number of requests of the first run is compared with that of others.
  test.describe.configure({ mode: 'default' });
  let requestsWithout = Number.POSITIVE_INFINITY;

  test.beforeAll(async ({}, testInfo) => {
    const suite = theSuite(testInfo, 'without-a-violation');
    const { code, asked } = await driveOn([], suite, []);
    requestsWithout = asked.length;
    // The setup sends the first request, before the run.
    const { requests } = suite.record().run.cost;
    expect({ code, requests }).toEqual({ code: 0, requests: asked.length - 1 });
  });

  test('a violation fails one check of a whole run, and every report shows one failure', async ({
    suite,
  }) => {
    const { code, stdout, stderr, asked } = await drive(suite, ['--reporter=json']);
    expect(code).toBe(1);
    expect(asked.length).toBeLessThanOrEqual(1.1 * requestsWithout);

    const checks = checksIn(stdout);
    const red = checks.filter(({ status }) => status === 'failed');
    expect(red).toHaveLength(1);
    expect(red[0]?.error).toContain(`  Clause    ${clause}, `);
    expect(checks.length).toBeGreaterThan(150);
    for (const { status, violations } of checks) {
      expect(['passed', 'skipped', 'failed']).toContain(status);
      expect(violations).toEqual([
        `${clause}: expected an object with exactly these fields: ${contract.errorFields.join(', ')}, received an extra field "error.doc_url"`,
      ]);
    }

    const { failures, broken } = told(suite);
    expect(broken).toEqual([clause]);
    expect(failures.map((failure) => `${failure.clause} ${failure.verdict}`)).toEqual([
      `${clause} violates`,
      'errors.elsewhere deviates',
    ]);
    const { responses: answers = 0, operations = [] } = failures[0]?.seen ?? {};
    expect(answers).toBeGreaterThan(100);
    expect(operations.toSorted()).toEqual(everyOperation.filter((each) => each !== 'other').toSorted());
    const names = everyOperation.flatMap((each) => (operations.includes(each) ? operationNames[each] : []));
    const seen = `${answers} responses at ${formatList(names)}`;
    expect(stderr).toContain(`  Seen      ${seen}`);
    const [, violation = ''] = stderr.split(/^(?:\d\.|-) .*$/m);
    expect(violation.match(/curl .*$/gm)).toHaveLength(1);
    expect(suite.read('out/junit.xml').match(/<failure /g)).toHaveLength(1);
    expect(suite.read('out/summary.md')).toContain(`Seen: ${seen}`);
    const page = suite.read('out/index.html');
    expect(page.match(/<details class="fault /g)).toHaveLength(2);
    expect(page).toContain(seen);
  });

  test('errors without a code fail one check, which names the clauses that they break', async ({ suite }) => {
    const { code, stdout, stderr, asked } = await driveOn(['the code is null'], suite, ['--reporter=json']);
    expect(code).toBe(1);
    // Here every rejection breaks its own clause, so one member of each family of probes is shrunk.
    expect(asked.length).toBeLessThanOrEqual(1.2 * requestsWithout);
    const checks = checksIn(stdout);
    expect(checks.filter(({ status }) => status === 'failed')).toHaveLength(1);
    const like = checks.filter(({ skipped }) => skipped.startsWith('violates '));
    expect(like.length).toBeGreaterThan(80);
    for (const { skipped } of like)
      expect(skipped).toMatch(/^violates [\w.-]+: expected .*, received .*, as in GET \/v1\//);
    const { checks: verdicts, broken } = told(suite);
    expect(verdicts.filter((verdict) => verdict === 'violates')).toHaveLength(like.length);
    expect(broken).toContain('auth.key.wrong');
    expect(stderr).toMatch(/^violates: .*: 1 fault violates /m);
    expect(stderr).toContain(`  Violates  also auth.header.required, `);
    const [fault] = suite.record().run.faults;
    const { violated } = othersBroken(fault?.clauses ?? []);
    expect(stderr).toContain(` and ${violated.length - 10} more\n`);
    expect(fault?.clauses).toEqual(expect.arrayContaining(broken));
    const junit = suite
      .read('out/junit.xml')
      .replace(/<testsuite name="every response".*?<\/testsuite>/s, '');
    expect(junit.match(/ value="violates"/g)).toHaveLength(like.length);
  });

  test('errors under a success status are one fault, and fail one check', async ({ suite }) => {
    const { code, stdout } = await driveOn(['every error has the status 200'], suite, ['--reporter=json']);
    expect(code).toBe(1);
    const red = checksIn(stdout).filter(({ status }) => status === 'failed');
    expect(red.map(({ error }) => /(?<=^ {2}Clause {4})[\w.-]+/m.exec(error)?.[0])).toEqual([
      'errors.code.status',
    ]);
  });
});

test('the first selected check that finds the violation fails, and --last-failed repeats it', async ({
  suite,
}) => {
  const { code, stdout } = await drive(suite, [...some, '--reporter=json']);
  expect(code).toBe(1);
  expect(checksIn(stdout).map(({ status }) => status)).toEqual(['failed', 'passed', 'passed']);
  expect((await drive(suite, ['--last-failed'])).code).toBe(1);
  expect(told(suite)).toMatchObject({ broken: [clause], checks: ['conforms'], failures: [{ clause }] });
});

test('a lost job breaks no clause about the address of its lookup', async ({ suite }) => {
  const words = ['--grep', "exists under /v1/|job_id. finds the owner's job"];
  const { code } = await driveOn(['a job is lost'], suite, words);
  expect(code).toBe(1);
  expect(told(suite).broken).toEqual(['jobs.lookup.own']);
});

for (const [words, defects, delay, code] of [
  ['-x', ['a job is lost'], 100, 1],
  ['--global-timeout=10000', [], 400, 3],
] as const)
  test(`a run that ends early because of ${words} counts its requests and lists the work it created`, async ({
    suite,
  }) => {
    await using mock = await countingMock({ defects, delay });
    const env = { ...settings, BASE_URL: mock.url };
    const { code: ended, stdout } = await suite.run(['test', words], env);
    expect(ended, stdout).toBe(code);
    // The plan is sent and judged ahead of its tests, however few of them may fail.
    expect(stdout).toMatch(/^ {2}Established: /m);
    const accepted = uses(mock.asked).length;
    const { cost, created } = suite.record().run;
    // The setup sends the first request, before the run.
    expect(cost).toMatchObject({ requests: mock.asked.length - 1, aiRequests: accepted });
    expect(accepted).toBeGreaterThan(0);
    expect(created).toHaveLength(accepted);
    expect(stdout).toMatch(/^Created on the service: \d+ /m);
    const { broken, checks } = told(suite);
    expect(broken.slice(0, 1)).toEqual(code === 1 ? ['jobs.lookup.own'] : []);
    expect(checks).toContain('conforms');
    expect(checks.includes('inconclusive')).toBe(code === 3);
  });

test('a known failure fails no check', async ({ suite }) => {
  const excused = known({
    clause,
    fault: {
      clause,
      expected: { kind: 'rule', rule: 'documented fields' },
      received: { kind: 'seen', what: 'an extra field "error.doc_url"' },
    },
  });
  const { code, stdout, stderr } = await drive(suite, [...some, '--reporter=json'], excused);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^1\. .* \[known failure\]$/m)]);
  expect(checksIn(stdout).map(({ status }) => status)).toEqual(['passed', 'passed', 'passed']);
  expect(told(suite).broken).toEqual([clause]);
});

test('a rejection with another code fails one check, and one entry excuses it', async ({ suite }) => {
  const fault = 'a missing header is called not_found, to show nothing';
  const excused = known({
    clause: 'auth.header.required',
    fault: { expected: rejectedWith(401, 'missing_api_key'), received: { status: 404, code: 'not_found' } },
  });
  const here = ['--grep', 'auth.header.required', '--reporter=json'];

  const { code, stdout } = await driveOn([fault], suite, here);
  expect(code).toBe(1);
  const statuses = checksIn(stdout).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'failed')).toHaveLength(1);
  expect(statuses.filter((status) => status === 'skipped').length).toBeGreaterThan(5);
  expect(new Set(told(suite).checks)).toEqual(new Set(['violates']));

  const again = await driveOn([fault], suite, here, excused);
  expect(again.code).toBe(0);
  expect(new Set(checksIn(again.stdout).map(({ status }) => status))).toEqual(new Set(['skipped']));
});
