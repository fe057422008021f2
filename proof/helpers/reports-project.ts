import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import type { ConformanceRecord } from '../../src/report/record-schema';
import { cli, root, run } from './process';

/** A small Playwright project for a test, run as a user does: in its own process, with a command line. */

/** The target file of the mock. */
export const mockTarget = join(root, 'tests/targets/mock.ts');

/** Writes a target file for this test: the mock's with changes. */
export function changedTarget(testInfo: TestInfo, change: string): string {
  const file = testInfo.outputPath('target.ts');
  const right = mockTarget.replace('.ts', '');
  writeFileSync(file, `import right from '${right}';\nexport default { ...right, ${change} };\n`);
  return file;
}

export type Project = ReturnType<typeof aProject>;

/** Gives a test its own project, and the suite as one. */
export const test = base.extend<{ project: Project; suite: Project }>({
  project: async ({}, use, testInfo) => use(aProject(testInfo)),
  suite: async ({}, use, testInfo) => use(theSuite(testInfo)),
});

const config = `
import { defineConfig } from '@playwright/test';
import { installExitHook } from '${join(root, 'src/report/exit-code')}';
import { evidenceIn } from './evidence';
import { state } from '${join(root, 'src/drive/run/run-state')}';

const reporter = '${join(root, 'src/report/reporter.ts')}';
installExitHook(process.env.REPORTS);
// In place of what a driver records: what the cases wrote by hand.
state.driver = {
  ended: Promise.resolve(),
  results: () => ({ get: (id) => (evidenceIn(id) ? { evidence: evidenceIn(id), conclusion: { failures: [], annotations: [] } } : undefined) }),
} as typeof state.driver;
if (process.argv.some((word) => /^--reporter(=|$)/.test(word))) process.env.PW_TEST_REPORTER = reporter;

export default defineConfig({
  testDir: 'checks',
  outputDir: 'results',
  workers: 1,
  reporter: [[reporter]],
  metadata: {
    conformance: {
      target: 'a hand-made target',
      settings: [],
      required: [],
      live: true,
    },
  },
});
`;

/** Shared code of the checks, which write prepared evidence. */
const evidence = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test, type TestInfo } from '@playwright/test';
import { rejectedWith } from '${join(root, 'src/judge/data/expectation')}';
import { accepted, aJudgedCheck, anError, anEvidence, anExchange } from '${join(root, 'proof/helpers/reports-runs')}';
export { accepted, anError, anEvidence, anExchange, rejectedWith, test };
export const cites = (clause: string, level = 'must') => ({ tag: ['@' + level, '@' + clause, '@free'] });
const fileOf = (id: string) => 'evidence/' + id + '.json';
export function attach({ testId }: TestInfo, evidence: object): void {
  mkdirSync('evidence', { recursive: true });
  writeFileSync(fileOf(testId), JSON.stringify(evidence));
}
export function evidenceIn(id: string) {
  return existsSync(fileOf(id)) ? JSON.parse(readFileSync(fileOf(id), 'utf8')) : null;
}
export function judge(info: TestInfo, clause: any, exchange = accepted, expectation: any = { kind: 'success' }): void {
  const [attempt] = aJudgedCheck(clause, info.title, exchange, expectation).attempts;
  attach(info, attempt.evidence);
  if (attempt.status === 'failed') throw new Error(attempt.errors[0]);
}
`;

const auth = `
import { anError, anEvidence, anExchange, attach, cites, rejectedWith, judge, test } from '../evidence';
test('the valid key is accepted', cites('auth.key.valid'), async ({}, info) => judge(info, 'auth.key.valid'));
test('a wrong key is refused', cites('auth.key.wrong'), async ({}, info) => {
  const met = process.env.BREAK !== 'yes';
  const exchange = anExchange({ variable: null, ...(met ? { status: 401, answer: anError('invalid_api_key') } : {}) });
  judge(info, 'auth.key.wrong', exchange, rejectedWith(401, 'invalid_api_key'));
});
test('a reissued key is refused', cites('auth.key.inactive'), async ({}, info) => {
  const inconclusive = { verdict: 'not tested', reason: { kind: 'needs', what: 'OLD_API_KEY' } };
  attach(info, anEvidence('auth.key.inactive', { unjudged: inconclusive }));
  test.skip(true, 'not tested: needs OLD_API_KEY');
});
test('another scheme', cites('auth.scheme.other', 'unspecified'), async ({}, info) => attach(info, anEvidence('auth.scheme.other')));
`;

const limits = `
import { cites, judge, test } from '../evidence';
test('too many calls are rejected', cites('limits.rate.exceeded'), async ({}, info) => {
  if (process.env.WAIT) console.log('waiting');
  if (process.env.WAIT) await new Promise((resolve) => setTimeout(resolve, 60_000));
  judge(info, 'limits.rate.exceeded');
});
test('the limit recovers', cites('limits.rate.recovers'), async ({}, info) => judge(info, 'limits.rate.recovers'));
`;

/** The configuration of the suite itself, with the checks in a folder. */
export const suiteConfig = (checks: string) => `
const { default: config } = require('${join(root, 'playwright.config')}');
export default {
  ...config,
  testDir: '${checks}',
  outputDir: 'results',
  globalSetup: '${join(root, 'src/drive/setup/global-setup.ts')}',
  reporter: [['${join(root, 'src/report/reporter.ts')}']],
};
`;

/** The suite itself as such a project, with its checks, settings and configuration. */
export function theSuite(testInfo: TestInfo): Project {
  return aProject(testInfo, { 'playwright.config.ts': suiteConfig(join(root, 'tests')) });
}

/**
 * Writes the project into the test's own folder.
 * @param files path -> text; they add to or replace the usual files
 */
export function aProject(testInfo: TestInfo, files: Record<string, string> = {}) {
  const folder = testInfo.outputPath('project');
  const all = {
    // Reporters without an output path write next to the nearest package.json.
    'package.json': '{}',
    'playwright.config.ts': config,
    'evidence.ts': evidence,
    'checks/auth.spec.ts': auth,
    'checks/limits.spec.ts': limits,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const record = (): ConformanceRecord => JSON.parse(read('out/conformance.json'));
  return {
    folder,
    /** Returns the text of one of its files. */
    read,
    has: (file: string) => existsSync(join(folder, file)),
    record,
    /** Returns the result of a clause in its record. */
    clause: (id: string) => record().result.clauses.find((clause) => clause.id === id),
    /** Runs `playwright` with these arguments and only these settings. */
    run(words: string[], env?: Record<string, string>, meanwhile?: (child: ChildProcess) => void) {
      const REPORTS = join(folder, 'out');
      const settings = { DOTENV_CONFIG_PATH: '/dev/null', DEPTH: '1', REPORTS, ...env };
      return run(process.execPath, [cli, ...words], folder, settings, meanwhile);
    },
  };
}
