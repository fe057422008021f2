import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import type { ConformanceRecord } from '../../src/report/record-schema';
import { enveloped } from '../catalogue/variants/shapes';
import { root, run } from '../helpers/process';
import { jobsApart } from '../inputs/services/services';

const { RATE_LIMIT_API_KEY: _limited, UPSTREAM_API_KEY: _flaky, ...accounts } = mockKeys;

/** The clauses that need neither a rate-limited account nor one whose upstream fails. */
const REQUIRE = 'errors auth models credits jobs text limits.daily.exceeded runs workflows';

for (const [name, served] of Object.entries({ enveloped: enveloped.change, 'jobs-apart': jobsApart })) {
  test(`an address and a document of ${name} are enough for a full verdict, without editing a file`, async ({}, testInfo) => {
    await using mock = await startMock({ variant: served });
    const settings = testInfo.outputPath('.env');
    const reports = testInfo.outputPath('reports');
    const env = { ...accounts, REPORTS: reports };
    const npm = (words: string[], more: Record<string, string> = {}) =>
      run('npm', ['run', '--silent', ...words], root, { ...env, ...more });
    const material = [
      '--openapi',
      join(__dirname, `../inputs/services/${name}.yaml`),
      '--base-url',
      mock.url,
    ];
    const target = testInfo.outputPath('target.ts');
    const places = ['--target', target, '--env', settings];
    const init = await npm(['conformance', '--', 'init', ...material, ...places]);
    expect(init.code, init.stdout + init.stderr).toBe(0);
    expect(init.stdout).toMatch(/(\d+) of \1 parts verified/);

    // One whole run is enough: the others differ in what `init` reads.
    if (name !== 'enveloped') return;
    // The mock charges at once, and waiting for later charges takes a minute.
    writeFileSync(target, readFileSync(target, 'utf8').replace('settlesWithin: 10', 'settlesWithin: 1'));
    const { code, stdout } = await npm(['conformance'], { DOTENV_CONFIG_PATH: settings, REQUIRE });
    expect(code, stdout).toBe(0);
    const record: ConformanceRecord = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'));
    expect(record.result.outcome).toMatchObject({ word: 'conforms' });
    expect(JSON.stringify(record)).not.toContain(testInfo.outputDir);
  });
}
