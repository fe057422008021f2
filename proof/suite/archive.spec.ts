import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root, run } from '../helpers/process';

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
