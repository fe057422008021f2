import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import type { Part } from '../../src/init/question';
import { init } from '../helpers/process';

type Init = (...words: string[]) => ReturnType<typeof init>;

/** Runs `npm run init` in an empty folder outside this project. */
const test = base.extend<{ folder: string; init: Init }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'init-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  init: async ({ folder }, use) => use((...words) => init(words, { API_KEY: mockKeys.API_KEY }, folder)),
});

const address = ['--base-url', 'https://a.example', '--yes', '--no-doctor'];
const commands = [
  `curl https://a.example/v1/text -d '{"prompt": "Hello"}'\n{"text": "Hello"}`,
  `curl https://a.example/v1/jobs -d '{"prompt": "Hello"}'\n{"job_id": "job_1"}`,
];

const sources: Record<string, (folder: string) => string[]> = {
  nothing: () => [],
  '--openapi': () => ['--openapi', join(__dirname, '../inputs/services/bare.yaml')],
  '--curl': (folder) => {
    writeFileSync(join(folder, 'commands.txt'), commands.join('\n'));
    return ['--curl', 'commands.txt'];
  },
};

const steps = [
  { id: 'a', action: 'write', with: { prompt: 'Hi' } },
  { id: 'b', action: 'write', with: { prompt: '{{a.text}}' } },
];

/** For each flag, a value and the text that the target file must contain for it. */
const values: Record<Exclude<Part, 'parameter'>, [given: string, written: string]> = {
  header: ['X-Marked: demo', "'X-Marked': 'demo'"],
  text: ['PUT /v1/marked', '/v1/marked'],
  'text-body': ['{"in_text": {"prompt": "Hi"}}', 'in_text: fields'],
  job: ['PUT /v1/marked', '/v1/marked'],
  'job-body': ['{"in_job": {"prompt": "Hi"}}', 'in_job: fields'],
  'job-id': ['/job_marked', '/job_marked'],
  'job-state': ['/state_marked', '/state_marked'],
  'job-result': ['/result_marked', '/result_marked'],
  workflow: ['PUT /v1/flows_marked', '/v1/flows_marked'],
  'workflow-body': [JSON.stringify({ in_flow: steps }), 'in_flow: blocks.map(asBlock)'],
  block: ['marked: prompt=text -> text=text', "name: 'marked'"],
  'run-id': ['/run_marked', '/run_marked'],
  run: ['GET /v1/runs_marked/{id}', '/v1/runs_marked'],
  credits: ['/credits_marked', '/credits_marked'],
  models: ['/models_marked', '/models_marked'],
};

/** Returns the target file that these arguments produce, or the error message if none is written. */
async function written(folder: string, init: Init, words: string[]): Promise<string> {
  const { code, stderr } = await init(...address, ...words);
  const file = join(folder, 'target.ts');
  const isThere = existsSync(file);
  expect({ code, isThere }).toEqual(isThere ? { code: 0, isThere } : { code: 2, isThere });
  return isThere ? readFileSync(file, 'utf8') : stderr;
}

/** The flags that have no effect without the request to which they belong. */
const belonging: (keyof typeof values)[] = [
  ...(['text-body', 'job-body', 'job-id', 'job-state', 'job-result'] as const),
  ...(['workflow-body', 'block', 'run-id', 'run'] as const),
];

const wordsOf = (given: (keyof typeof values)[]) => given.flatMap((part) => [`--${part}`, values[part][0]]);

for (const [source, shown] of Object.entries(sources)) {
  test(`the target file contains the values of all flags, with ${source} as the source`, async ({
    folder,
    init,
  }) => {
    const { job: _job, text: _text, ...others } = values;
    const given = Object.keys(others) as (keyof typeof values)[];
    const requests = ['--text', 'POST /v1/text', '--job', 'POST /v1/jobs'];
    const text = await written(folder, init, [...shown(folder), ...requests, ...wordsOf(given)]);
    for (const part of given) expect(text, `--${part}`).toContain(values[part][1]);
  });

  test(`a flag of a part that is declared absent is rejected by name, with ${source} as the source`, async ({
    folder,
    init,
  }) => {
    const absent = ['--text', 'none', '--job', 'none', '--workflow', 'none'];
    const said = await written(folder, init, [...shown(folder), ...absent, ...wordsOf(belonging)]);
    for (const part of belonging) expect(said).toContain(`--${part} has no effect, since no `);
  });
}

test('--job-body sets the body of a job even if jobs and text requests have the same address', async ({
  folder,
  init,
}) => {
  const words = ['--text', 'POST /v1/text', '--job', 'POST /v1/text', ...wordsOf(['job-body'])];
  expect(await written(folder, init, words)).toContain(values['job-body'][1]);
});

test('a flag that needs another part is rejected with the flag that describes that part', async ({
  init,
  folder,
}) => {
  const { code, stderr } = await init(...address, '--run', 'GET /v1/runs/{id}', '--job-id', '/id');
  expect(code).toBe(2);
  expect(stderr).toContain("--job-id has no effect, since no job is described: --job 'POST /v1/jobs'");
  expect(stderr).toContain(
    "--run has no effect, since no workflow is described: --workflow 'POST /v1/workflows'",
  );
  expect(existsSync(join(folder, 'target.ts')) || existsSync(join(folder, '.env'))).toBe(false);
});

test('--parameter sets each parameter that a request requires', async ({ init, folder }) => {
  const schema = { type: 'object', properties: { prompt: { type: 'string' } } };
  const parameters = ['deployment', 'version'].map((name) => ({ name, in: 'query', required: true }));
  const post = { parameters, requestBody: { content: { 'application/json': { schema } } }, responses: {} };
  writeFileSync(
    join(folder, 'a.json'),
    JSON.stringify({ openapi: '3.1.0', paths: { '/v1/text': { post } } }),
  );
  const given = ['--parameter', 'deployment: d1', '--parameter', 'version: v2'];
  const text = await written(folder, init, ['--openapi', 'a.json', ...given]);
  expect(text).toContain("'/v1/text?deployment=d1&version=v2'");
});

for (const part of ['text', 'credits', 'name', 'openapi'])
  test(`--${part} is rejected if it is given twice`, async ({ init }) => {
    const { code, stderr } = await init(...address, `--${part}`, 'POST /v1/a', `--${part}`, 'POST /v1/b');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`--${part} is given twice`),
    });
  });

test('--name names the target file, and is rejected together with --target', async ({ init, folder }) => {
  expect(await init(...address, '--credits', '/left', '--name', 'staging')).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'staging.ts'))).toBe(true);
  const both = await init(...address, '--name', 'other', '--target', 'mine.ts', '--env', '.env.mine');
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--name') });
});

test('if nothing describes a part, no part is reported as verified and nothing is written', async ({
  init,
  folder,
}) => {
  await using mock = await startMock();
  const { code, stdout, stderr } = await init('--base-url', mock.url, '--yes');
  expect(stdout).not.toMatch(/every part/i);
  expect(stderr).toContain('No part is verified: nothing describes one, so nothing is written.');
  expect(existsSync(join(folder, 'target.ts')) || existsSync(join(folder, '.env'))).toBe(false);
  expect(code).toBe(2);
});

test('a target file that only describes headers is not reported as verified', async ({ init }) => {
  await using mock = await startMock();
  const { code, stdout } = await init('--base-url', mock.url, '--yes', '--header', 'X-Tenant: demo');
  expect(stdout).not.toMatch(/every part/i);
  expect(stdout).toContain('No part is verified: the target file describes none.');
  expect(code).toBe(3);
});

test('a file for the key that git does not ignore is rejected before anything is written', async ({
  init,
  folder,
}) => {
  spawnSync('git', ['init', '--quiet'], { cwd: folder });
  writeFileSync(join(folder, '.gitignore'), '.env\n');
  const rejected = await init(...address, '--env', '.env.orbit');
  expect(rejected).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('.env.orbit will contain the API key, and git does not ignore it'),
  });
  expect(existsSync(join(folder, 'target.ts')) || existsSync(join(folder, '.env.orbit'))).toBe(false);
  writeFileSync(join(folder, '.gitignore'), '.env*\n');
  expect(await init(...address, '--credits', '/left', '--env', '.env.orbit')).toMatchObject({
    code: 0,
    stderr: '',
  });
});

test('all files that already exist are named together', async ({ init, folder }) => {
  writeFileSync(join(folder, 'target.ts'), '');
  // Every command rejects an .env that sets nothing.
  writeFileSync(join(folder, '.env'), 'DEPTH=1');
  const { code, stdout, stderr } = await init(...address);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('target.ts and .env exist');
});
