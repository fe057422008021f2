import { defineConfig } from '@playwright/test';

/** Removes each guard and runs the rows that must then fail. */
export default defineConfig({
  testDir: '.',
  testMatch: 'guards.spec.ts',
  outputDir: '../test-results/guards',
  fullyParallel: true,
  workers: 2,
  // Only a row that hangs reaches this.
  timeout: 1_200_000,
  reporter: 'list',
});
