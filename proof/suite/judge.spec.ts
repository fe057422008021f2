import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { whenAccepted, withBody } from '../../mock/answers';
import { type MockOptions, startMock } from '../../mock/server';
import type { Evidence, Exchange, Response } from '../../src/judge/data/evidence';
import type { Attempt, CheckRun } from '../../src/judge/data/run';
import { suiteInfo } from '../../src/judge/data/suite-info';
import { judgedRecord } from '../../src/report/judged-record';
import { recordOf } from '../../src/report/record';
import type { ConformanceRecord } from '../../src/report/record-schema';
import { conformanceHere } from '../helpers/process';
import { mockTarget, test, theSuite } from '../helpers/reports-project';
import { aJudgedCheck, aMismatch, anError, anExchange, aReport, aRun } from '../helpers/reports-runs';
import { expectRejection, judge } from '../helpers/saved-records';

/** Returns an error with an extra field. */
const linked = (code: string) => anError(code, { doc_url: 'https://docs.example/' });
const nobody = {
  actor: 'nobody',
  variable: null,
  status: 401,
  answer: linked('missing_api_key'),
} as const;

/** Returns the check as one that failed in Playwright. */
function red(each: CheckRun, ending: Pick<Evidence, 'reportedUniversal' | 'unmet'>): CheckRun {
  const attempts = each.attempts.map((attempt): Attempt => {
    const evidence = attempt.evidence && { ...attempt.evidence, ...ending };
    return { ...attempt, status: 'failed', evidence };
  });
  return { ...each, attempts };
}

/** Some checks of a run with one violation in every error and another in a lookup. */
const checks = [
  red(aJudgedCheck('auth.header.required', 'a call without the header', nobody), { reportedUniversal: true }),
  aJudgedCheck('credits.read', 'the credits', {}, { kind: 'credits' }),
  red(
    aJudgedCheck('jobs.lookup.unknown', 'an unknown job', {
      operation: 'job',
      path: '/v1/jobs/0b5c',
      status: 422,
      answer: linked('invalid_request'),
    }),
    { unmet: true },
  ),
];
const report = aReport(aRun(checks, { filters: ['auth', 'credits', 'jobs'] }));
const recordJson = JSON.stringify(recordOf(report));

function recordWith(change: (record: ConformanceRecord) => void): ConformanceRecord {
  const record: ConformanceRecord = JSON.parse(recordJson);
  change(record);
  return record;
}

function judged(record: ConformanceRecord = JSON.parse(recordJson)) {
  const { report, notes } = judgedRecord(JSON.parse(JSON.stringify(record)), 'night.json');
  return { ...recordOf(report).result, notes };
}

function eachAnswer(
  { run }: ConformanceRecord,
  change: (response: Response, exchange: Exchange) => Partial<Exchange>,
): void {
  for (const [id, exchange] of Object.entries(run.exchanges)) {
    const { response } = exchange;
    if (response !== null) run.exchanges[id] = { ...exchange, ...change(response, exchange) };
  }
}

test('an accepted faulty connection is a violation if another check shows that it is rejected, in any order and when rejudged', () => {
  const rejection = anError('invalid_workflow', { message: 'bead cannot read atom' });
  const clause = 'workflows.reference.mismatched-kind';
  const far = aJudgedCheck(clause, 'far', { ...aMismatch, id: 'far', status: 202, answer: { run_id: 'r' } });
  const near = aJudgedCheck(clause, 'near', { ...aMismatch, id: 'near', status: 400, answer: rejection });
  // Another rejection shows that the target reads the references.
  const another = anExchange({
    ...aMismatch,
    faulty: { ...aMismatch.faulty, types: 'a.b > c.d' },
    status: 400,
    answer: rejection,
  });
  for (const { evidence } of far.attempts) evidence?.exchanges.push(another);
  const verdictOf = (record: ConformanceRecord['result']) =>
    record.clauses.find(({ id }) => id === clause)?.verdict;
  expect(verdictOf(recordOf(aReport(aRun([far]))).result)).toBe('blocked');
  for (const checks of [
    [far, near],
    [near, far],
  ]) {
    const record = recordOf(aReport(aRun(checks)));
    expect(verdictOf(record.result)).toBe('violates');
    const { notes: _, ...anew } = judged(JSON.parse(JSON.stringify(record)));
    expect(JSON.stringify(anew)).toBe(JSON.stringify(record.result));
  }
});

/** Runs the suite on a separate mock, and rejudges its record. */
async function judgedTwice(
  testInfo: TestInfo,
  options: MockOptions,
  words: string[],
  meanwhile?: (child: ChildProcess) => void,
) {
  await using mock = await startMock(options);
  const project = theSuite(testInfo);
  const settings = { BASE_URL: mock.url, TARGET: mockTarget, ...mockKeys };
  await project.run(['test', ...words], settings, meanwhile);
  const folder = testInfo.outputPath('anew');
  await judge(testInfo, project.read('out/conformance.json'), ['--reports', folder]);
  const anew: ConformanceRecord = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8'));
  return { record: project.record(), anew };
}

const interrupt = (child: ChildProcess) =>
  child.stdout?.on('data', (chunk: Buffer) => {
    if (/^ {2}Credits /m.test(chunk.toString())) child.kill('SIGINT');
  });

for (const [what, defects, words, reason, meanwhile] of [
  [
    'with several defects',
    ['errors carry a link to the documentation', 'an unknown job is a malformed request'],
    ['credits', 'jobs', 'workflows'],
    'jobs.lookup.unknown violates',
  ],
  [
    'with invalid UTF-8',
    ['an error body is written in Latin-1'],
    ['jobs'],
    'errors.body.single-field violates',
  ],
  ['that was interrupted', [], ['credits', 'jobs', 'workflows'], 'the run was interrupted', interrupt],
] as const) {
  test(`a run ${what} is rejudged with the same record, byte for byte`, async ({}, testInfo) => {
    const { record, anew } = await judgedTwice(testInfo, { defects }, [...words], meanwhile);
    expect(record.result.outcome.reasons).toContainEqual(expect.stringContaining(reason));
    expect(JSON.stringify(anew.result)).toBe(JSON.stringify(record.result));
    expect(JSON.stringify(anew.run)).toBe(JSON.stringify(record.run));
  });
}

test('clauses that need a response above 64 KiB are not rejudged', async ({}, testInfo) => {
  const variant = whenAccepted(
    ['models'],
    withBody((body) => ({ ...Object(body), padding: 'x'.repeat(70_000) })),
  );
  const { record, anew } = await judgedTwice(testInfo, { variant }, [
    'auth',
    'models',
    '--grep',
    '/v1/(models|credits)',
  ]);
  const changed = anew.result.clauses.filter(
    (clause, index) => JSON.stringify(clause) !== JSON.stringify(record.result.clauses[index]),
  );
  expect(record.result.outcome.word).toBe('conforms');
  expect(changed.map(({ id }) => id)).toEqual(expect.arrayContaining(['auth.key.valid', 'models.list.ids']));
  for (const { verdict, reason } of changed)
    expect([verdict, reason]).toEqual(['blocked', expect.stringContaining('not rejudged')]);
});

test('rejudging prints the output of the run with its date, and writes its reports', async ({}, testInfo) => {
  const folder = testInfo.outputPath('anew');
  const { code, stdout } = await judge(testInfo, recordJson, ['--reports', folder]);
  expect(code).toBe(1);
  expect(stdout).toContain('Rejudged from the run of 2026-11-02 10:00 UTC');
  expect(stdout).toContain('  Clause    errors.object.fields');
  expect(stdout).toContain('  Clause    jobs.lookup.unknown');
  expect(stdout).toMatch(/^violates \(partial run\): https:\/\/api\.example: .*$/m);
  for (const name of ['index.html', 'conformance.json', 'junit.xml', 'summary.md'])
    expect(existsSync(join(folder, name))).toBe(true);
});

test.describe('rejudging', () => {
  test('ignores stored findings', () => {
    const { notes: _, ...before } = judged();
    const tampered = recordWith(({ result, run }) => {
      for (const clause of result.clauses) {
        clause.verdict = 'conforms';
        clause.failures = [];
        for (const each of clause.checks) each.verdict = 'conforms';
      }
      result.failures = [];
      result.outcome = { ...result.outcome, word: 'conforms', exitCode: 0, reasons: [] };
      run.failures = {};
    });
    const { notes, ...after } = judged(tampered);
    expect(before.outcome.word).toBe('violates');
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    expect(notes).toHaveLength(1);
  });

  test('reports only violations that the responses show, and calls other failed checks cut short', () => {
    const record = recordWith((record) =>
      eachAnswer(record, (response) => {
        const body = response.body.replace(',"doc_url":"https://docs.example/"', '');
        if (response.status !== 422) return { response: { ...response, body } };
        const notFound = body.replace('invalid_request', 'not_found');
        return { response: { ...response, status: 404, body: notFound } };
      }),
    );
    const { outcome, clauses } = judged(record);
    const verdict = (id: string) => clauses.find((clause) => clause.id === id);
    expect(outcome.word).toBe('incomplete');
    expect(verdict('errors.object.fields')?.verdict).toBe('conforms');
    expect(verdict('auth.header.required')?.verdict).toBe('conforms');
    expect(verdict('jobs.lookup.unknown')).toMatchObject({
      verdict: 'blocked',
      reason: expect.stringContaining('cut short by the version that ran it'),
    });
  });

  test('leaves out a response that was cut, and says so', () => {
    const record = recordWith((record) => {
      eachAnswer(record, (response, { operation }) => {
        if (operation !== 'credits') return {};
        return {
          response: { ...response, cut: true },
          universal: { judged: ['service.json'], violations: [] },
        };
      });
      for (const { attempts } of Object.values(record.run.evidence))
        for (const check of attempts.flatMap(({ evidence }) => evidence?.assertions ?? []))
          check.result = { met: true, received: { kind: 'seen', what: 'one' } };
    });
    const { clauses, notes } = judged(record);
    expect(notes).toEqual([
      expect.stringContaining('Rejudged'),
      expect.stringMatching(/^Not rejudged, .* 64 KiB .*: \d+ responses \(GET \/v1\/credits\)$/),
    ]);
    expect(clauses.find(({ id }) => id === 'credits.read')).toMatchObject({
      verdict: 'blocked',
      reason: expect.stringContaining('not rejudged'),
    });
  });

  test('reports if the run used another version, and names its unknown clauses', () => {
    const record = recordWith(({ result }) => {
      result.contract = '0123456789ab';
      for (const clause of result.clauses) if (clause.id === 'credits.read') clause.id = 'credits.shown';
    });
    expect(judged(record).notes.slice(1)).toEqual([
      `The run used another version of the suite: contract 0123456789ab, this version has ${suiteInfo.contract}`,
      'Not in this version, and left out: credits.shown',
    ]);
    expect(judged().notes).toHaveLength(1);
  });
});

test('a record that lost its evidence is rejected in one line with exit 2', async ({}, testInfo) => {
  const told = 'is not the conformance.json of a run';
  expectRejection(await judge(testInfo, recordJson.replace('"evidence"', '"lost"')), told);
});

test('no file, two files and a missing file are rejected with exit 2', async () => {
  for (const [words, told] of [
    [[], "missing required argument 'file'"],
    [['a.json', 'b.json'], 'too many arguments'],
    [['not-there.json'], 'there is no such file'],
  ] as const)
    expectRejection(await conformanceHere('judge', [...words]), told);
});
