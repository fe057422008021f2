import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const root = join(__dirname, '..', '..', '..');

test('the archive, installed in an empty folder, drives the mock there', ({}, testInfo) => {
  const run = (command: string, words: string[], cwd: string) => {
    const { PATH = '', HOME = '' } = process.env;
    return spawnSync(command, words, { cwd, env: { PATH, HOME }, encoding: 'utf8' });
  };
  // Below the project npm would install into it.
  const folder = mkdtempSync(join(tmpdir(), 'first-run-'));
  mkdirSync(testInfo.outputDir, { recursive: true });
  expect(run('node', ['build.cjs'], root)).toMatchObject({ status: 0 });
  expect(run('npm', ['pack', '--pack-destination', testInfo.outputDir], root)).toMatchObject({ status: 0 });
  const [archive = ''] = readdirSync(testInfo.outputDir).filter((name) => name.endsWith('.tgz'));
  const install = run(
    'npm',
    ['install', '--no-audit', '--no-fund', join(testInfo.outputDir, archive)],
    folder,
  );
  expect(install.status, install.stderr).toBe(0);
  const { status, stdout, stderr } = run('npx', ['--no-install', 'text-workflow-conformance'], folder);
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toContain('conforms: embedded mock: ');
  const record = readFileSync(join(folder, 'conformance-report', 'conformance.json'), 'utf8');
  expect(JSON.parse(record).result.outcome).toMatchObject({ word: 'conforms', exitCode: 0, partial: false });
  expect(record).not.toContain(testInfo.outputDir);
  rmSync(folder, { recursive: true });
});
