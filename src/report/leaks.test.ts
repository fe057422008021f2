import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from '../../proof/helpers/reports-project';
import { keysIn } from '../drive/http/secrets';
import { keysAsSecrets } from '../judge/masking/mask';
import { removeLeaks, secretsIn } from './leaks';

const key = 'Sentinel+4f/9Kq=Zr7&"Wm2<x';
const secrets = { API_KEY: 'another-key-0123456789', OTHER_API_KEY: key };

test('a quote that belongs to the report does not count as a character of a key', () => {
  const keys = { API_KEY: `Key0abcdefg"hij`, OTHER_API_KEY: 'Key0zyxwvutsrqp' };
  expect(secretsIn(Buffer.from(JSON.stringify({ id: 'Key0abcdefg' })), keys)).toEqual([]);
  expect(secretsIn(Buffer.from(JSON.stringify({ id: 'Key0abcdefg"h' })), keys)).toEqual(['API_KEY']);
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
