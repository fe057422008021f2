import { defineConfig } from '@playwright/test';
import { ledger } from '../../../spec/ledger';
import type { Session } from '../../drive/run/session';
import { parts } from './mistake';
import { placedMistakes, problemsOf } from './mistakes';
import { approachOf } from './open';

const musts = Object.entries(ledger).flatMap(([id, { level }]) => (level === 'must' ? id : []));

/** One project a mistake that lets a run begin: every must case that it can reach, as whoever made it would run it. */
export default defineConfig<object, { opener: { open: () => Promise<Session> } }>({
  testDir: '../..',
  testIgnore: 'self/**',
  outputDir: '../../../test-results/mistakes',
  projects: placedMistakes
    .filter((mistake) => !mistake.stops && problemsOf(mistake).length === 0)
    .map((mistake) => ({
      name: mistake.name,
      grep: musts
        .filter((id) => parts[mistake.part].reaches.test(id))
        .map((id) => new RegExp(`@${id}(?![\\w.-])`)),
      use: { opener: { open: async () => (await approachOf(mistake)).session } },
    })),
  workers: 2,
  timeout: 120_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../../../test-results/mistakes-junit.xml' }]],
});
