import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { guards } from '../src/judge/guards/guards';
import { root } from './helpers/process';
import { idOf } from './row';
import { rows } from './rows';

/** The rows of the table in CONTRIBUTING.md: the guard, when it applies, and a row of the proof that needs it. */
const table = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  .split('\n| guard | when it applies')[1]
  ?.split('\n\n')[0]
  ?.split('\n')
  .slice(2)
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

test('CONTRIBUTING.md has every guard with its sentence, in the order in which they are evaluated', () => {
  expect(table?.map(([name, sentence]) => [name, sentence])).toEqual(
    guards.map(({ name, sentence }) => [name, sentence]),
  );
});

test('each row of the proof that the table of guards names exists', () => {
  const ids = rows.map(idOf);
  const named = (table ?? []).flatMap(([, , cell = '']) => /`(\w[^`]*: [^`]*)`/.exec(cell)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !ids.some((id) => id.startsWith(name)))).toEqual([]);
});
