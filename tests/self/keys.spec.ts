import { randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { cutOff, ofTheSameForm, withCaseChanged, withOneCharacterChanged } from '../probes/keys';

const alphabets = {
  base62: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  hexadecimal: '0123456789abcdef',
  digits: '0123456789',
  visible: Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join(''),
  'two signs': '-_',
};
const prefixes = ['', 'sk-', 'sk_live_', 'Owner0'];

/** Keys of every form, from the shortest that the settings let through. */
function* keys(): Generator<string> {
  for (const letters of Object.values(alphabets)) {
    for (const prefix of prefixes) {
      for (const length of [4, 5, 7, 32, 64]) {
        for (let round = 0; round < 10; round++) {
          const drawn = Array.from({ length }, () => letters.charAt(randomInt(letters.length)));
          yield prefix + drawn.join('');
        }
      }
    }
  }
}

const formOf = (key: string) => key.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '0');

/** The keys for which a probe is not as it is to be. */
const failing = (holds: (key: string) => boolean) => [...keys()].filter((key) => !holds(key));

test('no probe is the key that it was made from, and none is empty', () => {
  const probesOf = (key: string) => [
    withOneCharacterChanged(key, 0),
    withOneCharacterChanged(key, 0.5),
    withOneCharacterChanged(key, 1),
    withCaseChanged(key) ?? 'no probe',
    ofTheSameForm(key),
    cutOff(key, 'half'),
    cutOff(key, 'most'),
    cutOff(key, 'all but one'),
  ];
  expect(failing((key) => !probesOf(key).includes(key) && !probesOf(key).includes(''))).toEqual([]);
});

for (const place of [0, 0.3, 1]) {
  test(`one character changed at ${place} keeps the class, and leaves the last three alone`, () => {
    const failures = failing((key) => {
      const probe = withOneCharacterChanged(key, place);
      const changed = [...key].flatMap((letter, index) => (letter === probe[index] ? [] : [index]));
      const keepsClass = /[^A-Za-z0-9]/.test(key) || formOf(probe) === formOf(key);
      return (
        keepsClass &&
        probe.length === key.length &&
        changed.length === 1 &&
        (changed[0] ?? 0) < key.length - 3
      );
    });
    expect(failures).toEqual([]);
  });
}

test('a changed case changes letters only, and a key without letters has no such probe', () => {
  expect(withCaseChanged('sk-Ab1')).toBe('SK-aB1');
  expect(withCaseChanged('0123-4567')).toBeNull();
});

test('another key of the same form keeps the prefix, the signs, the length and the classes', () => {
  const hasBody = (key: string) => /[A-Za-z0-9]/.test(key.replace(/^(?:[A-Za-z]+[-_])+/, ''));
  expect(failing((key) => !hasBody(key) || formOf(ofTheSameForm(key)) === formOf(key))).toEqual([]);
  expect(ofTheSameForm('sk_live_4f5G')).toMatch(/^sk_live_\d[a-z]\d[A-Z]$/);
});

test('a key that is cut off is the beginning of the key', () => {
  expect(cutOff('abcdefghijk', 'half')).toBe('abcdef');
  expect(cutOff('abcdefghijk', 'most')).toBe('abcdefg');
  expect(cutOff('abcd', 'most')).toBe('a');
  expect(cutOff('abcd', 'all but one')).toBe('abc');
});
