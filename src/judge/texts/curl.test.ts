import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { anyKey } from '../../../proof/helpers/spellings';
import type { Exchange } from '../data/evidence';
import { credentialShown } from '../masking/placeholders';
import { curl } from './curl';

const usual = { API_KEY: 'the-key', OTHER_API_KEY: 'the-other-key' };

/** Returns the arguments that a shell passes to curl for the line of a request: a GET with these changes. */
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

test('a curl line repeats a request with its method, headers, body and key', () => {
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
    // The byte A0 alone is invalid UTF-8.
    'Authorization: Bearer  the-other-key\ufffd\t',
    '--data-binary',
    body,
    "https://api.example/v1/text?a='b'",
  ]);
});

/** Returns the header that the curl line sends for a request whose header carried a probe made from this key. */
function repeated(key: string, how: string, probe: string): string | undefined {
  const value = `Bearer ${credentialShown({ name: 'API_KEY', value: key }, how, probe)}`;
  return argumentsFor({ headers: [['Authorization', value]] }, { API_KEY: key })[2];
}

test('the shell builds a probe from the same pieces of a key, for any key', () => {
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

test('the shell produces a byte that is not a character by itself', () => {
  const header: [string, string] = ['Authorization', 'Bearer <byte e2><byte 80><byte 83>[API_KEY]'];
  expect(argumentsFor({ headers: [header] })[2]).toBe('Authorization: Bearer \u2003the-key');
});

test('a masked key in a body becomes its variable, and the shell expands nothing else', () => {
  expect(argumentsFor({ body: '"$HOME" `id` \\ [API_KEY]' })).toEqual([
    '-i',
    '-H',
    'Accept:',
    '--data-binary',
    '"$HOME" `id` \\ the-key',
    'https://api.example/',
  ]);
});
