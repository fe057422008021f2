import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { exitCodes } from '../../src/judge/outcome';
import { servers } from '../hostile/servers';
import { placedMistakes, problemsOf } from '../mistakes/mistakes';

/** PROOF.md tells numbers that commands of minutes print: here they are held against what those commands read. */

const page = readFileSync(join(__dirname, '..', '..', 'PROOF.md'), 'utf8');

/** The cells of every row of its tables. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

test('its table names every hostile server, with its outcome, exit code and what is said', () => {
  const told = rows.map((row) => row.slice(0, 4));
  for (const { name, outcome, says } of servers)
    expect(told).toContainEqual([name, outcome, `${exitCodes[outcome]}`, says]);
});

test('its table of mistakes tells of each wrong target file what is said of it before anything is sent', () => {
  const said = placedMistakes.flatMap((mistake) => {
    const problem = problemsOf(mistake).find(
      (each) => each.startsWith('TARGET: ') && each.includes(mistake.says),
    );
    return problem === undefined ? [] : `${mistake.words}: ${problem}`;
  });
  const told = rows.filter(([, , , , says]) => says?.startsWith('TARGET: '));
  expect([...new Set(said)]).toEqual(told.map(([words, , , , says]) => `${words}: ${says}`));
});
