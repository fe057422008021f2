import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  anyKey,
  anySpelling,
  anySurroundings,
  maskWith,
  partOf,
  remains,
  spellings,
} from '../../../proof/helpers/spellings';
import { afterWords, finderOf, isWord, keysAsSecrets, maskBy, probeOf } from './mask';

const key = 'Owner0+FakeKey/0a1B2c3D4="e5\\F6g7~H8';
const maskKeys = (keys: Record<string, string>) => maskWith(keysAsSecrets(keys));

for (const { name, spell } of spellings) {
  test(`a key is replaced by the name of its variable: ${name}`, () => {
    const mask = maskKeys({ API_KEY: key });
    const shown = mask(`(${spell(`x ${key}`)}) and (${spell(key)}`);
    expect(shown).toMatch(/^\([^[]{0,14}\[API_KEY\][\w=]{0,3}\) and \(\[API_KEY\][\w=]{0,3}$/);
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
        const sightings = finderOf(keysAsSecrets({ API_KEY: own }))(Buffer.from(shown));
        return (
          /\[(?:OTHER_)?API_KEY(?: \d+-\d*)?\]/.test(shown) &&
          [...sightings, ...remains(shown, part, spelling.spell)].length === 0
        );
      },
    ),
    {
      numRuns: 1_000,
      // A key that contains what looks like an escape sequence.
      examples: spellings.map((spelling) => ['!!%00!!!!!!!', '"!!!!!!!!!!!', spelling, '', '', 0, 0]),
    },
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
});

test('eight characters of a key are masked, and seven are not', () => {
  const mask = maskKeys({ API_KEY: 'abcdefghijklmnop' });
  expect(mask('x cdefghij x')).toBe('x [API_KEY 3-10] x');
  expect(mask('x cdefghi x')).toBe('x cdefghi x');
});

test('the closing quote of a JSON string remains, even if the key continues with a quote', () => {
  const mask = maskKeys({ API_KEY: 'abcdefghi"jklmnopqrs' });
  expect(mask('{"seen":"abcdefghi":[]}')).toBe('{"seen":"[API_KEY 1-9]":[]}');
  expect(mask('{"jklmnopqrs":[]}')).toBe('{"[API_KEY 11-]":[]}');
  expect(mask('{"seen":"bcdefghi"}')).toBe('{"seen":"[API_KEY 2-9]"}');
});

test('the leading word of a key and the common start of two keys are not masked', () => {
  const mask = maskKeys({ API_KEY: 'sk-proj-a1b2c3d4e5f6', OTHER_API_KEY: 'sk-proj-a1b2c3d4zzzzyyyy' });
  expect(mask('sk-proj-a1b2c3d4')).toBe('sk-proj-a1b2c3d4');
  expect(mask('sk-proj-a1b2c3d4zzzz')).toBe('sk-proj-a1b2c3d4zzzz');
  expect(mask('d4zzzzyyyy')).toBe('[OTHER_API_KEY 15-]');
  expect(mask('sk-proj-a1b2c3d4e5f6')).toBe('[API_KEY]');
  expect(mask('long-words-of-a-key-zzzz-yyyy')).toBe('long-words-of-a-key-zzzz-yyyy');
});

test('the words before the random part of a key are not masked, since they may be the name of the service', () => {
  const mask = maskKeys({ API_KEY: 'thalassographer-live-7dQmZ0aXvB3nKp9s' });
  expect(mask('thalassographer-text-pro')).toBe('thalassographer-text-pro');
  expect(mask('thalassographer-live-7dQm')).toBe('thalassographer-live-7dQm');
  expect(mask('7dQmZ0aX')).toBe('[API_KEY 22-29]');
  expect(mask('thalassographer-live-7dQmZ0aXvB3nKp9s')).toBe('[API_KEY]');
  expect(maskKeys({ API_KEY: 'correct-horse-battery-staple' })('horse-battery')).toBe('[API_KEY 9-21]');
});

test('a part of a key that is a word of the contract is not masked, since responses with it are judged', () => {
  const mask = maskKeys({ API_KEY: 'a1-b2-c3-d4.upstream.text-nano.0a1B2c3D4' });
  expect(mask('{"error":{"code":"upstream_error"}}')).toBe('{"error":{"code":"upstream_error"}}');
  expect(mask('{"id":"x-text-nano"}')).toBe('{"id":"x-text-nano"}');
  expect(mask('d4.upstr')).toBe('[API_KEY 10-17]');
  expect(mask('a1-b2-c3-d4.upstream.text-nano.0a1B2c3D4')).toBe('[API_KEY]');
});

test('a key is not confused with a longer key that begins with it, and a probe is masked only as a whole', () => {
  const mask = maskKeys({ API_KEY: 'abcdefg1', OTHER_API_KEY: 'abcdefg112345678' });
  expect(mask('abcdefg112345678 abcdefg1')).toBe('[OTHER_API_KEY] [API_KEY]');
  const owner = { name: 'API_KEY', value: 'abcdefghijklmnop', parts: true };
  const probed = maskWith([
    owner,
    probeOf(owner, 'one character longer', 'abcdefghijklmnopx'),
    probeOf(owner, 'one character changed', 'abcdefgXijklmnop'),
    probeOf(owner, 'of the same form', 'qwertyuiopasdfgh'),
  ]);
  expect(probed('abcdefghijklmnopx')).toBe('[API_KEY]x');
  expect(probed('abcdefgXijklmnop')).toBe('[API_KEY 1-7]X[API_KEY 9-]');
  expect(probed('qwertyuiopasdfgh')).toBe('[API_KEY, of the same form]');
  expect(probed('qwertyuiopasd')).toBe('qwertyuiopasd');
});

test('a secret shorter than eight characters is masked as a whole', () => {
  expect(maskKeys({ API_KEY: 'ab12' })('ab12 is masked, xab12x')).toBe('[API_KEY] is masked, x[API_KEY]x');
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
    const mask = maskBy(finderOf(keysAsSecrets({ API_KEY: word }), ['acme']));
    expect(mask(`{"${word}":"${word}"}`)).toBe(`{"${word}":"${word}"}`);
  });

test('a text does not change if there is no secret, or an empty one', () => {
  expect(maskKeys({})('any text')).toBe('any text');
  expect(maskKeys({ API_KEY: '' })('any text')).toBe('any text');
});

test('a key is found at any position of a text of megabytes', () => {
  const text = Buffer.from(
    JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id: `model-${id}`, say: '"quoted"\n' }))),
  );
  const find = finderOf(keysAsSecrets({ API_KEY: key }));
  for (const place of [0, 2 ** 18 + 5, text.length - 5]) {
    const whole = Buffer.concat([text.subarray(0, place), Buffer.from(key), text.subarray(place)]);
    expect(find(whole)).toEqual([expect.objectContaining({ start: place, end: place + key.length })]);
  }
});
