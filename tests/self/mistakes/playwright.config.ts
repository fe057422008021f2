import { defineConfig } from '@playwright/test';
import type { Session } from '../../drive/session';
import { problemsOf, trials } from './mistakes';
import { approach } from './open';

/** One project a mistake that lets a run begin: every case of the suite, as whoever made it would run it. */
export default defineConfig<object, { opener: { open: () => Promise<Session> } }>({
  testDir: '../..',
  testIgnore: 'self/**',
  outputDir: '../../../test-results/mistakes',
  projects: trials
    .filter((trial) => !trial.stops && problemsOf(trial).length === 0)
    .map((trial) => ({
      name: trial.name,
      use: { opener: { open: async () => (await approach(trial)).session } },
    })),
  workers: 2,
  retries: 0,
  timeout: 120_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../../../test-results/mistakes-junit.xml' }]],
});
