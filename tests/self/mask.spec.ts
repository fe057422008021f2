import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { formsOf, maskDeep, maskWith } from '../engine/mask';

const key = 'Owner0+FakeKey/0a1B2c3D4="e5\\F6g7~H8';

test('a key is masked plain, URL-encoded and JSON-escaped, by the name of its variable', () => {
  const mask = maskWith({ API_KEY: key });
  expect(mask(`Bearer ${key}, twice ${key}`)).toBe('Bearer [API_KEY], twice [API_KEY]');
  expect(mask(`?key=${encodeURIComponent(key)}&a=b`)).toBe('?key=[API_KEY]&a=b');
  expect(mask(JSON.stringify({ key }))).toBe('{"key":"[API_KEY]"}');
});

for (const encoding of ['base64', 'base64url'] as const) {
  test(`a key inside ${encoding} text is masked wherever it begins`, () => {
    const unmasked: string[] = [];
    for (let round = 0; round < 100; round++) {
      const secret = randomBytes(8 + (round % 30)).toString('latin1');
      const mask = maskWith({ API_KEY: secret });
      for (let lead = 0; lead < 6; lead++) {
        const trail = round % 5;
        const text = Buffer.concat([randomBytes(lead), Buffer.from(secret), randomBytes(trail)]);
        const left = mask(text.toString(encoding)).split('[API_KEY]');
        // The digits that the key shares with its neighbours stay: at most one at each end.
        const most = Math.ceil(((lead + trail) * 4) / 3) + 4;
        if (left.length !== 2 || left.join('').length > most) unmasked.push(left.join('|'));
      }
    }
    expect(unmasked).toEqual([]);
  });
}

test('a key that begins another is not taken for it', () => {
  const mask = maskWith({ API_KEY: 'abcdefgh', OTHER_API_KEY: 'abcdefgh12345678' });
  expect(mask('abcdefgh12345678 abcdefgh')).toBe('[OTHER_API_KEY] [API_KEY]');
});

test('a short secret is masked plain only, since its encoded forms would match ordinary text', () => {
  expect(formsOf('ab12')).toEqual(['ab12']);
  expect(maskWith({ API_KEY: 'ab12' })('ab12 is masked')).toBe('[API_KEY] is masked');
});

test('signs that mean something in a pattern or a replacement are taken as they are', () => {
  const signs = '$&()*+.?[\\]^{|}/-$1';
  expect(maskWith({ API_KEY: signs, '$&': 'second-secret' })(`<${signs}> second-secret`)).toBe(
    '<[API_KEY]> [$&]',
  );
});

test('without a secret, and with an empty one, a text stays as it is', () => {
  expect(maskWith({})('any text')).toBe('any text');
  expect(maskWith({ API_KEY: '' })('any text')).toBe('any text');
});

test('plain data is masked at every depth, names of properties included, and other values stay', () => {
  const data = { a: [`x${key}`, { [key]: 1 }], b: null, c: true, d: Buffer.from('bytes') };
  expect(maskDeep(data, maskWith({ API_KEY: key }))).toEqual({
    a: ['x[API_KEY]', { '[API_KEY]': 1 }],
    b: null,
    c: true,
    d: data.d,
  });
});
