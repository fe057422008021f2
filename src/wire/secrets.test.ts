import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from '../../proof/helpers/reports-project';
import { keepProbe, keepSecret, keysIn, removeLeaks, withPlaceholders } from './secrets';

const key = 'Sentinel+4f/9Kq=Zr7&"Wm2<x';

test('a file that contains a whole key is deleted and named with the variable', ({}, testInfo) => {
  keepSecret('OTHER_API_KEY', key);
  const [clean, leaky, encoded] = ['clean.txt', 'leaky.txt', 'encoded.txt'].map((name) =>
    testInfo.outputPath(name),
  ) as [string, string, string];
  writeFileSync(clean, `nothing but ${key.slice(0, -1)}`);
  writeFileSync(leaky, JSON.stringify({ a: `x${key}` }));
  writeFileSync(encoded, Buffer.from(`user:${key}`).toString('base64'));
  expect(removeLeaks([clean, leaky, encoded])).toEqual([
    { file: leaky, variable: 'OTHER_API_KEY' },
    { file: encoded, variable: 'OTHER_API_KEY' },
  ]);
  expect(removeLeaks([clean])).toEqual([]);
});

test('a header is recorded with placeholders for a key and for what was made from it', () => {
  keepSecret('API_KEY', 'ok_5f2c9a7e41d8b3606e17c9f2');
  keepProbe('ok_5f2c9a7e41d8b3606e17c9f2', 'one character changed', 'ok_5f2c9a7e41d8b3606e17c9f7');
  expect(withPlaceholders('Bearer ok_5f2c9a7e41d8b3606e17c9f2')).toBe('Bearer [API_KEY]');
  expect(withPlaceholders('Bearer  ok_5f2c9a7e41d8b3606e17c9f7')).toBe('Bearer  [API_KEY 1-26]7');
  expect(withPlaceholders('api_key=ok_5f2c9a7e41d8b3606e17c9f2; a=b')).toBe('api_key=[API_KEY]; a=b');
});

test('every variable whose name ends in API_KEY counts as a secret', () => {
  const env = { API_KEY: 'a', STAGING_API_KEY: key, API_KEYS: 'c', MY_API_KEY_FILE: 'd', QUOTA_API_KEY: '' };
  expect(Object.keys(keysIn(env))).toEqual(['API_KEY', 'STAGING_API_KEY']);
});

test('a short word or flag in a variable that is no setting is not a secret, since responses contain such words', () => {
  const env = { LOCAL_MODEL_API_KEY: 'x', NEEDS_API_KEY: 'true', HAS_API_KEY: '1', OTHER_API_KEY: 'ab12' };
  expect(Object.keys(keysIn(env))).toEqual(['OTHER_API_KEY']);
});
