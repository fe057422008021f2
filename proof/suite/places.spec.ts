import { expect, type TestInfo } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { changedTarget, mockTarget, type Project, test } from '../helpers/reports-project';

// A user's view of a check with several places, one of which cannot be tested.

/** Returns a target file in which text requests return the job, without a separate submission. */
const givesTheJob = (testInfo: TestInfo) =>
  changedTarget(
    testInfo,
    "text: right.job.submit, job: { id: '/job_id', state: '/state', result: '/result' }",
  );

const spaces = 'the database pads names of models with spaces';

for (const depth of ['1', '3']) {
  test(`an accepted model name with trailing spaces is reported at depth ${depth} if text requests return the job`, async ({
    suite,
  }, testInfo) => {
    await using mock = await startMock({ defects: [spaces] });
    const { code } = await suite.run(['test', '--grep', '@models.use.unlisted'], {
      BASE_URL: mock.url,
      API_KEY: mockKeys.API_KEY,
      TARGET: givesTheJob(testInfo),
      DEPTH: depth,
    });
    expect([code, suite.clause('models.use.unlisted')?.verdict]).toEqual([1, 'violates']);
  });
}

test('a place that cannot be tested is listed, and the other places are judged', async ({
  suite,
}, testInfo) => {
  await using mock = await startMock();
  const odd = 'rejects a malformed model name|two mistakes';
  const { code, stdout } = await suite.run(['test', '--grep', odd], {
    BASE_URL: mock.url,
    API_KEY: mockKeys.API_KEY,
    TARGET: givesTheJob(testInfo),
    DEPTH: '3',
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^ {2}Needs a submission of jobs apart from text requests: 1 clause in part \(models\.use\.unlisted\)$/m,
  );
  const [names] = suite.clause('models.use.unlisted')?.checks ?? [];
  expect(names).toMatchObject({
    verdict: 'conforms',
    untested: [
      { place: 'job submission', verdict: 'not tested' },
      { place: 'job submission with messages', verdict: 'not tested' },
    ],
  });
  const conditions = suite.clause('unspecified.errors.precedence')?.checks[0];
  expect(conditions?.verdict).toBe('unspecified');
  expect(conditions?.untested).toHaveLength(1);
});

/** Returns the requests of a run that no check judged, recorded or used as a precondition. */
function unjudged(suite: Project): string[] {
  const { exchanges, judges = {} } = suite.record().run;
  return Object.values(exchanges)
    .filter(({ id }) => Object.keys(judges[id] ?? {}).length === 0)
    .map(({ actor, operation, request }) => `${operation} by ${actor}: ${request.method} ${request.url}`);
}

for (const [server, depth, defects, target] of [
  ['the mock', '1', [], () => mockTarget],
  ['the mock', '3', [], () => mockTarget],
  ['a server whose text requests return the job', '1', [], givesTheJob],
  ['a server whose text requests return the job', '3', [], givesTheJob],
  ['a server with a breach', '1', ['only the first 8 characters of a model are compared'], givesTheJob],
] as const) {
  test(`every request to ${server} is used by a check at depth ${depth}`, async ({ suite }, testInfo) => {
    await using mock = await startMock({ defects });
    const { code } = await suite.run(['test'], {
      BASE_URL: mock.url,
      ...mockKeys,
      TARGET: target(testInfo),
      RATE_LIMIT_BURST: '24',
      DEPTH: depth,
    });
    expect(code).toBe(defects.length > 0 ? 1 : 0);
    expect(unjudged(suite)).toEqual([]);
    expect(Object.values(suite.record().run.judges ?? {}).filter(({ undecided }) => undecided)).toEqual([]);
  });
}
