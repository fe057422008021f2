import { expect, test } from '@playwright/test';
import { memoize } from './memoize';

/** Returns a memoized function, and the first characters of the texts for which it was computed. */
function watched() {
  let worked = '';
  const of = memoize((text) => {
    worked += text[0];
    return text;
  });
  return { of, worked: () => worked };
}

test('the result for a text is computed once, until there is no room', () => {
  const { of, worked } = watched();
  for (const text of ['a', 'b', 'a', 'b']) of(text);
  expect(worked()).toBe('ab');
  const large = watched();
  for (const letter of 'abbaxx') large.of(letter.repeat(letter === 'x' ? 2 ** 22 : 2 ** 20));
  expect(large.worked()).toBe('abx');
});
