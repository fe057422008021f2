import { expect, test } from '@playwright/test';
import { memoize } from './memoize';

/** Returns a memoized function, and the first characters of the texts for which it was computed. */
function watched(): { of: (text: string) => string | undefined; worked: () => string } {
  let worked = '';
  const of = memoize((text) => {
    worked += text[0];
    return text[0] === 'u' ? undefined : text;
  });
  return { of, worked: () => worked };
}

test('the result for a text is computed once, even if it is undefined, and equal texts share it', () => {
  const { of, worked } = watched();
  for (const text of ['a', 'b', 'undefined', 'a', 'undefined', 'b']) of(text);
  expect(worked()).toBe('abu');
  const values = memoize(() => ({}));
  expect(values('a')).toBe(values('a'));
  expect(values('a')).not.toBe(values('b'));
});

test('the oldest result is removed when there is no room', () => {
  const { of, worked } = watched();
  for (const letter of 'abcbca') of(letter.repeat(2 ** 20));
  expect(worked()).toBe('abca');
});

test('the last text that exceeds the limit is kept in addition to the others', () => {
  const { of, worked } = watched();
  for (const letter of 'abxaxbyxa') of(letter.repeat('xy'.includes(letter) ? 2 ** 22 : 1));
  expect(worked()).toBe('abxyx');
});
