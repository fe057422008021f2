import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { ledger } from '../spec/ledger';

const mustClauses = Object.entries(ledger).flatMap(([id, { level }]) =>
  level === 'must' ? [id as keyof typeof ledger] : [],
);

test('the place where the mock keeps a must clause names it, so that a changed rule is found', () => {
  const files = readdirSync('mock').filter((file) => file.endsWith('.ts') && file !== 'codes.ts');
  const texts = files.map((file) => readFileSync(`mock/${file}`, 'utf8')).join('');
  const unnamed = mustClauses.filter(
    (id) => !new RegExp(`${id.replaceAll('.', '\\.')}(?![a-z-])`).test(texts),
  );
  expect(unnamed).toEqual([]);
});
