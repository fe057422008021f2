import { mkdirSync, readdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { asCode, whenRejected, withError } from '../../mock/answers';
import type { Change } from '../../mock/behaviour';
import type { ClauseVerdict } from '../../src/judge/verdict/verdicts';
import { chargedWhenDone } from '../catalogue/variants/pace';
import { submitted } from '../helpers/ask';
import { type Asked, countingMock, uses } from '../helpers/counting-mock';
import { changedTarget, type Project, mockTarget as target, test } from '../helpers/reports-project';
import { reportOn } from '../run';

// Runs the suite as a user does, each run in its own process and with its own reports.

/** Starts a mock that records its requests, and returns the settings of a run on it. */
async function watched(options: Parameters<typeof countingMock>[0] = {}) {
  const mock = await countingMock(options);
  return { ...mock, env: { BASE_URL: mock.url, API_KEY: mockKeys.API_KEY } };
}

/** The number of requests of the setup, before any check. */
const asksFirst = 1;

const withVerdict = (clauses: Pick<ClauseVerdict, 'id' | 'verdict'>[], verdict: string) =>
  clauses.flatMap((clause) => (clause.verdict === verdict ? [clause.id] : []));

const clausesThat = (suite: Project, verdict: string) => withVerdict(suite.record().result.clauses, verdict);

test('more workers, another order or repetition send hardly more requests and change no verdict', async ({
  suite,
}) => {
  const sentWith = async (...words: string[]) => {
    await using mock = await watched({ defects: ['a job is lost'] });
    const { code } = await suite.run(['test', '--grep', '@(auth|jobs)\\.', ...words], {
      ...mockKeys,
      ...mock.env,
      TARGET: target,
    });
    expect(code).toBe(1);
    return [mock.asked.length, clausesThat(suite, 'violates')] as const;
  };
  const [sent, violated] = await sentWith();
  for (const words of ['--workers=4', '--shuffle', '--repeat-each=2']) {
    const [now, verdicts] = await sentWith(words);
    expect(verdicts, words).toEqual(violated);
    expect(now / sent, words).toBeLessThan(1.1);
  }
});

const unsigned: Record<string, { variant: Change; clause: string }> = {
  'a missing block is rejected with invalid_request': {
    variant: whenRejected(
      'invalid_workflow',
      asCode('invalid_request'),
      ({ connection }) => connection?.reason === 'no-block',
    ),
    clause: 'workflows.reference.no-block-exact',
  },
  'a message names only a position': {
    variant: whenRejected('invalid_workflow', (answer, call) => {
      return withError({ message: `Block ${(call.connection?.position ?? 0) + 1} cannot read that.` })(
        answer,
        call,
      );
    }),
    clause: 'workflows.message.more-than-position',
  },
};
for (const [how, { variant, clause }] of Object.entries(unsigned)) {
  test(`without a verification file, a verified workflow part counts for every check: ${how}`, async () => {
    const asked = { variant, verifiedEarlier: [] };
    const { clauses, outcome } = await reportOn(asked, /^workflows\.(reference|message)\b/);
    expect(withVerdict(clauses, 'blocked')).toEqual([]);
    expect(withVerdict(clauses, 'deviates')).toEqual([clause]);
    expect(outcome.exitCode).toBe(0);
  });
}

test('a run with only an address and a key tests the operations that the contract shows, with depth 1', async ({
  suite,
}) => {
  await using mock = await watched({ delay: 20 });
  const { code, stdout } = await suite.run(['test'], { ...mock.env, DEPTH: '', SEED: '7' });
  expect(code, stdout).toBe(0);
  expect(stdout).toContain('SEED has no effect: every run sends the same probes.\n');
  expect(mock.inFlight.most).toBeLessThanOrEqual(8);
  expect(mock.asked.length).toBeLessThan(200);
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

for (const phrase of ['the nano model is listed and cannot be named']) {
  test(`preconditions use the next model and only one clause fails if ${phrase}`, async () => {
    const asked = { defects: [phrase], verifiedEarlier: [] };
    const { clauses, outcome } = await reportOn(asked, /^(auth|credits|jobs|models|text)\./);
    expect(withVerdict(clauses, 'violates')).toEqual(['models.use.listed']);
    expect(withVerdict(clauses, 'blocked')).toEqual([]);
    expect(outcome.exitCode).toBe(1);
  });
}

test('failing checks repeat no setup, share their AI requests and leave no temporary file', async ({
  suite,
}, testInfo) => {
  const TMPDIR = testInfo.outputPath('temporary');
  mkdirSync(TMPDIR);
  await using mock = await watched({ defects: ['a missing header is called invalid_api_key'] });
  const checks = ['text generation', 'job submission', 'workflow submission', 'jobs/.job_id.'];
  const { code, stdout } = await suite.run(
    ['test', '--grep', `(${checks.join('|')}) rejects a request without the Authorization header`],
    {
      ...mock.env,
      TARGET: target,
      MAX_AI_REQUESTS: '4',
      TMPDIR,
    },
  );
  expect(code).toBe(1);
  const clause = suite.clause('auth.header.required');
  const verdicts = clause?.checks
    .filter(({ verdict }) => verdict !== 'not tested')
    .map(({ verdict }) => verdict);
  expect(verdicts).toEqual(Array(checks.length).fill('violates'));
  // All checks share one text request, one job and one workflow.
  expect(
    uses(mock.asked)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/v1/jobs', '/v1/text', '/v1/workflows']);
  expect(stdout).toContain(
    'Created on the service: 1 text request, 1 job, 1 workflow run, listed in index.html',
  );
  const ids = suite.record().run.created?.map(({ id }) => id?.replace(/[0-9a-f]{32}/, 'n') ?? '');
  expect(ids?.toSorted()).toEqual(['', 'job_n', 'run_n']);
  const lists = mock.asked.filter(
    ({ path, authorization }) => path === '/v1/models' && authorization !== undefined,
  );
  expect(lists).toHaveLength(2);
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('conformance-'))).toEqual([]);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`the requests before a ${signal} are counted as the target received them, and created work is listed`, async ({
    suite,
  }) => {
    await using mock = await watched();
    const env = { ...mockKeys, ...mock.env, TARGET: target, CONCURRENCY: '8' };
    const { code, stdout } = await suite.run(['test'], env, async (child) => {
      await expect.poll(() => uses(mock.asked).length, { timeout: 300_000 }).toBeGreaterThan(6);
      child.kill(signal);
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
    expect(stdout).toContain(
      `Cost: ${cost.requests.toLocaleString('en')} requests, ${cost.aiRequests} AI requests, `,
    );
    expect(stdout).toMatch(/^Created on the service: /m);
  });

/** Submits work of another account. */
async function foreignIds(url: string): Promise<{ FOREIGN_JOB_ID: string; FOREIGN_RUN_ID: string }> {
  const otherKey = `Bearer ${mockKeys.OTHER_API_KEY}`;
  return {
    FOREIGN_JOB_ID: await submitted(url, 'jobs', otherKey),
    FOREIGN_RUN_ID: await submitted(url, 'runs', otherKey),
  };
}

for (const [what, defects, code] of [
  ['not found', [], 0],
  ['found', ['everybody can read a job', 'everybody can read a run'], 1],
] as const) {
  test(`IDs in FOREIGN_JOB_ID and FOREIGN_RUN_ID that are ${what} make the run exit ${code}`, async ({
    suite,
  }) => {
    await using mock = await watched({ defects });
    const env = { ...mock.env, TARGET: target, ...(await foreignIds(mock.url)) };
    const run = await suite.run(['test', '--grep', 'in FOREIGN_'], env);
    expect(clausesThat(suite, code === 0 ? 'conforms' : 'violates')).toEqual(
      expect.arrayContaining(['jobs.lookup.foreign', 'runs.lookup.foreign']),
    );
    expect(run.code).toBe(code);
  });
}

for (const { what, keys } of [
  { what: 'with every account', keys: mockKeys },
  {
    what: 'with an OLD_API_KEY that is accepted',
    keys: { API_KEY: mockKeys.API_KEY, OLD_API_KEY: mockKeys.OTHER_API_KEY },
  },
]) {
  test(`a run ${what} and without @billable and @bursts sends no AI request`, async ({ suite }) => {
    await using mock = await watched();
    const ids = await foreignIds(mock.url);
    mock.asked.length = 0;
    const env = { ...mock.env, ...keys, ...ids, TARGET: target };
    const { stdout } = await suite.run(['test', '--grep-invert', '@billable|@bursts'], env);
    const isAsked = ({ method, path }: Asked) =>
      method === 'POST' && /^\/v1\/(?:text|jobs|workflows)$/.test(path);
    expect(mock.asked.filter(isAsked).map(({ path }) => path)).toEqual([]);
    expect(stdout).toMatch(/^Cost: \d+ requests, 0 AI requests, no credits of API_KEY spent \(/m);
    expect(suite.clause('jobs.lookup.foreign')?.verdict).toBe('conforms');
  });
}

test('a run asks for FOREIGN_JOB_ID only if OTHER_API_KEY is not set', async ({ suite }) => {
  await using mock = await watched();
  const { OTHER_API_KEY } = mockKeys;
  const words = ['test', '--grep', "another account's job with 404 each time|the ID in FOREIGN_JOB_ID"];
  const asked = await suite.run(words, { ...mock.env, TARGET: target });
  const spared = await suite.run(words, { ...mock.env, TARGET: target, OTHER_API_KEY });
  expect(asked.stdout).toMatch(/OTHER_API_KEY or FOREIGN_JOB_ID/);
  expect(spared.stdout).not.toContain('FOREIGN_JOB_ID');
  expect(clausesThat(suite, 'conforms')).toContain('jobs.lookup.foreign');
});

test('a run asks for a longer settlesWithin if a job is charged later', async ({ suite }, testInfo) => {
  await using mock = await watched({ variant: chargedWhenDone.change, workMilliseconds: 3000 });
  const credits = "credits: { at: '/credits/remaining', resolution: 1, settlesWithin: 0.1 }";
  const file = changedTarget(testInfo, credits);
  const words = ['test', '--grep', 'job submission lowers the credits'];
  const { stdout } = await suite.run(words, { ...mock.env, TARGET: file });
  expect(stdout).toContain(
    'Needs a longer credits.settlesWithin in the target file: no charge and no result',
  );
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
