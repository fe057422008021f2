import { defineConfig } from '@playwright/test';
import type { Session } from '../../../drive/run/session';
import mockTarget from '../../../targets/mock';
import { openMock } from '../../open-mock';
import { seed } from '../drawn';
import { drawVariants } from './draw';

/** `VARIANTS`: which of them, `0-19`. One project a variant; a project's name is its place in the draw. */
const [first = 0, last = first] = (process.env.VARIANTS ?? '0-4').split('-').map(Number);

export default defineConfig<object, { opener: { open: () => Promise<Session> } }>({
  testDir: '../../..',
  testIgnore: 'self/**',
  outputDir: '../../../../test-results/drawn-variants',
  projects: drawVariants(last + 1, seed)
    .slice(first)
    .map(({ phrase, change, target }, index) => {
      const run = { signed: [], seed: first + index + 1 };
      const open = () =>
        openMock({ variant: change, target: target?.(mockTarget), timeoutMs: 10_000, ...run });
      return { name: `${first + index}: ${phrase}`, use: { opener: { open } } };
    }),
  workers: 2,
  timeout: 120_000,
  reporter: [['../../variants/reporter.ts']],
});
