import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { ledger } from '../spec/ledger';
import { placesOf } from './where';

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

test('the places of a clause include those that name its chapter by a variable, and no longer ID', () => {
  const files = (id: keyof typeof ledger) => placesOf(id).map(({ file }) => file);
  expect(files('jobs.lookup.foreign')).toContain('tests/jobs-and-runs.spec.ts');
  const texts = placesOf('jobs.lookup.odd').map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter((text) => /odd-exact/.test(text) && !/odd\b(?!-)/.test(text))).toEqual([]);
});
