import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { scripts } from '../../package.json';
import subcommands from '../../src/cli/commands.json';
import { variables } from '../../src/settings/table';
import { root, run } from '../helpers/process';

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}

interface Pipeline {
  permissions: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; env?: unknown; steps: Step[] }>;
}

const folder = join(root, '.github', 'workflows');

/** Expects that the steps of a pipeline or of the action pin other actions and put no expression into a shell. */
function areSafe(text: string, steps: readonly Step[]): void {
  const uses = text.split('\n').filter((line) => /^\s*(?:- )?uses:/.test(line));
  expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
  for (const line of uses) expect(line).toMatch(/uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  for (const step of steps) expect(step.run ?? '').not.toContain('${{');
}

const action = readFileSync(join(root, 'action.yml'), 'utf8');
test('action.yml pins every action that it uses, and puts no expression into a shell', () => {
  areSafe(action, parse(action).runs.steps);
});

test('.env.example shows every variable, and no other', () => {
  const text = readFileSync(join(root, '.env.example'), 'utf8');
  const shown = [...text.matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(variables.toSorted());
});

for (const name of readdirSync(folder)) {
  test.describe(name, () => {
    const text = readFileSync(join(folder, name), 'utf8');
    const pipeline: Pipeline = parse(text);
    const jobs = Object.values(pipeline.jobs);
    const steps = jobs.flatMap((job) => job.steps);
    const live = steps.filter(({ env = {} }) =>
      Object.values(env).some((value) => value.includes('secrets.')),
    );

    test('pins every action by its commit, and puts no expression into a shell', () => areSafe(text, steps));

    test('may only read the code', () => {
      const granted = [pipeline.permissions, ...jobs.map((job) => job.permissions ?? {})];
      for (const [what, right] of granted.flatMap((each) => Object.entries(each))) {
        expect(`${what}: ${right}`).toBe('contents: read');
      }
      const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
      for (const checkout of checkouts) expect(checkout.with).toEqual({ 'persist-credentials': false });
    });

    test('passes secrets only to the run, through the environment of the step', () => {
      for (const { run } of live) expect(run).toMatch(/npm run conformance\n$/);
      expect(jobs.map((job) => job.env).filter((env) => env !== undefined)).toEqual([]);
    });

    test('passes every setting to a run against a live target', () => {
      const handed = variables.filter((each) => !['REPORTS', 'PREVIOUS'].includes(each));
      for (const { env } of live) expect(Object.keys(env ?? {}).sort()).toEqual(handed.sort());
    });

    test('only names existing variables, scripts and subcommands', () => {
      const known = [...variables, 'CHROMIUM_PATH'];
      for (const name of steps.flatMap(({ env }) => Object.keys(env ?? {}))) expect(known).toContain(name);
      const commands = `${text}${readFileSync(join(root, '.github/night.sh'), 'utf8')}`;
      for (const [, script = ''] of commands.matchAll(/npm run (?:--silent )?([\w-]+)/g))
        expect(Object.keys(scripts)).toContain(script);
      for (const [, name = ''] of commands.matchAll(/conformance -- (\w+)/g))
        expect(Object.keys(subcommands)).toContain(name);
    });
  });
}

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
      NAME: 'eu-west',
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
    'verdict=conforms',
    'exit-code=0',
    expect.stringMatching(/^artifact=conformance-eu-west-[0-9a-f]{8}$/),
    ...[`page=${page}`, 'record=reports of it/conformance.json', ''],
  ]);
  expect(readFileSync(summary, 'utf8')).toContain('## Conforms');
  expect(existsSync(join(workspace, page))).toBe(true);
  const record = readFileSync(join(workspace, 'reports of it', 'conformance.json'), 'utf8');
  expect(JSON.parse(record).result.settings).toEqual(['BASE_URL', 'API_KEY', 'TARGET', 'NAME']);
  expect(record).not.toContain(testInfo.outputDir);
});
