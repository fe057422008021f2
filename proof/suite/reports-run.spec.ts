import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { aProject, type Project, test } from '../helpers/reports-project';

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

test('page, record, summary, JUnit, terminal and exit code report the same breach', async ({ project }) => {
  const { code, stdout } = await project.run(['test'], { BREAK: 'yes' });
  expect(code).toBe(1);
  const { outcome } = project.record().result;
  expect(outcome).toMatchObject({ word: 'violates', exitCode: 1 });
  expect(outcomeLine(stdout)).toBe(`violates: a hand-made target: ${outcome.sentence}`);
  expect(project.read('out/index.html')).toContain(`<h1>${outcome.sentence}</h1>`);
  expect(project.read('out/summary.md')).toContain(`## Violates: ${outcome.sentence}`);
  expect(project.read('out/junit.xml')).toMatch(
    /<testsuite name="auth.spec.ts" .* tests="4" failures="1" errors="0" skipped="1"/,
  );
  const sentence = 'GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200';
  expect(project.record().run.faults.map((fault) => fault.sentence)).toEqual([sentence]);
  expect(project.read('out/index.html')).toContain('GET /v1/credits accepts a wrong key</a>');
  for (const name of ['summary.md', 'junit.xml']) expect(project.read(`out/${name}`)).toContain(sentence);
  expect(stdout.trimEnd().split('\n').slice(-4)).toEqual([
    `  1. ${sentence} [access without a valid key]`,
    '',
    'Page: out/index.html',
    'Exit code: 1 (a must clause is violated)',
  ]);
});

for (const reporter of ['null', 'html,json,blob,junit']) {
  test(`--reporter=${reporter} keeps the exit code and the reports`, async ({ project }) => {
    const { code, stderr } = await project.run(['test', `--reporter=${reporter}`], { BREAK: 'yes' });
    expect(code).toBe(1);
    expect(project.record().result.outcome.word).toBe('violates');
    expect(outcomeLine(stderr)).toMatch(/^violates: /);
  });
}

test('the reporter of the suite reports once, even if the command line names it', async ({ project }) => {
  const reporter = join(__dirname, '../../src/report/reporter.ts');
  const words = ['test', `--reporter=${reporter}`];
  const { code, stdout, stderr } = await project.run(words, { BREAK: 'yes' });
  expect(code).toBe(1);
  expect((stdout + stderr).match(/^violates: /gm)).toHaveLength(1);
});

const parts: [title: string, words: string[], code: number, last: RegExp][] = [
  ['with a filter', ['--grep', 'auth'], 0, /^conforms \(partial run\): /],
  ['whose checks are all skipped', ['--grep', 'auth.key.inactive'], 3, /^incomplete \(partial run\): /],
  ['that matches no check', ['--grep', 'no such thing'], 2, /^misconfigured \(partial run\): /],
  [
    'that matches no check, with --pass-with-no-tests,',
    ['--grep', 'no such thing', '--pass-with-no-tests'],
    2,
    /^misconfigured/,
  ],
  ['of unspecified checks alone', ['--grep', '@unspecified'], 3, /^incomplete \(partial run\): /],
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
  expect(project.record().run.course.stop).toBeNull();
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

for (const [title, signals] of [
  ['^C', ['SIGINT']],
  ['^C twice', ['SIGINT', 'SIGINT']],
  ['a CI job that is cancelled', ['SIGTERM']],
] as const) {
  test(`the reports after ${title} contain the earlier findings and are marked incomplete`, async ({
    project,
  }) => {
    const { code } = await project.run(['test'], { WAIT: 'yes' }, (child) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (!chunk.includes('waiting')) return;
        signals.forEach((signal, index) => {
          setTimeout(() => child.kill(signal), 200 * index);
        });
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
}

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
  expect(suite.record().run.course).toMatchObject({ ending: 'passed', errors: [] });
});

test.describe('shards', () => {
  /** Runs both shards, each with a folder for its reports. */
  async function shards(project: Project, env = {}, ofTheSecond = env): Promise<(number | null)[]> {
    const codes: (number | null)[] = [];
    for (const [shard, own] of [env, ofTheSecond].entries()) {
      const REPORTS = join(project.folder, `shard-${shard + 1}`);
      codes.push((await project.run(['test', `--shard=${shard + 1}/2`], { ...own, REPORTS })).code);
    }
    return codes;
  }
  const both = ['shard-1/conformance.json', 'shard-2/conformance.json'];

  for (const [title, env, code] of [
    ['with a breach', { BREAK: 'yes', REQUIRE: 'limits.rate.recovers' }, 1],
    ['without a clause that REQUIRE names', { REQUIRE: 'auth.key.inactive' }, 2],
  ] as const) {
    test(`${title} merge into the report of the whole run, and exit ${code}`, async ({ project }) => {
      await shards(project, env);
      expect((await project.merge(...both)).code).toBe(code);
      const whole = project.record().result;
      expect((await project.run(['test'], env)).code).toBe(code);
      expect(whole).toEqual(project.record().result);
    });
  }

  test('are incomplete if one is missing, even if the others conform', async ({ project }) => {
    expect(await shards(project)).toEqual([0, 0]);
    const { code, stdout } = await project.merge('shard-1/conformance.json');
    expect(code).toBe(3);
    expect(stdout).toContain('shard 2 of 2 is missing');
  });

  test('are rejected if the targets differ, if one is given twice or if one is no shard', async ({
    project,
  }) => {
    await shards(project, { TARGET_NAME: 'https://eu.example' }, { TARGET_NAME: 'https://us.example' });
    await project.run(['test']);
    for (const [files, words] of [
      [both, 'These records are of different targets: https://eu.example, https://us.example.'],
      [[both[0], both[0]], 'The record of one shard is given twice'],
      [['out/conformance.json'], 'these are not all shards of the same number'],
      [[], "missing required argument 'records'"],
    ] as const) {
      const { code, stderr } = await project.merge(...(files as string[]));
      expect(code).toBe(2);
      expect(stderr).toContain(words);
    }
  });

  test('are rejected without a stack trace if a record is truncated', async ({ project }) => {
    await shards(project);
    for (const length of [0, 100, 2_000]) {
      truncateSync(join(project.folder, 'shard-1/conformance.json'), length);
      const { code, stdout, stderr } = await project.merge(...both);
      expect(code).toBe(2);
      expect(stdout + stderr).not.toMatch(/^\s+at /m);
      expect(stderr).toContain('shard-1/conformance.json');
    }
  });

  test('print the command that merges them', async ({ project }) => {
    const { stdout } = await project.run(['test', '--shard=1/2']);
    expect(stdout).toContain(
      'Shard 1 of 2: `npm run conformance -- merge <conformance.json of each shard>` gives the verdict of all.',
    );
  });

  test('of a run that stopped in its setup have the same outcome after the merge', async ({ project }) => {
    expect(await shards(project, { SETUP: 'unavailable' })).toEqual([3, 3]);
    const { code, stdout } = await project.merge(...both);
    expect(code).toBe(3);
    expect(outcomeLine(stdout)).toMatch(/^unavailable/);
  });
});

/** Folders in which no report can be written. */
const unwritable: [what: string, spoil: (folder: string) => void][] = [
  ['is a file', (folder) => writeFileSync(join(folder, 'out'), '')],
  ['is a broken link', (folder) => symlinkSync('/nowhere/at/all', join(folder, 'out'))],
  ['belongs to the system', (folder) => symlinkSync('/proc/self/fd', join(folder, 'out'))],
  [
    'contains a folder with the name of a report',
    (folder) => mkdirSync(join(folder, 'out/junit.xml'), { recursive: true }),
  ],
];
for (const [what, spoil] of unwritable) {
  test(`an output folder that ${what} does not change the verdict, gets no partial reports, and is reported last`, async ({
    project,
  }) => {
    spoil(project.folder);
    for (const [BREAK, word, exit] of [
      ['no', 'incomplete', 3],
      ['yes', 'violates', 1],
    ] as const) {
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

test('a report that another reporter could not write leaves the run incomplete', async ({ project }) => {
  const ours = join(__dirname, '../../src/report/reporter.ts');
  const PLAYWRIGHT_BLOB_OUTPUT_FILE = join(project.folder, 'package.json', 'report.zip');
  for (const reporter of ['blob', `${ours},blob`]) {
    const words = ['test', `--reporter=${reporter}`];
    const { code, stdout, stderr } = await project.run(words, { PLAYWRIGHT_BLOB_OUTPUT_FILE });
    expect(code).toBe(3);
    expect(reporter === 'blob' ? outcomeLine(stderr) : outcomeLine(stdout)).toMatch(/^incomplete: /);
    expect(project.record().result.outcome.reasons).toEqual([
      expect.stringMatching(/^an error outside any check: .*package\.json/),
    ]);
  }
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

test('--list prints all checks, writes nothing and exits 0', async ({ project }) => {
  const { code, stdout } = await project.run(['test', '--list']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Authentication\n {2}auth\.spec\.ts:3:\d+ › the valid key is accepted {2}@must @auth\.key\.valid @free$/m,
  );
  expect(stdout).toMatch(/^Total: 6 tests in 2 files$/m);
  expect(project.has('out')).toBe(false);
});
