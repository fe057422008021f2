import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { guardsWith, type Needing, needing, verdictOn } from './guards';
import { cli, root, run } from './helpers/process';
import { removedGuard, withoutGuard } from './helpers/without-guard';
import { outcomeOf } from './row';
import { rowNamed } from './rows';

/** The words that `npm run prove -- --guards` passes on. */
const { words = '' }: { words?: string } = JSON.parse(process.env.PROVE ?? '{}');

for (const name of guardsWith(words))
  for (const needed of needing[name]) {
    const title = 'row' in needed ? needed.row : needed.test;
    test(`${name}: ${title}`, async ({}, testInfo) => {
      const before = await wrongIn(needed);
      const after = before.length > 0 ? [] : await withoutGuard(name, () => wrongIn(needed));
      const { isNeeded, line } = verdictOn(name, { needed: title, before, after });
      testInfo.annotations.push({ type: 'guard', description: line });
      expect(isNeeded, line).toBe(true);
    });
  }

/** A line for each thing that is wrong with the row, or with the unit test. */
async function wrongIn(needed: Needing): Promise<readonly string[]> {
  if ('row' in needed) return (await outcomeOf(rowNamed(needed.row))).wrong;
  const escaped = needed.test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const chosen = [join(root, needed.file), '-g', `${escaped}$`, '--reporter=json'];
  const removed = removedGuard();
  const { stdout } = await run(process.execPath, [cli, 'test', '-c', 'proof/suite', ...chosen], root, {
    ...(removed !== null && { WITHOUT_GUARD: removed }),
  });
  const { stats }: { stats: { expected: number; unexpected: number } } = JSON.parse(stdout);
  if (stats.expected + stats.unexpected !== 1) throw new Error(`not one test is called "${needed.test}"`);
  return stats.unexpected === 0 ? [] : ['the unit test'];
}
