import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { followUpNames } from '../data/follow-up';

test('each named request is needed by a guard', () => {
  const files = readdirSync(__dirname).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const guards = files.map((name) => readFileSync(join(__dirname, name), 'utf8')).join('');
  const named = followUpNames.filter((name) => guards.includes(`'${name}'`));
  expect(named).toEqual(followUpNames);
});
