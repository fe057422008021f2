import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { countingMock } from '../helpers/counting-mock';
import { conformance, type Result, root } from '../helpers/process';
import { aProject, mockTarget, type Project, suiteConfig, test } from '../helpers/reports-project';
import { aRecord, aRejection } from '../helpers/saved-records';

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

const parts: [title: string, words: string[], code: number, last: RegExp][] = [
  ['with a filter', ['--grep', 'auth'], 0, /^conforms \(partial run\): /],
  [
    'that matches no check, with --pass-with-no-tests,',
    ['--grep', 'no such thing', '--pass-with-no-tests'],
    2,
    /^misconfigured/,
  ],
];
for (const [title, words, code, last] of parts) {
  test(`a run ${title} exits ${code}`, async ({ project }) => {
    const result = await project.run(['test', ...words]);
    expect(result.code).toBe(code);
    expect(outcomeLine(result.stdout)).toMatch(last);
    expect(project.clause('limits.rate.exceeded')?.reason).toBe('not selected');
  });
}

test('an error with words like those of the setup does not count as an error of the setup', async ({}, testInfo) => {
  const project = aProject(testInfo, {
    'checks/bad.spec.ts': "throw new Error('unavailable: in words alone');",
  });
  const { code, stderr } = await project.run(['test']);
  expect(code).toBe(2);
  expect(stderr).toContain('unavailable: in words alone');
});

test('a worker that dies makes its check blocked and the run incomplete', async ({ project }) => {
  const { code } = await project.run(['test'], { CRASH: 'yes' });
  expect(code).toBe(3);
  expect(project.clause('limits.rate.exceeded')).toMatchObject({
    verdict: 'blocked',
    reason: expect.stringMatching(/worker process exited unexpectedly/),
  });
  expect(project.clause('limits.rate.recovers')?.verdict).toBe('conforms');
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

test('an interrupted run judges what it sent, and leaves no file of verdicts', async ({ suite }) => {
  let seen = 0;
  let stop = () => {};
  await using mock = await countingMock({ delay: 50, onRequest: () => ++seen === 100 && stop() });
  const TMPDIR = join(suite.folder, 'temporary');
  mkdirSync(TMPDIR);
  const env = { ...mockKeys, BASE_URL: mock.url, TARGET: mockTarget, TMPDIR };
  const { code } = await suite.run(['test', 'auth'], env, (child) => {
    stop = () => child.kill('SIGINT');
  });
  expect(code).toBe(3);
  const verdicts = suite.record().result.clauses.flatMap(({ checks }) => checks.map((each) => each.verdict));
  expect(verdicts).toContain('conforms');
  expect(verdicts.includes('inconclusive')).toBe(true);
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('conformance-'))).toEqual([]);
});

test('a run goes on when nobody reads its output any more, and its terminal is closed', async ({ suite }) => {
  const { code } = await suite.run(
    ['test', 'models'],
    { BASE_URL: 'mock' },
    ({ pid = 0, stdout, stderr }) => {
      stdout?.once('data', () => {
        for (const stream of [stdout, stderr]) stream?.destroy();
        process.kill(pid, 'SIGHUP');
      });
    },
  );
  expect(code).toBe(0);
  expect(suite.record().run.whole).toBe(true);
});

test('a run that is split into shards ends with 2 and one line, and no report of an earlier run remains', async ({}, testInfo) => {
  const suite = aProject(testInfo, {
    'playwright.config.ts': suiteConfig(join(root, 'tests')),
    'out/conformance.json': earlier,
  });
  const REPORTS = join(suite.folder, 'out');
  for (const start of [
    () => suite.run(['test', '--shard=1/2'], { BASE_URL: 'mock' }),
    () => suite.run(['test', '--shard', '2/2'], { BASE_URL: 'mock' }),
    () => conformance('run', ['--shard', '1/2'], { BASE_URL: 'mock', REPORTS }),
  ]) {
    const { code, stdout, stderr } = await start();
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'misconfigured: a run must not be split with --shard: its parts would share accounts, pace and credits. Leave it out; on the mock, a whole run takes seconds\n',
    });
    expect(suite.has('out/conformance.json')).toBe(false);
  }
});

/** Folders in which no report can be written. */
const [sound, breaking] = [
  ['no', 'incomplete', 3],
  ['yes', 'violates', 1],
] as const;
const unwritable: [what: string, spoil: (folder: string) => void, ...(typeof sound | typeof breaking)[]][] = [
  ['is a file', (folder) => writeFileSync(join(folder, 'out'), ''), sound, breaking],
  [
    'contains a folder with the name of a report',
    (folder) => mkdirSync(join(folder, 'out/junit.xml'), { recursive: true }),
    sound,
  ],
];
for (const [what, spoil, ...outcomes] of unwritable) {
  test(`an output folder that ${what} does not change the verdict, gets no partial reports, and is reported last`, async ({
    project,
  }) => {
    spoil(project.folder);
    for (const [BREAK, word, exit] of outcomes) {
      const { code, stdout } = await project.run(['test'], { BREAK });
      expect(code).toBe(exit);
      const lines = stdout.trimEnd().split('\n');
      expect(outcomeLine(stdout)).toMatch(
        new RegExp(`^${word}: a hand-made target: (?:1 fault violates 1|11) of \\d+ must clauses`),
      );
      expect(lines.at(-1)).toMatch(
        /^Reports were not written to .*\/out: E[A-Z]+: .*\. Make room there, or set REPORTS to another folder\.$/,
      );
      expect(stdout).not.toMatch(/^Page: /m);
      const whole = ['conformance.json', 'index.html', 'summary.md'].filter((name) =>
        project.has(`out/${name}`),
      );
      expect(whole).toEqual([]);
    }
  });
}

/** Loaded before a command: nothing below READ_ONLY can be changed, which also holds for the user root. */
const readOnly = `
const fs = require('node:fs');
for (const name of ['rmSync', 'writeFileSync', 'mkdirSync', 'renameSync']) {
  const change = fs[name];
  fs[name] = (path, ...rest) => {
    if (!String(path).startsWith(process.env.READ_ONLY)) return change(path, ...rest);
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
  };
}
`;
const readOnlyRuns: [
  what: string,
  start: (project: Project, env: Record<string, string>) => Promise<Result>,
][] = [
  ['a run', (suite, env) => suite.run(['test', 'models'], env)],
  ['a run with an option of which there is none', (_, env) => conformance('--repoter=line', [], env)],
  ['a run without a verdict', (suite, env) => suite.run(['test', '--project=nowhere'], env)],
];
for (const [what, start] of readOnlyRuns)
  test(`${what} says that the reports in a folder that is read-only are not its own`, async ({}, testInfo) => {
    const suite = aProject(testInfo, {
      'playwright.config.ts': suiteConfig(join(root, 'tests')),
      'read-only.cjs': readOnly,
      'out/conformance.json': earlier,
    });
    const folder = join(suite.folder, 'out');
    const { code, stdout, stderr } = await start(suite, {
      ...{ BASE_URL: 'mock', REPORTS: folder, READ_ONLY: folder },
      NODE_OPTIONS: `--require ${join(suite.folder, 'read-only.cjs')}`,
    });
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(`The reports in ${folder} belong to another run.`);
    expect(suite.read('out/conformance.json')).toBe(earlier);
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
  const project = aProject(testInfo, { 'conformance-report/conformance.json': earlier, ...files });
  return { project, ...(await conformance(word, [], env, project.folder)) };
}

test('a run deletes the earlier reports in the folder that .env names', async ({}, testInfo) => {
  const files = { '.env': 'REPORTS=elsewhere', 'elsewhere/conformance.json': earlier };
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
    writeFileSync(join(suite.folder, 'out/conformance.json'), earlier);
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

test('--list prints all checks, writes nothing and keeps the reports of an earlier run', async ({}, testInfo) => {
  const project = afterARun(testInfo);
  const { code, stdout } = await project.run(['test', '--list']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Authentication\n {2}auth\.spec\.ts:3:\d+ › the valid key is accepted {2}@must @auth\.key\.valid @free$/m,
  );
  expect(stdout).toMatch(/^Total: 6 tests in 2 files$/m);
  expect(readdirSync(join(project.folder, 'out')).sort()).toEqual(['conformance.json', 'index.html']);
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

test('a run reads PREVIOUS before it overwrites that record, and rejects one of another target', async ({}, testInfo) => {
  const before = aRecord([aRejection('violates')], { settings: { target: 'built-in mock' } });
  mkdirSync(testInfo.outputPath('out'));
  const path = join('out', 'conformance.json');
  const keep = (record: object) => writeFileSync(testInfo.outputPath(path), JSON.stringify(record));
  const env = { BASE_URL: 'mock', REPORTS: 'out', PREVIOUS: path };
  const start = (name = {}) => conformance('models', [], { ...env, ...name }, testInfo.outputDir);
  keep(before);
  const { code, stdout } = await start();
  expect(code, stdout).toBe(0);
  const { run } = JSON.parse(readFileSync(testInfo.outputPath(path), 'utf8'));
  expect(run.previous).toBe(before.run.started);

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

test('a run from another folder finds a TARGET within the project', async ({ suite }, testInfo) => {
  await using mock = await startMock();
  const elsewhere = aProject(testInfo, {}, 'elsewhere');
  const file = testInfo.outputPath('settings');
  writeFileSync(
    file,
    [`BASE_URL=${mock.url}`, `API_KEY=${mockKeys.API_KEY}`, 'TARGET=tests/targets/mock.ts'].join('\n'),
  );
  const words = ['test', '-c', join(suite.folder, 'playwright.config.ts'), 'text'];
  const { code, stderr } = await elsewhere.run(words, { DOTENV_CONFIG_PATH: file });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(elsewhere.clause('text.requires.input')?.verdict).toBe('conforms');
});

const waiting = `
import { existsSync } from 'node:fs';
import { cites, judge, test } from '../evidence';
test('too many calls are rejected', cites('limits.rate.exceeded'), async ({}, info) => {
  test.setTimeout(0);
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 50));
  judge(info, 'limits.rate.exceeded');
});
`;

test('of two runs at once in one folder, the last to end writes its reports and says so', async ({}, testInfo) => {
  const project = aProject(testInfo, { 'checks/limits.spec.ts': waiting });
  const long = project.run(['test', 'limits'], {}, (child) => {
    child.stdout?.once('data', async () => {
      short = await project.run(['test', 'auth'], { BREAK: 'yes' });
      writeFileSync(join(project.folder, 'go'), '');
    });
  });
  let short: Result | undefined;
  const { code, stdout } = await long;
  expect([code, short?.code]).toEqual([0, 1]);
  expect(stdout).toMatch(/^Page: out\/index\.html, where another run has written meanwhile/m);
  expect(short?.stdout).toMatch(/^Page: out\/index\.html$/m);
  expect(project.record().result.outcome).toMatchObject({ word: 'conforms', partial: true });
});
