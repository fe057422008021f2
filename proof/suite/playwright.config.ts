import { defineConfig } from '@playwright/test';
import fc from 'fast-check';

/** Files of many or long runs, which `npm test` leaves to `npm run self`. */
const long = [
  'anywhere',
  'archive',
  'docs',
  'doctor',
  'election',
  'first-run',
  'golden',
  'judge-record',
  'outage',
  'places',
  'proxy',
  'reports-run',
  'reports-secrets',
  'secrets',
  'sent',
  'suite',
];

// Properties meet the same members in every pull request, and others wherever else they run.
if (process.env.CI) fc.configureGlobal({ seed: 1 });

/** Tests of the suite itself: they start what they need, and never reach a target of the user's. */
export default defineConfig({
  testDir: '../..',
  testMatch: ['src/**/*.test.ts', 'spec/*.test.ts', 'proof/**/*.test.ts', 'proof/suite/*.spec.ts'],
  testIgnore: process.env.QUICK ? long.map((name) => `proof/suite/${name}.spec.ts`) : [],
  outputDir: '../../test-results/self',
  snapshotPathTemplate: '{testDir}/{testFileDir}/samples/{arg}{ext}',
  fullyParallel: true,
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  // Only what hangs meets these: on a busy machine everything else takes as long as it takes.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [
    [process.env.CI ? 'dot' : 'line'],
    ['junit', { outputFile: '../../test-results/self-junit.xml' }],
  ],
});
