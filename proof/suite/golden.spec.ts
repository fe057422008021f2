import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { root, run } from '../helpers/process';

// Writes a golden table and compares with it, as a user does.

const golden = (...words: string[]) =>
  run(process.execPath, ['--import', require.resolve('tsx'), 'proof/golden/main.ts', ...words], root);

test('each difference from the golden table is printed on a line, and the command exits 1', async ({}, testInfo) => {
  test.setTimeout(300_000);
  const server = 'a server that is not there';
  const table = testInfo.outputPath('table.json');
  const written = await golden(server, '--write', '--table', table);
  expect(written).toMatchObject({ code: 0, stderr: '' });
  const text = readFileSync(table, 'utf8');
  const saved = JSON.parse(text);
  expect(saved).toMatchObject({ [server]: { exit: 3, outcome: 'unavailable' } });

  const [verdict = '', clauses = ''] = Object.entries<string>(saved[server].clauses)[0] ?? [];
  const [clause = ''] = clauses.split(' ');
  saved[server].clauses = {
    ...saved[server].clauses,
    [verdict]: clauses.replace(clause, '').trim(),
    other: clause,
  };
  saved[server].exit = 0;
  saved['a server that was'] = saved[server];
  writeFileSync(table, JSON.stringify(saved));
  const { code, stdout } = await golden(server, '--table', table);
  expect(code).toBe(1);
  expect(stdout.split('\n').slice(0, -2)).toEqual([
    `${server}: exit code: was 0, is 3`,
    `${server}: ${clause}: was other, is ${verdict}`,
    'a server that was: is in the table, and no server any more',
  ]);
  expect(stdout).toContain('3 differences');

  writeFileSync(table, text);
  const alike = await golden(server, '--table', table);
  expect(alike).toMatchObject({ code: 0, stdout: expect.stringContaining(' 0 differences') });
});

test('an unknown golden server is reported', async () => {
  const { code, stderr } = await golden('no such server');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'no golden server has "no such server" in its name\n',
  });
});
