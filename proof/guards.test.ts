import { expect, test } from '@playwright/test';
import { guardsWith, needing } from './guards';
import { rowNamed } from './rows';

test('each guard with a row names exactly one, and words select guards', () => {
  const named = Object.values(needing)
    .flat()
    .flatMap((each) => ('row' in each ? rowNamed(each.row) : []));
  expect(named.length).toBeGreaterThan(0);
  expect(guardsWith('wrong POINTER')).toEqual(['wrong pointer']);
});
