import { expect, test } from '@playwright/test';

test('the numbers in README.md, PROOF.md and .env.example are current; if not: npm run numbers', () => {
  // The other tests do not wait until all rows are loaded.
  const { renewed }: typeof import('./numbers') = require('./numbers');
  expect(Object.keys(renewed())).toEqual([]);
});
