import { expect, test } from '@playwright/test';
import { clauseIds } from '../spec/ledger';
import { nearestTo, progressAfter, resultOf } from './progress';
import { idOf } from './row';
import { rows } from './rows';

test('a log gets a line at each tenth of the rows, a terminal a number after each', () => {
  const written = (asked: number, isTerminal: boolean) =>
    Array.from({ length: asked }, (_, index) => progressAfter(index + 1, asked, isTerminal)).join('');
  expect(written(25, false)).toBe(
    [3, 5, 8, 10, 13, 15, 18, 20, 23, 25].map((done) => `${done} of 25 rows\n`).join(''),
  );
  expect(written(2, false)).toBe('1 of 2 rows\n2 of 2 rows\n');
  expect(written(2, true)).toBe('\r1 of 2\r2 of 2');
});

test('rows that an interrupted proof did not finish are counted as such', () => {
  expect(resultOf(4, 5, 5)).toBe('4 of 5 rows as expected');
  expect(resultOf(4, 5, 9)).toBe('4 of 9 rows as expected, 4 not finished');
});

test('words that match nothing are answered with the nearest clauses and rows', () => {
  const names = [...clauseIds, ...rows.map(idOf)];
  for (const [words, meant] of [
    ['auth.key.wrnog', 'auth.key.wrong'],
    ['workflow.rejected.free', 'workflows.rejected.free'],
    ['every eror has the status 200', 'listed: errors.code.status: every error has the status 200'],
  ] as const)
    expect(nearestTo(words, names), words).toContain(meant);
});
