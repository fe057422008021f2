import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { anyKey, maskWith } from '../../proof/helpers/spellings';
import { sample } from '../probes/family';
import { keysInAnotherCase, ofTheSameForm } from '../probes/keys';
import { curl } from './curl';
import type { Exchange } from './evidence';
import { probeOf } from './mask';

const usual = { API_KEY: 'the-key', OTHER_API_KEY: 'the-other-key' };

/** The arguments that a shell hands to curl for the line of a request: a plain read, but for what is said. */
function argumentsFor(more: Partial<Exchange['request']>, keys: Record<string, string> = usual): string[] {
  const line = curl({
    request: { method: 'GET', url: 'https://api.example/', headers: [], body: null, ...more },
  });
  const script = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  return execFileSync('sh', ['-c', script], { env: { PATH: process.env.PATH, ...keys } })
    .toString()
    .split('\0')
    .slice(0, -1);
}

test('a curl line repeats the request in a shell: method, headers, body and key', () => {
  const body = JSON.stringify({ prompt: `it's "$HOME" and \`id\` \\ 한글\n!` });
  const sent = argumentsFor({
    method: 'POST',
    url: "https://api.example/v1/text?a='b'",
    headers: [
      ['accept', 'application/json'],
      ['user-agent', 'suite'],
      ['x-empty', ''],
      ['Authorization', 'Bearer <space>[OTHER_API_KEY]<no-break space><tab>'],
    ],
    body,
  });
  expect(sent).toEqual([
    '-i',
    '-X',
    'POST',
    '-H',
    'accept: application/json',
    '-H',
    'x-empty;',
    '-H',
    // The one byte A0 is no UTF-8.
    'Authorization: Bearer  the-other-key\ufffd\t',
    '--data-binary',
    body,
    "https://api.example/v1/text?a='b'",
  ]);
});

/** The header that a shell sends for one that carried a probe made from a key. */
function repeated(key: string, how: string, probe: string): string | undefined {
  const owner = { name: 'API_KEY', value: key, parts: true };
  const value = maskWith([owner, probeOf(owner, how, probe)])(`Bearer ${probe}`);
  return argumentsFor({ headers: [['Authorization', value]] }, { API_KEY: key })[2];
}

test('a probe made of pieces of a key is made of them by the shell, whatever the key', () => {
  const edits: Record<string, (key: string, place: number) => string> = {
    'cut off': (key, place) => key.slice(0, place),
    'cut at the start': (key, place) => key.slice(place),
    'one character changed': (key, place) => `${key.slice(0, place)}\u00e9${key.slice(place + 1)}`,
    'one character dropped': (key, place) => key.slice(0, place) + key.slice(place + 1),
    'one character doubled': (key, place) => key.slice(0, place + 1) + key.slice(place),
    'before a comma': (key) => `${key},x`,
    'one character longer': (key) => `${key}x`,
    'after a word': (key) => `Bearer ${key}`,
  };
  fc.assert(
    fc.property(anyKey, fc.constantFrom(...Object.keys(edits)), fc.nat(), (key, how, at) => {
      const probe = edits[how]?.(key, 1 + (at % (key.length - 1))) ?? '';
      const sent = repeated(key, how, probe);
      if (sent !== `Authorization: Bearer ${probe}`) throw new Error(`${how} of ${key}: ${sent}`);
    }),
    { numRuns: 100 },
  );
});

test('a probe that has no more than its form from a key is made by the shell or something like it', () => {
  const key = 'Key0aBcDeFgHiJkLmNoP';
  const changed = keysInAnotherCase[0]?.classic?.(key)[0]?.value ?? '';
  expect(repeated(key, 'letter case changed', changed)).toBe(`Authorization: Bearer ${changed}`);
  const [{ value: other } = { value: '' }] = sample(ofTheSameForm, key, { seed: 1, depth: 1, place: '' });
  expect(repeated(key, 'of the same form', other)).toBe(`Authorization: Bearer ${key.slice(0, -8)}00000000`);
});

test('a byte that is no character by itself is made by the shell', () => {
  const header: [string, string] = ['Authorization', 'Bearer <byte e2><byte 80><byte 83>[API_KEY]'];
  expect(argumentsFor({ headers: [header] })[2]).toBe('Authorization: Bearer \u2003the-key');
});

test('the key of a further client in captured traffic is its variable', () => {
  const headers: [string, string][] = [['Authorization', 'Bearer [CLIENT_2_API_KEY]']];
  expect(argumentsFor({ headers }, { CLIENT_2_API_KEY: 'its-key' })[2]).toBe('Authorization: Bearer its-key');
});

test('a masked key within a body that needs escaping is the variable, and nothing else is run', () => {
  expect(argumentsFor({ body: '"$HOME" `id` \\ [API_KEY]' })).toEqual([
    '-i',
    '-H',
    'Accept:',
    '--data-binary',
    '"$HOME" `id` \\ the-key',
    'https://api.example/',
  ]);
});
