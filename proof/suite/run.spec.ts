import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { asJson, whenRejected } from '../../mock/answers';
import type { Call } from '../../mock/call';
import { startMock } from '../../mock/server';
import { countingMock } from '../helpers/counting-mock';
import { conformance } from '../helpers/process';
import { test, theSuite } from '../helpers/reports-project';

// What a run reports, how it exits, and what remains of an earlier run that it replaces.

/** The record of an earlier run. */
const earlier = '{ "name": "text-workflow-conformance" }';

test('a run that conforms exits 0, prints one line per chapter, and prints the outcome last', async ({
  suite,
}) => {
  await using mock = await startMock();
  const env = { BASE_URL: mock.url, API_KEY: mockKeys.API_KEY };
  const { code, stdout } = await suite.run(['test', 'auth', 'models'], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}Authentication +\d+ checks: \d+ conform, \d+ not tested, \d+ recorded$/m);
  expect(stdout).toMatch(/^ {2}Models +\d+ checks: \d+ conform, \d+ not tested$/m);
  expect(stdout).toMatch(/^ {2}Set OLD_API_KEY: 1 must clause \(auth\.key\.inactive\)$/m);
  expect(stdout).toMatch(
    /^conforms \(partial run\): \S+: \d+ of \d+ must clauses conform\. \d+ must clauses and \d+ recommendations not tested\./m,
  );
  expect(readdirSync(join(suite.folder, 'out')).sort()).toEqual([
    'conformance.json',
    'index.html',
    'junit.xml',
    'playwright',
    'summary.md',
  ]);
});

test('the reports after ^C twice contain the earlier findings and are marked incomplete', async ({
  suite,
}) => {
  let interrupt = () => {};
  const delay = ({ number }: Call) => {
    if (number === 100) interrupt();
    return number < 100 ? 0 : 3_000;
  };
  await using mock = await startMock({ variant: { service: { delay } } });
  const env = { BASE_URL: mock.url, API_KEY: mockKeys.API_KEY };
  const { code } = await suite.run(['test'], env, (child) => {
    interrupt = () => {
      for (const delay of [0, 200]) setTimeout(() => child.kill('SIGINT'), delay);
    };
  });
  expect(code).toBe(3);
  const { outcome } = suite.record().result;
  expect(outcome.word).toBe('incomplete');
  expect(outcome.reasons).toContainEqual(
    expect.stringMatching(/^\d+ checks cut short: the run was interrupted$/),
  );
});

test('a run that is split into shards ends with 2 and one line, and no report of an earlier run remains', async ({}, testInfo) => {
  const suite = theSuite(testInfo, { 'out/conformance.json': earlier });
  const { code, stdout, stderr } = await suite.run(['test', '--shard=1/2'], { BASE_URL: 'mock' });
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^misconfigured: a run must not be split with --shard: .*\n$/),
  });
  expect(suite.has('out/conformance.json')).toBe(false);
});

test('the log of GitHub never takes a response for a command', async ({ suite }) => {
  const commands = '::error::pwned\n  ::stop-commands::pwned\n##[error]pwned';
  await using mock = await startMock({
    variant: whenRejected('all', asJson({ [commands]: commands }, 500)),
  });
  const env = { BASE_URL: mock.url, API_KEY: mockKeys.API_KEY, GITHUB_ACTIONS: 'true' };
  const { stdout, stderr } = await suite.run(['test', 'auth'], env);
  const told = (stdout + stderr).split('\n').filter((line) => /^\s*::/.test(line) || line.includes('##['));
  expect(told.filter((line) => !/^::(?:error|warning|notice) (?:file|title)=/.test(line))).toEqual([]);
  expect(told.length).toBeGreaterThan(0);
  expect(stdout + stderr).toContain('pwned');
});

// A run that Playwright rejects or stops never passes, and never leaves the report of an earlier run.

test('a file that this suite did not write is named, and neither removed nor replaced', async ({}, testInfo) => {
  const suite = theSuite(testInfo, { 'out/index.html': 'of somebody' });
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
  const suite = theSuite(testInfo, { 'out/conformance.json': earlier, 'out/index.html': 'yesterday' });
  const { code, stdout } = await suite.run(['test', '--list', 'models'], { BASE_URL: 'mock' });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^models\.spec\.ts:\d+:\d+ › .* {2}@must @models\.list\.ids @free$/m);
  expect(stdout).toMatch(/^Total: \d+ tests$/m);
  expect(readdirSync(join(suite.folder, 'out')).sort()).toEqual(['conformance.json', 'index.html']);
  expect(suite.read('out/index.html')).toBe('yesterday');
});

test('REPORTS below a file is rejected in one line before anything is sent', async ({ suite }) => {
  await using mock = await countingMock();
  writeFileSync(join(suite.folder, 'out'), '');
  const env = { ...mockKeys, BASE_URL: mock.url, REPORTS: join(suite.folder, 'out/below') };
  const { code, stdout, stderr } = await suite.run(['test', 'models'], env);
  expect([code, mock.asked]).toEqual([2, []]);
  expect(linesOf(stdout + stderr).filter((line) => /reports/i.test(line))).toEqual([
    expect.stringMatching(/^REPORTS: nothing can be written to .* \(E[A-Z]+\): name another folder\.$/),
  ]);
});
