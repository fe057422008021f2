import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { conformance, root } from '../helpers/process';
import { aProject, type Project, suiteConfig, test } from '../helpers/reports-project';

// What a run reports, how it exits, and what remains of an earlier run that it replaces.

/** The record of an earlier run. */
const earlier = '{ "name": "text-workflow-conformance" }';

/** Returns the line with the outcome. The faults and the path of the page follow it. */
function outcomeLine(output: string): string {
  const outcomes =
    /^(?:conforms|violates|incomplete|unavailable|misconfigured|required clauses|known failures|leaked)\b/;
  return output.split('\n').findLast((line) => outcomes.test(line)) ?? '';
}

test('a run that conforms exits 0, prints one line per chapter, and prints the outcome and the page last', async ({
  project,
}) => {
  const { code, stdout } = await project.run(['test']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}Authentication +4 checks: 2 conform, 1 not tested, 1 recorded$/m);
  expect(stdout).toMatch(/^ {2}Limits +2 checks: 2 conform$/m);
  expect(stdout).toMatch(/^ {2}Set OLD_API_KEY: 1 must clause \(auth\.key\.inactive\)$/m);
  expect(outcomeLine(stdout)).toMatch(
    /^conforms: a hand-made target: 11 of \d+ must clauses conform\. \d+ must clauses and \d+ recommendations not tested\.$/,
  );
  expect(readdirSync(join(project.folder, 'out')).sort()).toEqual([
    'conformance.json',
    'index.html',
    'junit.xml',
    'summary.md',
  ]);
});

test('page, record, summary, JUnit, terminal and exit code report the same violation', async ({
  project,
}) => {
  const { code, stdout } = await project.run(['test'], { BREAK: 'yes' });
  expect(code).toBe(1);
  const { outcome } = project.record().result;
  expect(outcome).toMatchObject({ word: 'violates', exitCode: 1 });
  expect(outcomeLine(stdout)).toBe(`violates: a hand-made target: ${outcome.sentence}`);
  expect(project.read('out/index.html')).toContain(`<h1>${outcome.sentence}</h1>`);
  expect(project.read('out/summary.md')).toMatch(/^## Violates: .* violates? /);
  expect(project.read('out/junit.xml')).toMatch(
    /<testsuite name="auth.spec.ts" .* tests="4" failures="1" errors="0" skipped="1"/,
  );
  const sentence = 'GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200';
  expect(project.record().run.faults.map((fault) => fault.sentence)).toEqual([sentence]);
  expect(project.read('out/index.html')).toContain('<b>GET /v1/credits accepts a wrong key</b>');
  for (const name of ['summary.md', 'junit.xml']) expect(project.read(`out/${name}`)).toContain(sentence);
  expect(project.read('out/known-failures.yaml')).toContain('# GET /v1/credits accepts a wrong key [');
  expect(stdout.trimEnd().split('\n').slice(-5)).toEqual([
    `  1. ${sentence} [access without a valid key]`,
    '',
    'Page: out/index.html',
    expect.stringMatching(/^To tolerate a fault for now, .* out\/known-failures\.yaml /),
    'Exit code: 1 (a must clause is violated)',
  ]);
});

test('the reports after ^C twice contain the earlier findings and are marked incomplete', async ({
  project,
}) => {
  const { code } = await project.run(['test'], { WAIT: 'yes' }, (child) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.includes('waiting')) return;
      for (const delay of [0, 200]) setTimeout(() => child.kill('SIGINT'), delay);
    });
  });
  expect(code).toBe(3);
  const { outcome } = project.record().result;
  expect(outcome.word).toBe('incomplete');
  expect(outcome.reasons).toContain('2 checks cut short: the run was interrupted');
  expect(project.clause('auth.key.wrong')?.verdict).toBe('conforms');
  expect(project.clause('limits.rate.exceeded')?.verdict).toBe('inconclusive');
  expect(project.clause('limits.rate.recovers')?.verdict).toBe('inconclusive');
});

test('a run that is split into shards ends with 2 and one line, and no report of an earlier run remains', async ({}, testInfo) => {
  const suite = aProject(testInfo, {
    'playwright.config.ts': suiteConfig(join(root, 'tests')),
    'out/conformance.json': earlier,
  });
  const { code, stdout, stderr } = await suite.run(['test', '--shard=1/2'], { BASE_URL: 'mock' });
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^misconfigured: a run must not be split with --shard: .*\n$/),
  });
  expect(suite.has('out/conformance.json')).toBe(false);
});

test('the log of GitHub never takes a response for a command', async ({}, testInfo) => {
  const commands = '::error::pwned\n  ::stop-commands::pwned\n##[error]pwned';
  const project = aProject(testInfo, {
    'checks/jobs.spec.ts': `
import { cites, judge, anExchange, test } from '../evidence';
const commands = ${JSON.stringify(commands)};
test('a job', cites('jobs.lookup.unknown'), async ({}, info) => {
  console.log(commands);
  console.error(commands);
  judge(info, 'jobs.lookup.unknown', anExchange({ status: 500, answer: { [commands]: commands } }));
});
test('another job', cites('jobs.lookup.own'), async () => { throw new Error(commands); });
`,
  });
  const { stdout, stderr } = await project.run(['test'], { GITHUB_ACTIONS: 'true' });
  const told = (stdout + stderr).split('\n').filter((line) => /^\s*::/.test(line) || line.includes('##['));
  expect(told.filter((line) => !/^::(?:error|warning|notice) (?:file|title)=/.test(line))).toEqual([]);
  expect(told.length).toBeGreaterThan(0);
  expect(stdout + stderr).toContain('pwned');
});

// A run that Playwright rejects or stops never passes, and never leaves the report of an earlier run.

test('a file that this suite did not write is named, and neither removed nor replaced', async ({}, testInfo) => {
  const suite = aProject(testInfo, {
    'playwright.config.ts': suiteConfig(join(root, 'tests')),
    'out/index.html': 'of somebody',
  });
  const REPORTS = join(suite.folder, 'out');
  const unknown = await conformance('run', ['--repoter=line'], { BASE_URL: 'mock', REPORTS });
  expect(unknown.code).toBe(2);
  const { stdout, stderr } = await conformance('run', ['models'], { BASE_URL: 'mock', REPORTS });
  expect({ stdout, stderr }).toEqual({
    stdout: '',
    stderr: `misconfigured: REPORTS: ${join(REPORTS, 'index.html')} was not written by this suite, and would be overwritten: name another folder, or move it away.\n`,
  });
  expect(readdirSync(REPORTS)).toEqual(['index.html']);
});

/** Returns a project with the reports of an earlier run. */
function afterARun(testInfo: TestInfo): Project {
  return aProject(testInfo, { 'out/conformance.json': earlier, 'out/index.html': 'yesterday' });
}

/** Returns the lines of a text that are not empty. */
const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

test('npx playwright test with an old Node exits 2 and deletes the reports of an earlier run', async ({
  suite,
}, testInfo) => {
  const first = testInfo.outputPath('first.cjs');
  writeFileSync(
    first,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } });",
  );
  mkdirSync(join(suite.folder, 'out'));
  writeFileSync(join(suite.folder, 'out/conformance.json'), earlier);
  const { code, stderr } = await suite.run(['test', 'models'], { NODE_OPTIONS: `--require ${first}` });
  expect(linesOf(stderr).at(-1)).toBe('misconfigured: Node 20.18.3 is too old: use 20.19 or newer');
  expect(code).toBe(2);
  expect(suite.has('out/conformance.json')).toBe(false);
});

test('--list prints all checks, writes nothing and keeps the reports of an earlier run', async ({}, testInfo) => {
  const project = afterARun(testInfo);
  const { code, stdout } = await project.run(['test', '--list']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^auth\.spec\.ts:3:\d+ › the valid key is accepted {2}@must @auth\.key\.valid @free$/m,
  );
  expect(stdout).toMatch(/^Total: 6 tests$/m);
  expect(readdirSync(join(project.folder, 'out')).sort()).toEqual(['conformance.json', 'index.html']);
  expect(project.read('out/index.html')).toBe('yesterday');
});

test('REPORTS below a file is rejected in one line before anything is sent', async ({ suite }) => {
  let seen = 0;
  await using mock = await startMock({ onRequest: () => seen++ });
  writeFileSync(join(suite.folder, 'out'), '');
  const env = { ...mockKeys, BASE_URL: mock.url, REPORTS: join(suite.folder, 'out/below') };
  const { code, stdout, stderr } = await suite.run(['test', 'models'], env);
  expect([code, seen]).toEqual([2, 0]);
  expect(linesOf(stdout + stderr).filter((line) => /reports/i.test(line))).toEqual([
    expect.stringMatching(/^REPORTS: nothing can be written to .* \(E[A-Z]+\): name another folder\.$/),
  ]);
});
