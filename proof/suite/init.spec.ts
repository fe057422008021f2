import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { parse as dotenv } from 'dotenv';
import { mockKeys } from '../../mock/accounts';
import { settingsText } from '../../src/init/write';
import { checkTarget } from '../../src/settings/target-file/check-target';
import { loadTarget } from '../../src/settings/target-file/load-target';
import { root, init as startInit } from '../helpers/process';

/** Runs `init` in the folder of this test. */
const init = (testInfo: TestInfo, words: string[], key: string = mockKeys.API_KEY, more = {}) =>
  startInit(words, { API_KEY: key, ...more }, testInfo.outputPath());

const inputs = join(__dirname, '../inputs');
const bare = ['--openapi', join(inputs, 'services/bare.yaml')];

test('a written file compiles, wherever it is', async ({}, testInfo) => {
  const documents = readdirSync(join(inputs, 'services')).flatMap((name) =>
    name.endsWith('.yaml') ? join(inputs, 'services', name) : [],
  );
  const elsewhere = mkdtempSync(join(tmpdir(), 'init-'));
  const files: string[] = [];
  for (const [index, document] of documents.entries())
    for (const folder of [elsewhere, testInfo.outputPath('a', 'b')]) {
      const file = join(folder, `target-${index}.ts`);
      const places = ['--target', file, '--env', testInfo.outputPath(`${files.length}.env`)];
      expect(await init(testInfo, ['--openapi', document, '--no-doctor', ...places])).toMatchObject({
        stderr: '',
      });
      files.push(file);
    }
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect(checkTarget(await loadTarget(file)), text).toEqual([]);
    for (const part of ['text', 'workflow', 'retryDelays'])
      expect(text).toMatch(new RegExp(`^  (// )?${part}: `, 'm'));
  }
  const config = testInfo.outputPath('tsconfig.json');
  const project = { extends: join(root, 'tsconfig.json'), files, include: [], exclude: [] };
  writeFileSync(config, JSON.stringify(project));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  expect(spawnSync(process.execPath, [tsc, '-p', config], { cwd: root, encoding: 'utf8' }).stdout).toBe('');
  rmSync(elsewhere, { recursive: true });
});

for (const key of [
  'ab',
  'a"b#c',
  'a$HOME',
  'a$(echo b)`echo c`',
  '!a&b;c|d>e*f?[g] h',
  'a\\\\b\\"c',
  'a=b~c',
])
  test(`a key is read from a settings file by dotenv and by a shell as it is: ${key}`, () => {
    const target = 'my targets/t$(echo x).ts';
    const text = settingsText({ BASE_URL: 'https://a.example', API_KEY: key, TARGET: target });
    const script = `set -a\n${text}\nprintf '%s\\n' "$BASE_URL" "$API_KEY" "$TARGET"`;
    const shell = spawnSync('sh', { encoding: 'utf8', env: {}, input: script });
    expect(shell.stdout.split('\n').slice(0, 3)).toEqual(['https://a.example', key, target]);
    expect(dotenv(text)).toEqual({ BASE_URL: 'https://a.example', API_KEY: key, TARGET: target });
  });

test('no key is sent to an address that only the document names', async ({}, testInfo) => {
  const { code, stdout } = await init(testInfo, bare);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('https://plain.example') });
  expect(stdout).toMatch(/\nSee whether BASE_URL in \.env is right\. Then: .* doctor --sign\n$/);
});

test('the command writes two files, only one with the key, and never overwrites them', async ({}, testInfo) => {
  const words = [...bare, '--no-doctor'];
  const first = await init(testInfo, words);
  expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
  expect(first.stdout).toContain('Written target.ts, .env');
  const env = testInfo.outputPath('.env');
  expect(readFileSync(env, 'utf8')).toContain(`API_KEY=${mockKeys.API_KEY}\nTARGET=target.ts\n`);
  expect(statSync(env).mode & 0o077).toBe(0);
  const before = readFileSync(testInfo.outputPath('target.ts'), 'utf8');
  expect(before).not.toContain(mockKeys.API_KEY);
  const again = await init(testInfo, words);
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Files are never overwritten, and there is already target.ts and .env'),
  });
  const beside = await init(testInfo, [...words, '--target', 'other.ts']);
  expect(beside).toMatchObject({ code: 2, stderr: expect.stringContaining('there is already .env:') });
  expect(existsSync(testInfo.outputPath('other.ts'))).toBe(false);
});

test('a file for the key that git does not ignore is rejected before anything is written', async () => {
  // Outside of this project, whose own .gitignore has both names.
  const folder = mkdtempSync(join(tmpdir(), 'init-'));
  const words = [...bare, '--no-doctor', '--env', '.env.orbit'];
  const start = () => startInit(words, { API_KEY: mockKeys.API_KEY }, folder);
  spawnSync('git', ['init', '--quiet'], { cwd: folder });
  writeFileSync(join(folder, '.gitignore'), '.env\n');
  expect(await start()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('.env.orbit will contain the API key, and git does not ignore it'),
  });
  expect(existsSync(join(folder, 'target.ts'))).toBe(false);
  writeFileSync(join(folder, '.gitignore'), '.env*\n');
  expect(await start()).toMatchObject({ code: 0, stderr: '' });
  rmSync(folder, { recursive: true });
});
