import { defineConfig } from '@playwright/test';
import fc from 'fast-check';

// Property tests use the same values in every pull request, and new ones everywhere else.
if (process.env.CI) fc.configureGlobal({ seed: 1 });

/** Tests of the suite itself. They start the servers that they need and never use a user's target. */
export default defineConfig({
  testDir: '../..',
  testMatch: ['src/**/*.test.ts', 'spec/*.test.ts', 'proof/**/*.test.ts', 'proof/suite/*.spec.ts'],
  outputDir: '../../test-results/self',
  snapshotPathTemplate: '{testDir}/{testFileDir}/samples/{arg}{ext}',
  fullyParallel: true,
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  // Only a test that hangs reaches these limits: a busy machine may be slow.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [
    [process.env.CI ? 'dot' : 'line'],
    ['junit', { outputFile: '../../test-results/self-junit.xml' }],
  ],
});
