import { expect, test } from '@playwright/test';
import { memoize } from './memoize';

/** A function that is remembered, and the texts that it worked for, by their first character. */
function watched(): { of: (text: string) => string | undefined; worked: () => string } {
  let worked = '';
  const of = memoize((text) => {
    worked += text[0];
    return text[0] === 'u' ? undefined : text;
  });
  return { of, worked: () => worked };
}

test('a text is worked for once, whatever it gives, and equal texts have one value', () => {
  const { of, worked } = watched();
  for (const text of ['a', 'b', 'undefined', 'a', 'undefined', 'b']) of(text);
  expect(worked()).toBe('abu');
  const values = memoize(() => ({}));
  expect(values('a')).toBe(values('a'));
  expect(values('a')).not.toBe(values('b'));
});

test('what was asked for first goes where there is no room', () => {
  const { of, worked } = watched();
  for (const letter of 'abcbca') of(letter.repeat(2 ** 20));
  expect(worked()).toBe('abca');
});

test('the last text that is larger than all room is kept beside the others, which keep theirs', () => {
  const { of, worked } = watched();
  for (const letter of 'abxaxbyxa') of(letter.repeat('xy'.includes(letter) ? 2 ** 22 : 1));
  expect(worked()).toBe('abxyx');
});
