import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { needNames } from '../data/need';

test('each named request is needed by a guard', () => {
  const files = readdirSync(__dirname).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const guards = files.map((name) => readFileSync(join(__dirname, name), 'utf8')).join('');
  const named = needNames.filter((name) => guards.includes(`'${name}'`));
  expect(named).toEqual(needNames);
});
