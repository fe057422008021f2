import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { type Asked, countingMock, uses } from '../helpers/counting-mock';
import { type Project, mockTarget as target, test } from '../helpers/reports-project';

// Runs the suite as a user does, each run in its own process and with its own reports.

/** Starts a mock that records its requests, and returns the settings of a run on it. */
async function watched(options: Parameters<typeof countingMock>[0] = {}) {
  const mock = await countingMock(options);
  return { ...mock, env: { BASE_URL: mock.url, API_KEY: mockKeys.API_KEY } };
}

/** The number of requests of the setup, before any check. */
const asksFirst = 1;

const clausesThat = (suite: Project, verdict: string) =>
  suite.record().result.clauses.flatMap((clause) => (clause.verdict === verdict ? [clause.id] : []));

test('a run with only an address and a key tests the operations that the contract shows, with depth 1', async ({
  suite,
}) => {
  await using mock = await watched({ delay: 20 });
  const { code, stdout } = await suite.run(['test'], { ...mock.env, DEPTH: '' });
  expect(code, stdout).toBe(0);
  expect(mock.inFlight.most).toBeLessThanOrEqual(8);
  expect(mock.asked.length).toBeLessThan(300);
  expect(uses(mock.asked)).toEqual([]);
  const known = /^\/v1\/(?:models|credits|jobs\/[^/]+)$/;
  // An unspecified clause observes the response to an unknown route and to the lookup of a job without an ID.
  expect(mock.asked.filter(({ path }) => !known.test(path))).toEqual([
    expect.objectContaining({ method: 'GET', status: 404 }),
    expect.objectContaining({ method: 'GET', path: '/v1/jobs/', status: 404 }),
  ]);
  expect(clausesThat(suite, 'conforms')).toEqual(
    expect.arrayContaining(['auth.header.required', 'credits.read', 'jobs.lookup.odd', 'models.list.ids']),
  );
  expect(clausesThat(suite, 'blocked')).toEqual([]);
  const [describe = ''] = stdout.match(/^ {2}Describe .* in the target file .*$/m) ?? [];
  for (const part of ['text', 'job', 'workflow', 'run']) expect(describe).toContain(`\`${part}\``);
  expect(stdout).toMatch(/^ {2}Set OTHER_API_KEY/m);
  const [, tested, all, byFile, byAccount] =
    /^(\d+) of (\d+) must clauses can be tested with these settings: `npm run conformance -- init` adds (\d+), and with further accounts (\d+) more\.$/m.exec(
      stdout,
    ) ?? [];
  expect(Number(tested) + Number(byFile) + Number(byAccount)).toBe(Number(all));
  expect(stdout).toContain(`: ${tested} of ${all} must clauses conform.`);
});

test(`the requests before a SIGTERM are counted as the target received them, and created work is listed`, async ({
  suite,
}) => {
  await using mock = await watched();
  const env = { ...mockKeys, ...mock.env, TARGET: target, CONCURRENCY: '8' };
  const { code, stdout } = await suite.run(['test'], env, async (child) => {
    await expect.poll(() => uses(mock.asked).length, { timeout: 300_000 }).toBeGreaterThan(6);
    child.kill('SIGTERM');
  });
  expect(code).toBe(3);
  const { cost, created: left = [] } = suite.record().run;
  // The setup sends the first requests, and the run may not receive the responses to requests in flight.
  const received = mock.asked.length - asksFirst;
  expect(cost.requests).toBeLessThanOrEqual(received);
  expect(cost.requests).toBeGreaterThan(received - 9);
  const spent = uses(mock.asked).length;
  expect(cost.aiRequests).toBeLessThanOrEqual(spent);
  expect(cost.aiRequests).toBeGreaterThan(spent - 3);
  expect(left).toHaveLength(cost.aiRequests);
  expect(cost.credits?.after).toBeLessThan(cost.credits?.before ?? 0);
  // Those of checks that did not end are counted, too.
  expect(stdout).toContain(`\nCost: ${cost.requests} requests, ${cost.aiRequests} AI requests`);
  expect(stdout).toMatch(/^Created on the service: /m);
});

/** Submits work of another account. */
async function foreignIds(url: string): Promise<{ FOREIGN_JOB_ID: string; FOREIGN_RUN_ID: string }> {
  const submit = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${mockKeys.OTHER_API_KEY}` };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return String(Object.values((await response.json()) as object)[0]);
  };
  const blocks = [{ name: 'one', type: 'write', inputs: { prompt: 'Hello' } }];
  return {
    FOREIGN_JOB_ID: await submit('/v1/jobs', { model: 'acme-text-nano', prompt: 'Hello' }),
    FOREIGN_RUN_ID: await submit('/v1/workflows', { blocks }),
  };
}

test('IDs in FOREIGN_JOB_ID and FOREIGN_RUN_ID that are found make the run exit 1', async ({ suite }) => {
  await using mock = await watched({ defects: ['everybody can read a job', 'everybody can read a run'] });
  const env = { ...mock.env, TARGET: target, ...(await foreignIds(mock.url)) };
  const { code } = await suite.run(['test', '--grep', 'in FOREIGN_'], env);
  expect(clausesThat(suite, 'violates')).toEqual(
    expect.arrayContaining(['jobs.lookup.foreign', 'runs.lookup.foreign']),
  );
  expect(code).toBe(1);
});

test('a run without @billable and @bursts sends no AI request', async ({ suite }) => {
  await using mock = await watched();
  const ids = await foreignIds(mock.url);
  mock.asked.length = 0;
  const env = { ...mock.env, ...mockKeys, ...ids, TARGET: target };
  const { stdout } = await suite.run(['test', '--grep-invert', '@billable|@bursts'], env);
  const isAsked = ({ method, path }: Asked) =>
    method === 'POST' && /^\/v1\/(?:text|jobs|workflows)$/.test(path);
  expect(mock.asked.filter(isAsked).map(({ path }) => path)).toEqual([]);
  expect(stdout).toMatch(/^Cost: \d+ requests, 0 AI requests, no credits of API_KEY spent/m);
  expect(suite.clause('jobs.lookup.foreign')?.verdict).toBe('conforms');
});

test('a run with MAX_AI_REQUESTS=3 and CONCURRENCY=1 sends three AI requests and one request at a time', async ({
  suite,
}) => {
  await using mock = await watched();
  const env = { ...mock.env, TARGET: target, MAX_AI_REQUESTS: '3', CONCURRENCY: '1' };
  const { code, stdout } = await suite.run(['test', '--grep', '@billable'], env);
  expect(code).toBe(0);
  expect(uses(mock.asked)).toHaveLength(3);
  expect(mock.inFlight.most).toBe(1);
  expect(stdout).toMatch(/^ {2}Raise MAX_AI_REQUESTS above 3: \d+ must clauses/m);
});
