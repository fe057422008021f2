import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root, run } from '../helpers/process';

test('the archive, installed in an empty folder, runs all checks on the mock', async ({}, testInfo) => {
  // In a folder below the project, npm would install into the project.
  const folder = mkdtempSync(join(tmpdir(), 'first-run-'));
  mkdirSync(testInfo.outputDir, { recursive: true });
  expect(await run('node', ['build.cjs'], root)).toMatchObject({ code: 0 });
  const packed = await run('npm', ['pack', '--pack-destination', testInfo.outputDir], root);
  expect(packed.code, packed.stderr).toBe(0);
  const [archive = ''] = readdirSync(testInfo.outputDir).filter((name) => name.endsWith('.tgz'));
  const words = ['install', '--no-audit', '--no-fund', join(testInfo.outputDir, archive)];
  const install = await run('npm', words, folder);
  expect(install.code, install.stderr).toBe(0);
  const { code, stdout, stderr } = await run('npx', ['--no-install', 'text-workflow-conformance'], folder);
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain('conforms: built-in mock: ');
  const record = readFileSync(join(folder, 'conformance-report', 'conformance.json'), 'utf8');
  expect(JSON.parse(record).result.outcome).toMatchObject({ word: 'conforms', exitCode: 0, partial: false });
  expect(record).not.toContain(testInfo.outputDir);
  for (const [word, told] of [
    ['doctor', 'Usage: npx text-workflow-conformance doctor [options]'],
    ['init', 'Usage: npx text-workflow-conformance init [options]'],
  ] as const) {
    const help = await run('npx', ['--no-install', 'text-workflow-conformance', word, '--help'], folder);
    expect(help.stdout).toContain(told);
    expect(help.stdout).not.toContain('npm run');
  }
  rmSync(folder, { recursive: true });
});

test("the archive contains no user's target file, and an error in one does not stop the build", async () => {
  // The copy is not among the artifacts, since runs of other tests search these for the keys of the mock.
  const copy = mkdtempSync(join(tmpdir(), 'archive-'));
  const left = ['node_modules', '.git', 'dist', 'test-results'];
  for (const name of readdirSync(root))
    if (!left.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  await run('ln', ['-s', join(root, 'node_modules'), copy], root);
  writeFileSync(join(copy, 'tests/targets/own.ts'), "export const wrong: number = 'own';\n");
  writeFileSync(join(copy, 'tests/targets/own.proof.json'), '{}');
  const { code, stdout, stderr } = await run(process.execPath, ['build.cjs'], copy);
  expect(code, stdout + stderr).toBe(0);
  const names = readdirSync(join(copy, 'dist/tests/targets')).map((name) => name.split('.')[0]);
  expect([...new Set(names)].sort()).toEqual(['example', 'mock']);
  rmSync(copy, { recursive: true });
});
