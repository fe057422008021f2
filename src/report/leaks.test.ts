import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from '../../proof/helpers/reports-project';
import { keysIn } from '../drive/http/secrets';
import { keysAsSecrets } from '../judge/mask';
import { maskerOf, removeLeaks, secretsIn } from './leaks';

const key = 'Sentinel+4f/9Kq=Zr7&"Wm2<x';
const secrets = { API_KEY: 'another-key-0123456789', OTHER_API_KEY: key };

test('a key is found in plain text and in encodings that are masked', () => {
  const inBase64 = base64(JSON.stringify({ header: `Basic ${base64(`user:${key}`)}` }));
  for (const text of [key, encodeURIComponent(key), inBase64])
    expect(secretsIn(Buffer.from(`before ${text} after`), secrets)).toEqual(['OTHER_API_KEY']);
});

test('a key is found in gzip data, and no key is found in data without one', () => {
  expect(secretsIn(gzipSync(`some ${key} text`), secrets)).toEqual(['OTHER_API_KEY']);
  expect(secretsIn(gzipSync('some other text that is long enough'), secrets)).toEqual([]);
  expect(secretsIn(Buffer.alloc(0), secrets)).toEqual([]);
});

test('a quote that belongs to the report does not count as a character of a key', () => {
  const keys = { API_KEY: `Key0abcdefg"hij`, OTHER_API_KEY: 'Key0zyxwvutsrqp' };
  expect(secretsIn(Buffer.from(JSON.stringify({ id: 'Key0abcdefg' })), keys)).toEqual([]);
  expect(secretsIn(Buffer.from(JSON.stringify({ id: 'Key0abcdefg"h' })), keys)).toEqual(['API_KEY']);
});

test('a part of a key that is a phrase of the suite is not masked, in whichever folder the phrase is used', () => {
  const piece = 'the password of the proxy';
  const mask = maskerOf(keysAsSecrets({ API_KEY: `${piece}-4f9Kq7Zr` }));
  expect([mask(piece)]).toEqual([piece]);
  expect(mask(`${piece}-4f9Kq7Zr`)).not.toContain('4f9Kq7Zr');
});

test('a file that contains a key is deleted and named with the variable', ({}, testInfo) => {
  const clean = testInfo.outputPath('clean.txt');
  const leaky = testInfo.outputPath('leaky.txt');
  writeFileSync(clean, 'nothing');
  writeFileSync(leaky, key);
  expect(removeLeaks([clean, leaky], keysAsSecrets(secrets))).toEqual([
    { file: leaky, variable: 'OTHER_API_KEY' },
  ]);
  expect(removeLeaks([clean], keysAsSecrets(secrets))).toEqual([]);
  writeFileSync(clean, `nothing but ${key}`);
  expect(removeLeaks([clean], keysAsSecrets({ API_KEY: 'another-key-0123456789' }))).toEqual([]);
  expect(removeLeaks([clean], keysAsSecrets(secrets))).toEqual([{ file: clean, variable: 'OTHER_API_KEY' }]);
});

test('every variable whose name ends in API_KEY counts as a secret', () => {
  const env = { API_KEY: 'a', STAGING_API_KEY: key, API_KEYS: 'c', MY_API_KEY_FILE: 'd', QUOTA_API_KEY: '' };
  expect(Object.keys(keysIn(env))).toEqual(['API_KEY', 'STAGING_API_KEY']);
});

test('a short word or flag in a variable that is no setting is not a secret, since responses contain such words', () => {
  const env = { LOCAL_MODEL_API_KEY: 'x', NEEDS_API_KEY: 'true', HAS_API_KEY: '1', OTHER_API_KEY: 'ab12' };
  expect(Object.keys(keysIn(env))).toEqual(['OTHER_API_KEY']);
});

/** A project with a check that leaks a key. */
const leaking = `
import { writeFileSync } from 'node:fs';
import { cites, judge, test } from '../evidence';
const key = process.env.API_KEY ?? '';
test('the valid key is accepted', cites('auth.key.valid'), async ({}, info) => {
  judge(info, 'auth.key.valid');
  if (process.env.LEAK === 'attachment') info.attachments.push({ name: 'note', contentType: 'text/plain', body: Buffer.from('see ' + key) });
  if (process.env.LEAK === 'file') writeFileSync(info.outputPath('note.txt'), Buffer.from('user:' + key).toString('base64'));
  if (process.env.LEAK === 'error') throw new Error('Authorization: Bearer ' + key);
});
`;
test.use({ files: { 'checks/auth.spec.ts': leaking } });

const env = {
  API_KEY: 'sentinel-J7xQ2mVb9Rt4Lc6W',
  PLAYWRIGHT_JSON_OUTPUT_FILE: 'elsewhere/report.json',
  PLAYWRIGHT_JUNIT_OUTPUT_FILE: 'elsewhere/junit.xml',
};

test('a leak into every report exits 4, names each report and deletes it', async ({ project }) => {
  const words = ['test', '--reporter=html,json,blob,junit'];
  const { code, stderr } = await project.run(words, { ...env, LEAK: 'error' });
  expect(code).toBe(4);
  const leaky = [
    'elsewhere/report.json',
    'elsewhere/junit.xml',
    'playwright-report/index.html',
    'blob-report/report.zip',
  ];
  expect(stderr).toContain('API_KEY stood in out/conformance.json: deleted');
  for (const file of leaky) {
    expect.soft(stderr).toContain(`API_KEY stood in ${file}: deleted`);
    expect.soft(project.has(file), file).toBe(false);
  }
  expect(stderr).toMatch(/^leaked: a hand-made target: /m);
  expect(stderr).toContain('API_KEY stood in out/index.html: deleted');
  // The suite writes its own reports again, masked and with the leak as the outcome.
  expect(project.read('out/index.html')).not.toContain(env.API_KEY);
  expect(project.record().result.outcome).toMatchObject({ word: 'leaked', exitCode: 4 });
  expect(project.read('out/conformance.json')).toContain('Authorization: Bearer [API_KEY]');
});

test('a key in an attachment is found in the attachment and in zip files', async ({ project }) => {
  const { code, stderr } = await project.run(['test', '--reporter=html,blob'], {
    ...env,
    LEAK: 'attachment',
  });
  expect(code).toBe(4);
  expect(stderr).toContain('API_KEY stood in playwright-report/');
  expect(stderr).toContain('API_KEY stood in blob-report/report.zip: deleted');
});

test('a key is found in the base64 of a file of a check, and files that are no artifacts are not deleted', async ({
  project,
}) => {
  writeFileSync(join(project.folder, '.env'), `API_KEY=${env.API_KEY}\n`);
  mkdirSync(join(project.folder, 'notes'));
  writeFileSync(join(project.folder, 'notes/keys.txt'), env.API_KEY);
  const settings = join(project.folder, 'out/settings');
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, `API_KEY=${env.API_KEY}\n`);
  const { code, stdout } = await project.run(['test'], {
    ...env,
    LEAK: 'file',
    DOTENV_CONFIG_PATH: settings,
  });
  expect(code).toBe(4);
  expect(stdout).toMatch(/API_KEY stood in results\/.*note\.txt: deleted/);
  expect(project.has('.env')).toBe(true);
  expect(project.has('notes/keys.txt')).toBe(true);
  expect(project.has('out/settings')).toBe(true);
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
