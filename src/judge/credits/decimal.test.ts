import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { answered } from '../../../proof/helpers/answered';
import { readText } from '../response/reading';
import { difference } from './decimal';
import { readingOf } from './reading';

test('the last digits of long numbers differ', () => {
  expect(difference('9007199254740993', '9007199254740992')).toBe(1);
  expect(difference('+0.30', '-0.3')).toBe(0.6);
});

test('rounding errors of fractions are no difference between two charges', () => {
  expect(difference(`${0.3}`, `${0.1 + 0.2 - 0.2}`)).toBe(0.2);
  expect(difference(`${0.1 + 0.2}`, '0.2')).toBe(0.1);
});

const read = (credits: unknown) => readingOf(answered(200, {}, { operation: 'credits', read: { credits } }));

test('credits are any finite number that a function of the target file returns', () => {
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const [a, b] = [read(one), read(other)];
      if (a === null || b === null) throw new Error('not read');
      expect(difference(a, a)).toBe(0);
      expect(difference(a, b) === 0).toBe(one === other);
      expect(Math.sign(difference(`${one}`, `${other}`)) + 0).toBe(Math.sign(one - other) + 0);
    }),
  );
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, '', 'many', null])
    expect(read(none), `${none}`).toBeNull();
});

for (const [written, digits] of [
  ['9.9e-7', '0.00000099'],
  ['9.999900000e-1', '0.99999'],
  ['1E3', '1000'],
  ['12.50', '12.5'],
  ['1e-400', '0'],
] as const)
  test(`credits of ${written} are read as ${digits}`, () => {
    const reading = readText(`{"credits":${written}}`);
    const answer = { ...answered(200, {}, { operation: 'credits' }), reading };
    expect(readingOf(answer, '/credits')).toBe(digits);
  });
