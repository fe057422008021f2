import { expect, test } from '@playwright/test';
import { headerWithoutNamed, withoutNamed } from './named-secrets';

const secret = 'c5a1f0de9b7742f1';

for (const [text, shown] of [
  [`{"api_key": "hunter2", "n": 1}`, `{"api_key": "[api_key]", "n": 1}`],
  [`{"a": [{"b": {"clientSecret":"x y"}}]}`, `{"a": [{"b": {"clientSecret":"[clientSecret]"}}]}`],
  [
    '{"password": "a\\"b", "access_token": "c"}',
    '{"password": "[password]", "access_token": "[access_token]"}',
  ],
  ['{"Authorization": "Bearer abc"}', '{"Authorization": "[Authorization]"}'],
  ['{"raw": "{\\"token\\": \\"abc\\"}"}', '{"raw": "{\\"token\\": \\"[token]\\"}"}'],
  ['{"token": "cut off', '{"token": "cut off'],
  [`{"key": "${secret}"}`, '{"key": "[key]"}'],
  ['user=me&password=hunter2&n=1', 'user=me&password=[password]&n=1'],
  ['password=hunter2', 'password=[password]'],
  [
    'https://me:pw@a.example/cb?code=1&ticket=2&otp=3&page=4#access_token=5&n=6',
    'https://[userinfo]@a.example/cb?code=[code]&ticket=[ticket]&otp=[otp]&page=4#access_token=[access_token]&n=6',
  ],
  ['{"next": "https://a.example/?api_key=abc"}', '{"next": "https://a.example/?api_key=[api_key]"}'],
] as const) {
  test(`a value whose name marks it as a secret is not shown: ${text}`, () => {
    expect(withoutNamed(text)).toBe(shown);
    expect(withoutNamed(shown)).toBe(shown);
  });
}

for (const text of [
  '{"error": {"code": "invalid_api_key", "message": "The key is wrong", "type": "acme_error"}}',
  '{"models": [{"id": "acme-text-pro", "max_tokens": 5, "tokenizer": "bpe"}], "token": "acme-text-pro"}',
  '{"blocks": [{"key": "first", "type": "write", "inputs": {"prompt": "token=abc; say it"}}]}',
  '{"usage": {"total_tokens": 12}, "api_key": null, "session": "morning"}',
  'https://a.example/v1/jobs?state=done&author=me',
]) {
  test(`a value that is not a secret does not change: ${text}`, () => expect(withoutNamed(text)).toBe(text));
}

test('the value of a header is hidden if its name marks it as a secret', () => {
  expect(headerWithoutNamed('X-Passphrase', 'open')).toBe('[X-Passphrase]');
  expect(headerWithoutNamed('Authorization', 'Bearer [API_KEY]')).toBe('Bearer [API_KEY]');
  expect(headerWithoutNamed('Location', '/cb?code=abc')).toBe('/cb?code=[code]');
});

test('five texts of a megabyte are searched within five seconds', () => {
  const began = performance.now();
  for (const piece of ['"token": "', '\\"token\\": \\"', '&token=', '"a":"', '://'])
    withoutNamed(piece.repeat(2 ** 20 / piece.length));
  expect(performance.now() - began).toBeLessThan(5000);
});
