import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

export type Project = ReturnType<typeof theSuite>;

/** Gives a test the suite as its own project. */
export const test = base.extend<{ suite: Project }>({
  suite: async ({}, use, testInfo) => use(theSuite(testInfo)),
});

/** The configuration of the suite itself, with the checks in a folder. */
export const suiteConfig = (checks: string) => `
const { default: config } = require('${join(root, 'playwright.config')}');
export default {
  ...config,
  testDir: '${checks}',
  outputDir: 'results',
  globalSetup: '${join(root, 'src/setup/global-setup.ts')}',
  reporter: [['${join(root, 'src/report/reporter.ts')}']],
};
`;

/**
 * The suite itself as such a project, with its checks, settings and configuration.
 * @param files path -> text; they add to or replace the usual files
 */
export function theSuite(testInfo: TestInfo, files: Record<string, string> = {}) {
  const folder = testInfo.outputPath('project');
  const all = {
    // Reporters without an output path write next to the nearest package.json.
    'package.json': '{}',
    'playwright.config.ts': suiteConfig(join(root, 'tests')),
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
    /** Reads all of its files, in all folders. */
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => ({ name, bytes: readFileSync(join(parentPath, name)) })),
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
