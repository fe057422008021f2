import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { conformance } from '../helpers/process';
import { aProject, type Project, suiteConfig, test } from '../helpers/reports-project';

// A run that Playwright rejects or stops never passes, and never leaves the report of an earlier run.

/** Returns a project with the reports of an earlier run. */
function afterARun(testInfo: TestInfo): Project {
  return aProject(testInfo, { 'out/conformance.json': '{}', 'out/index.html': 'yesterday' });
}

/** Returns the lines of a text that are not empty. */
const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

for (const [what, words] of [
  ['an unknown project', ['--project=nowhere']],
  ['a number of workers that is not a number', ['--workers=abc']],
] as const) {
  test(`${what} is rejected in one line with exit 2, and no report of an earlier run remains`, async ({}, testInfo) => {
    const project = afterARun(testInfo);
    const { code, stdout, stderr } = await project.run(['test', ...words]);
    expect(code).toBe(2);
    expect(stdout + stderr).not.toMatch(/^\s+at /m);
    expect(linesOf(stderr).length).toBeLessThanOrEqual(2);
    expect(linesOf(stderr).at(-1)).toBe('misconfigured: the run ended without a verdict');
    expect(readdirSync(join(project.folder, 'out'))).toEqual([]);
  });
}

/** Starts a run with an argument, in a folder with the reports of an earlier run. */
async function started(
  testInfo: TestInfo,
  word: string,
  files: Record<string, string> = {},
  env: Record<string, string> = {},
) {
  const project = aProject(testInfo, { 'conformance-report/conformance.json': '{}', ...files });
  return { project, ...(await conformance(word, [], env, project.folder)) };
}

for (const [what, word] of [
  ['an unknown option', '--repoter=line'],
  ['a shard beyond the last', '--shard=3/2'],
  ['an unknown reporter', '--reporter=nowhere'],
] as const) {
  test(`a run with ${what} exits 2 and deletes the reports of an earlier run`, async ({}, testInfo) => {
    const { project, code, stderr } = await started(testInfo, word);
    expect(code).toBe(2);
    expect(stderr).toMatch(/unknown option|--shard|Cannot find/);
    expect(stderr).toMatch(/^misconfigured: .*\n$/m);
    expect(project.has('conformance-report/conformance.json')).toBe(false);
  });
}

test('a run deletes the earlier reports in the folder that .env names', async ({}, testInfo) => {
  const files = { '.env': 'REPORTS=elsewhere', 'elsewhere/conformance.json': '{}' };
  const { project, code } = await started(testInfo, '--repoter=line', files);
  expect(code).toBe(2);
  expect(project.has('elsewhere/conformance.json')).toBe(false);
  expect(project.has('conformance-report/conformance.json')).toBe(true);
});

test('a run whose configuration does not load deletes the reports of an earlier run', async ({}, testInfo) => {
  const project = afterARun(testInfo);
  const broken = `${project.read('playwright.config.ts')}\nthrow new Error('no configuration');`;
  writeFileSync(join(project.folder, 'playwright.config.ts'), broken);
  const { code, stderr } = await project.run(['test']);
  expect(code).toBe(2);
  // An error in the user's own file keeps its line.
  expect(stderr).toMatch(/no configuration[\s\S]*playwright\.config\.ts:\d+/);
  expect(linesOf(stderr).at(-1)).toBe('misconfigured: the run ended without a verdict');
  expect(readdirSync(join(project.folder, 'out'))).toEqual([]);
});

/** Code that Node loads first. It fakes another version of Node, or a missing package. */
const loadedFirst = {
  'an old Node': (version: string) =>
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  'a missing package': (name: string) => `
const Module = require('node:module');
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...more) => {
  if (request === '${name}') throw new Error("Cannot find module '${name}'");
  return resolve(request, ...more);
};`,
};

for (const [what, code, says] of [
  ['an old Node', loadedFirst['an old Node']('20.18.3'), 'Node 20.18.3 is too old: use 20.19 or newer'],
  ['a missing package', loadedFirst['a missing package']('dotenv'), 'the run could not begin'],
] as const) {
  test(`npx playwright test with ${what} exits 2 and deletes the reports of an earlier run`, async ({
    suite,
  }, testInfo) => {
    const first = testInfo.outputPath('first.cjs');
    writeFileSync(first, code);
    mkdirSync(join(suite.folder, 'out'));
    writeFileSync(join(suite.folder, 'out/conformance.json'), '{}');
    const result = await suite.run(['test', 'models'], { NODE_OPTIONS: `--require ${first}` });
    expect(linesOf(result.stderr).at(-1)).toBe(`misconfigured: ${says}`);
    expect(result.code).toBe(2);
    expect(suite.has('out/conformance.json')).toBe(false);
  });
}

test('a run with a version of Node that Playwright rejects names the version and exits 2', async ({}, testInfo) => {
  const first = testInfo.outputPath('first.cjs');
  writeFileSync(first, loadedFirst['an old Node']('18.20.4'));
  const { code, stderr } = await started(testInfo, 'models', {}, { NODE_OPTIONS: `--require ${first}` });
  expect(linesOf(stderr)).toEqual(['misconfigured: Node 18.20.4 is too old: use 20.19 or newer']);
  expect(code).toBe(2);
});

test('--list keeps the reports of an earlier run', async ({}, testInfo) => {
  const project = afterARun(testInfo);
  expect((await project.run(['test', '--list'])).code).toBe(0);
  expect(project.read('out/index.html')).toBe('yesterday');
});

for (const place of ['out', 'out/below', '/proc/x']) {
  test(`REPORTS=${place} is rejected in one line before anything is sent, if out is a file`, async ({
    suite,
  }) => {
    let seen = 0;
    await using mock = await startMock({ onRequest: () => seen++ });
    writeFileSync(join(suite.folder, 'out'), '');
    const env = { ...mockKeys, BASE_URL: mock.url, REPORTS: resolve(suite.folder, place) };
    const { code, stdout, stderr } = await suite.run(['test', 'models'], env);
    expect([code, seen]).toEqual([2, 0]);
    expect(linesOf(stdout + stderr).filter((line) => /reports/i.test(line))).toEqual([
      expect.stringMatching(/^REPORTS: nothing can be written to .* \(E[A-Z]+\): name another folder\.$/),
    ]);
  });
}

test('test.only is rejected, even without CI', async ({}, testInfo) => {
  const only = `
import { test } from '@playwright/test';
import { must } from '${resolve(__dirname, '../../src/drive/check/check')}';
import { accepted } from '${resolve(__dirname, '../../src/drive/check/expected')}';
test.only('one check alone', ...must('auth.key.valid', { at: 'models', send: 'once', expect: accepted }));
`;
  const project = aProject(testInfo, {
    'playwright.config.ts': suiteConfig('checks'),
    'checks/auth.spec.ts': only,
  });
  const { code, stdout, stderr } = await project.run(['test']);
  expect(code).toBe(2);
  expect(stdout + stderr).toContain("item focused with '.only' is not allowed");
});

test('a run that reaches --global-timeout is incomplete, whether it does so early or late', async ({
  project,
}) => {
  for (const limit of ['1', '6000']) {
    const { code, stdout } = await project.run(['test', `--global-timeout=${limit}`], { WAIT: 'yes' });
    expect(code).toBe(3);
    expect(stdout).toContain('the run met its overall time limit');
  }
});
