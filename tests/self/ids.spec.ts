import { expect, test } from '@playwright/test';
import { freshId, freshName } from '../probes/ids';

const forms: Record<string, [sample: string, form: RegExp]> = {
  UUID: ['4b6cf2aa-77e1-4d0e-9a53-0d6f1c2b3a49', /^4b6cf2aa-77e1-4d0e-9a53-[0-9a-f]{12}$/],
  'UUID in capitals': ['4B6CF2AA-77E1-4D0E-9A53-0D6F1C2B3A49', /^4B6CF2AA-77E1-4D0E-9A53-[0-9A-F]{12}$/],
  'UUID with a prefix': ['job_4b6cf2aa77e14d0e9a530d6f1c2b3a49', /^job_4b6cf2aa77e14d0e9a53[0-9a-f]{12}$/],
  ULID: ['01JAVF8T1MYXQZ3KSHD4E5R6W7', /^01JAVF8T1MYXQZ[0-9A-HJKMNP-TV-Z]{12}$/],
  KSUID: ['0ujtsYcgvSTl8PAuAdqWYSMnLOv', /^0ujtsYcgvSTl8PA[0-9A-Za-z]{12}$/],
  'base58 id': ['7EcDhSYGxXyscszYEp35KHN8vvw3', /^7EcDhSYGxXyscszY[1-9A-HJ-NP-Za-km-z]{12}$/],
  'nano id': ['V1StGXR8_Z5jdHi6B-myT', /^[\w-]{21}$/],
  'long number': ['1234567890123456789', /^1234567\d{12}$/],
  'short word': ['q', /^[a-z]$/],
};

const fresh = (like: string) => Array.from({ length: 300 }, () => freshId(like));

for (const [name, [sample, form]] of Object.entries(forms)) {
  test(`a fresh ${name} has the form of the given one and is another`, () => {
    expect(fresh(sample).filter((id) => id === sample || !form.test(id))).toEqual([]);
  });
}

test('a fresh number for a plain number is large, and fits in 31 bits', () => {
  const unfit = fresh('17').filter(
    (id) => !/^\d{10}$/.test(id) || Number(id) < 1.9e9 || Number(id) >= 2 ** 31,
  );
  expect(unfit).toEqual([]);
});

test('without an id to go by, or with signs alone, a fresh id is a UUID', () => {
  for (const like of [undefined, '', '---']) {
    expect(freshId(like)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
});

test('a fresh name is a lower-case word with digits behind its prefix', () => {
  expect(freshName('step')).toMatch(/^step[a-z]{4}\d{2}$/);
  expect(new Set(Array.from({ length: 50 }, () => freshName('step'))).size).toBeGreaterThan(45);
});
