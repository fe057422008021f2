import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { variables } from '../../src/drive/settings/settings';
import { commandLine } from '../../src/judge/texts/command-line';
import { conformance, root, run } from '../helpers/process';
import { aRecord, aRejection } from '../helpers/saved-records';

test('action.yml passes each input to an existing setting or to its own shell script', () => {
  const text = readFileSync(join(root, 'action.yml'), 'utf8');
  const { inputs, runs } = parse(text);
  const env = Object.assign({}, ...runs.steps.map((step: { env?: object }) => step.env ?? {}));
  for (const [name, value] of Object.entries<string>(env)) {
    expect([...variables, 'NAME', 'DEPTH', 'WAIT_SECONDS']).toContain(name);
    expect(Object.keys(inputs)).toContain(/inputs\.([\w-]+)/.exec(value)?.[1]);
  }
  const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(Object.keys(inputs).sort());
});

const target = `import type { Target } from 'text-workflow-conformance';

export default {
  text: (fields) => ({ method: 'POST', path: '/v1/text', body: fields }),
  credits: '/credits/remaining',
} satisfies Target;
`;

test("the shell script of the action uses the caller's target file, and sets the outputs of the job", async ({}, testInfo) => {
  await using mock = await startMock();
  const workspace = testInfo.outputPath('workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'target.ts'), target);
  const [output, summary] = [testInfo.outputPath('output'), testInfo.outputPath('summary')];
  const { code, stdout, stderr } = await run(
    join(root, '.github/action/run.sh'),
    ['text'],
    testInfo.outputDir,
    {
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      BASE_URL: mock.url,
      API_KEY: mockKeys.API_KEY,
      TARGET: 'target.ts',
      OTHER_API_KEY: '',
      REQUIRE: '',
      REPORTS: 'reports of it',
      WAIT_SECONDS: '5',
    },
  );
  expect(code, stdout + stderr).toBe(0);
  const page = 'reports of it/index.html';
  expect(readFileSync(output, 'utf8').split('\n')).toEqual([
    ...['verdict=conforms', 'exit-code=0', `page=${page}`, 'record=reports of it/conformance.json', ''],
  ]);
  expect(readFileSync(summary, 'utf8')).toContain('## Conforms');
  expect(existsSync(join(workspace, page))).toBe(true);
  const record = readFileSync(join(workspace, 'reports of it', 'conformance.json'), 'utf8');
  expect(JSON.parse(record).run.settings.settings).toEqual(['BASE_URL', 'API_KEY', 'TARGET']);
  expect(record).not.toContain(testInfo.outputDir);
});

test('the shell script of the action waits for a server, and reports "unavailable" without one', async ({}, testInfo) => {
  const output = testInfo.outputPath('output');
  const { code } = await run(join(root, '.github/action/run.sh'), [], testInfo.outputDir, {
    GITHUB_WORKSPACE: testInfo.outputDir,
    GITHUB_OUTPUT: output,
    WAIT_SECONDS: '1',
    BASE_URL: 'http://127.0.0.1:9',
    API_KEY: mockKeys.API_KEY,
  });
  expect(code).toBe(3);
  expect(readFileSync(output, 'utf8')).toContain('verdict=unavailable\nexit-code=3\n');
});

test('the examples for other CI systems name only settings and inputs that exist', () => {
  const gitlab: { contract: { variables: object; script: string[] } } = parse(
    readFileSync(join(root, '.github/examples/gitlab-ci.yml'), 'utf8'),
  );
  for (const name of Object.keys(gitlab.contract.variables)) expect(variables).toContain(name);
  const { inputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  const caller = parse(readFileSync(join(root, '.github/examples/another-repository.yml'), 'utf8'));
  const step = caller.jobs.contract.steps.find(({ uses = '' }) => uses.includes('text-workflow-conformance'));
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
});

test('a run reads PREVIOUS before it overwrites that record, and rejects one of another target', async ({}, testInfo) => {
  const found = [{ family: 'cut short', place: 'GET /v1/credits', seed: 7, depth: 1 }];
  const before = aRecord([aRejection('violates')], { settings: { target: 'built-in mock' } });
  mkdirSync(testInfo.outputPath('out'));
  const path = join('out', 'conformance.json');
  const keep = (record: object) => writeFileSync(testInfo.outputPath(path), JSON.stringify(record));
  const env = { BASE_URL: 'mock', REPORTS: 'out', PREVIOUS: path };
  const start = (name = {}) => conformance('models', [], { ...env, ...name }, testInfo.outputDir);
  keep({ ...before, run: { ...before.run, found } });
  const { code, stdout } = await start();
  expect(code, stdout).toBe(0);
  expect(stdout).toContain('; first 1 probe that found a fault in the previous run\n');
  const { run } = JSON.parse(readFileSync(testInfo.outputPath(path), 'utf8'));
  expect(run.previous.faults).toMatchObject([{ sentence: before.run.faults[0]?.sentence }]);

  // The record is now that of a run of selected checks.
  expect((await start()).stdout).toContain('did not send all its checks, so this report does not say');
  const other = await start({ NAME: 'other' });
  expect(other.code).toBe(2);
  expect(other.stdout).toContain(
    'is of a run on built-in mock, not on other: name the record of the last run',
  );
  keep({});
  const foreign = await start();
  expect(foreign.code).toBe(2);
  const why = `${testInfo.outputPath(path)} is not the conformance.json of a run: result is missing`;
  expect(foreign.stdout).toContain(
    `PREVIOUS: name the conformance.json of the last run, or unset it: ${why}\n`,
  );
});

test('messages name a subcommand as the user types it in a checkout or with the installed archive', () => {
  for (const [name, words, checkout, archive] of [
    ['plan', '', 'npm run conformance -- plan', 'npx text-workflow-conformance plan'],
    [
      'doctor',
      '--sign',
      'npm run conformance -- doctor --sign',
      'npx text-workflow-conformance doctor --sign',
    ],
    ['run', '', 'npm run conformance', 'npx text-workflow-conformance'],
    ['run', '--ui', 'npm run conformance -- --ui', 'npx text-workflow-conformance --ui'],
  ] as const)
    expect([commandLine(name, words, false), commandLine(name, words, true)]).toEqual([checkout, archive]);
});

test("the archive contains no user's target file, and an error in one does not stop the build", async () => {
  // The copy is not among the artifacts, since runs of other tests search these for the keys of the mock.
  const copy = mkdtempSync(join(tmpdir(), 'archive-'));
  const left = ['node_modules', '.git', 'dist', 'test-results'];
  for (const name of readdirSync(root))
    if (!left.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  await run('ln', ['-s', join(root, 'node_modules'), copy], root);
  writeFileSync(join(copy, 'tests/targets/own.ts'), "export const wrong: number = 'own';\n");
  writeFileSync(join(copy, 'tests/targets/own.proof.json'), '{}');
  const { code, stdout, stderr } = await run(process.execPath, ['build.cjs'], copy);
  expect(code, stdout + stderr).toBe(0);
  const names = readdirSync(join(copy, 'dist/tests/targets')).map((name) => name.split('.')[0]);
  expect([...new Set(names)].sort()).toEqual(['example', 'mock']);
  rmSync(copy, { recursive: true });
});
