import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { startMock } from '../../../mock/server';
import type { ConformanceRecord } from '../../../reports/record';
import { services } from '../services/services';

const root = join(__dirname, '..', '..', '..');
const { RATE_LIMIT_API_KEY: _limited, UPSTREAM_API_KEY: _flaky, ...accounts } = mockKeys;

/** What needs neither an account that meets the rate limit nor one whose AI fails. */
const required = 'errors auth models credits jobs runs text workflows limits.daily.exceeded';

for (const [name, { document, served, flags }] of Object.entries(services)) {
  test(`${name}: from an address and a document to a full verdict, without a file edited`, async ({}, testInfo) => {
    const mock = await startMock({ variant: served });
    const { PATH = '', HOME = '' } = process.env;
    const settings = testInfo.outputPath('settings');
    const reports = testInfo.outputPath('reports');
    const env = { PATH, HOME, ...accounts, REPORTS: reports };
    const material = ['--openapi', join(__dirname, '..', 'services', document), '--base-url', mock.url];
    const places = ['--target', testInfo.outputPath('target.ts'), '--env', settings];
    const init = await run(['run', '--silent', 'init', '--', ...material, ...places, ...flags], env);
    expect(init.code, init.output).toBe(0);
    expect(init.output).toMatch(/(\d+) of \1 parts proved/);

    const conformance = await run(['run', '--silent', 'conformance'], {
      ...env,
      DOTENV_CONFIG_PATH: settings,
      REQUIRE: required,
    });
    expect(conformance.code, conformance.output).toBe(0);
    const record: ConformanceRecord = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'));
    expect(record.result.outcome).toMatchObject({ word: 'conforms' });
    expect(JSON.stringify(record)).not.toContain(testInfo.outputDir);
    await mock.close();
  });
}

function run(words: string[], env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn('npm', words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, output })));
}
