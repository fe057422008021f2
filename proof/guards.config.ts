import { defineConfig } from '@playwright/test';

/** Removes each guard and runs what must then fail, with one test per guard. */
export default defineConfig({
  testDir: '.',
  testMatch: 'guards.spec.ts',
  outputDir: '../test-results/guards',
  fullyParallel: true,
  workers: 2,
  // Only a row that hangs reaches this.
  timeout: 1_200_000,
  reporter: './guards-reporter.ts',
});
