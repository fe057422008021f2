import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  anyKey,
  anySpelling,
  anySurroundings,
  partOf,
  remains,
  spellings,
} from '../../../proof/helpers/spellings';
import { afterWords, finderOf, isWord, maskBy, type PublicTexts } from './mask';

const key = 'Owner0+FakeKey/0a1B2c3D4="e5\\F6g7~H8';
const finderWith = (keys: Record<string, string>, ...known: PublicTexts) =>
  finderOf(
    Object.entries(keys).map(([name, value]) => ({ name, value })),
    ...known,
  );
const maskKeys = (keys: Record<string, string>, ...known: PublicTexts) => maskBy(finderWith(keys, ...known));

for (const { name, spell } of spellings) {
  test(`the words of a text that contain a key are replaced: ${name}`, () => {
    const shown = maskKeys({ API_KEY: key })(`before ${spell(key)} after`);
    expect(shown).toMatch(/^(?:before )?\S*\[(?:\d+ characters with )?API_KEY\].*?(?: after)?$/);
    expect(finderWith({ API_KEY: key }).partIn(shown)).toBeUndefined();
    expect(finderWith({ API_KEY: key }).wholeIn(`x ${spell(key)}`)).toHaveLength(1);
  });
}

test('no eight characters of a key remain, in any form and at any position', () => {
  fc.assert(
    fc.property(
      anyKey,
      anyKey,
      anySpelling,
      anySurroundings,
      anySurroundings,
      fc.nat(),
      fc.nat(),
      (own, other, spelling, before, after, from, length) => {
        // A key that is one word is no secret.
        fc.pre(own[0] !== other[0] && !isWord(own) && own.length - afterWords(own) >= 8);
        const part = partOf(own, spelling, from, length);
        const mask = maskKeys({ API_KEY: own, OTHER_API_KEY: other });
        const shown = mask(`${before}"${spelling.spell(`${before}:${part}:${after}`)}"${after}`);
        return (
          /\[(?:\d+ characters with )?(?:OTHER_)?API_KEY\]/.test(shown) &&
          finderWith({ API_KEY: own }).partIn(shown) === undefined &&
          remains(shown, part, spelling.spell).length === 0
        );
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a text without a part of a key does not change', () => {
  fc.assert(
    fc.property(anyKey, anySpelling, anySurroundings, (own, { spell }, text) => {
      fc.pre(!spell(text).includes(own.slice(0, 8)));
      return maskKeys({ API_KEY: own })(spell(text)) === spell(text);
    }),
    { numRuns: 1_000 },
  );
  expect(maskKeys({})('any text')).toBe('any text');
  expect(maskKeys({ API_KEY: '' })('any text')).toBe('any text');
});

test('eight characters of a key are replaced, and seven are not', () => {
  const mask = maskKeys({ API_KEY: 'abcdefghijklmnop' });
  expect(mask('x cdefghij x')).toBe('x [8 characters with API_KEY] x');
  expect(mask('x cdefghi x')).toBe('x cdefghi x');
  expect(mask('{"code":"abcdefghijklmnop"}')).toBe('{"code":"[API_KEY]"}');
});

test('of a sentence that quotes a key of several words, only the quotation is replaced', () => {
  const mask = maskKeys({ API_KEY: 'ab12&cd34?ef56=gh78/ij90' });
  const said = 'received "The key ab12&cd34?ef56=gh78/ij90 is unknown." at one operation';
  expect(mask(said)).toBe('received "[44 characters with API_KEY]" at one operation');
  expect(mask(said.replaceAll('"', ''))).toBe('[70 characters with API_KEY]');
});

test('a key in the UTF-16 of a response is found', () => {
  const { wholeIn } = finderWith({ API_KEY: key });
  expect(wholeIn(Buffer.from(`x ${key}`, 'utf16le').toString('latin1'))).toHaveLength(1);
});

test('the leading words of a key are not masked', () => {
  const mask = maskKeys({ API_KEY: 'sk-proj-a1b2c3d4e5f6', OTHER_API_KEY: 'sk-proj-a1b2c3d4zzzzyyyy' });
  expect(mask('sk-proj-a1b2')).toBe('sk-proj-a1b2');
  expect(mask('sk-proj-a1b2c3d4e5f6 zzzzyyyy')).toBe('[API_KEY] [8 characters with OTHER_API_KEY]');
  const live = maskKeys({ API_KEY: 'thalassographer-live-7dQmZ0aXvB3nKp9s' });
  expect(live('thalassographer-text-pro thalassographer-live-7dQm')).toBe(
    'thalassographer-text-pro thalassographer-live-7dQm',
  );
  expect(live('7dQmZ0aX')).toBe('[8 characters with API_KEY]');
});

test('a part of a key that is a word of the contract is not masked, since responses with it are judged', () => {
  const mask = maskKeys({ API_KEY: 'a1-b2-c3-d4.upstream.text-nano.0a1B2c3D4' });
  expect(mask('{"error":{"code":"upstream_error"}}')).toBe('{"error":{"code":"upstream_error"}}');
  expect(mask('{"id":"x-text-nano"}')).toBe('{"id":"x-text-nano"}');
  expect(mask('a1-b2-c3-d4.upstream.text-nano.0a1B2c3D4')).toBe('[API_KEY]');
});

for (const word of [
  'code',
  'Authorization',
  '12345678',
  'model_not_found',
  '/v1/models',
  'credits.read',
  'acme-text-pro',
  'acme_error',
])
  test(`a secret that is a word, a number or a public text is not masked: ${word}`, () => {
    const mask = maskKeys({ API_KEY: word }, ['acme']);
    expect(mask(`{"${word}":"${word}"}`)).toBe(`{"${word}":"${word}"}`);
  });
