import { expect, test } from '@playwright/test';
import { namedSecretsIn, withoutNamed } from './named-secrets';

const secret = 'c5a1f0de9b7742f1';
const names = (request: Partial<Parameters<typeof namedSecretsIn>[0]>) =>
  namedSecretsIn({ url: 'https://a.example/', headers: {}, body: '', ...request }).map(({ name }) => name);

test('a value whose name marks it as a secret is one, wherever a target file puts it', () => {
  expect(names({ body: `{"a": [{"b": {"clientSecret": "hunter2-hunter2"}}], "key": "${secret}"}` })).toEqual([
    'clientSecret',
    'key',
  ]);
  expect(names({ headers: { 'X-Passphrase': 'open-sesame-2', Authorization: `Bearer ${secret}` } })).toEqual([
    'X-Passphrase',
  ]);
  expect(names({ url: 'https://a.example/cb?token=one-1-one-1&page=long-page-4' })).toEqual(['token']);
});

test('of the address and the body of a request, such a value is not shown', () => {
  expect(withoutNamed('https://a.example/cb?token=abc&page=4')).toBe(
    'https://a.example/cb?token=[token]&page=4',
  );
  expect(withoutNamed('{"api_key": "hunter2", "n": 1}')).toBe('{"api_key": "[api_key]", "n": 1}');
});

test('a value that is common, or a word of the contract, is none', () => {
  for (const body of [
    '{"models": [{"id": "acme-text-pro", "tokenizer": "bpe-bpe-bpe"}], "token": "acme-text-pro"}',
    '{"blocks": [{"key": "the-first-one", "type": "write"}], "token": "short"}',
    '{"usage": {"total_tokens": 12345678}, "api_key": null, "session": "good-morning"}',
  ])
    expect(names({ body }), body).toEqual([]);
});
