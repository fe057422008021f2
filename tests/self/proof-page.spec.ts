import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { faults } from '../../mock/faults';
import { exitCodes } from '../engine/outcome';
import { servers } from './hostile/servers';
import { variants } from './variants/variants';

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

test('it counts the defects as they are, in all and by chapter', () => {
  const must = faults.filter(({ level }) => level === 'must').length;
  expect(page).toContain(
    `${faults.length} defects of the mock (\`mock/faults/\`), each a phrase with the clause that it breaks: ${must} against \`must\`, ${faults.length - must} against advice.`,
  );
  const chapters = new Set(faults.map(({ clause }) => clause.split('.')[0] ?? ''));
  for (const chapter of chapters) {
    const count = `${faults.filter(({ clause }) => clause.startsWith(`${chapter}.`)).length}`;
    expect(rows).toContainEqual([chapter, count, count]);
  }
});

test('it counts the variants', () => {
  expect(page).toContain(`${Object.keys(variants).length} variants of the mock`);
});

test('its table names every hostile server, with its outcome, exit code and what is said', () => {
  const told = rows.map((row) => row.slice(0, 4));
  for (const { name, outcome, says } of servers)
    expect(told).toContainEqual([name, outcome, `${exitCodes[outcome]}`, says]);
});
