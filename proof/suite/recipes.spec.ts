import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../helpers/process';

// Each recipe of CONTRIBUTING.md is an example that is followed here, in a copy of the project: the patch is what one
// writes by hand, and its first lines are the commands that say what is still missing.

const recipes = join(root, 'proof/recipes');

/** Copies the project's own files to a folder. */
function copyTo(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of new Set(files.split('\0'))) {
    if (file === '') continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
}

for (const file of readdirSync(recipes))
  test(`who follows the recipe ${file} writes at most 150 lines in 12 files and ends green`, ({}, info) => {
    const patch = readFileSync(join(recipes, file), 'utf8');
    expect(patch.match(/^diff --git /gm)?.length).toBeLessThanOrEqual(12);
    expect(patch.match(/^\+(?!\+)/gm)?.length).toBeLessThanOrEqual(150);
    const copy = info.outputPath('copy');
    copyTo(copy);
    execFileSync('git', ['apply', join(recipes, file)], { cwd: copy });
    for (const [, command = ''] of patch.matchAll(/^\$ (.*)$/gm)) {
      const { status, stdout, stderr } = spawnSync(command, { cwd: copy, shell: true, encoding: 'utf8' });
      expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0);
    }
  });
