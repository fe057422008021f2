import { expect, test } from '@playwright/test';
import type { Guard } from '../src/judge/guards/guard';
import { guards } from '../src/judge/guards/guards';
import { guardsWith, needing } from './guards';
import { outcomeOf } from './row';
import { rowNamed } from './rows';

/** The words that `npm run prove -- --guards` passes on. */
const { words = '' }: { words?: string } = JSON.parse(process.env.PROVE ?? '{}');

for (const name of guardsWith(words))
  for (const id of needing[name])
    test(`${name}: ${id}`, async () => {
      // A guard can be removed in this process only.
      const { settings: { process: _, ...settings } = {}, ...row } = rowNamed(id);
      const list = guards as Guard[];
      const at = list.findIndex((guard) => guard.name === name);
      const removed = list.splice(at, 1);
      const { wrong } = await outcomeOf({ ...row, settings }).finally(() => list.splice(at, 0, ...removed));
      expect(wrong, 'the row is as expected without this guard: remove it').not.toEqual([]);
    });
