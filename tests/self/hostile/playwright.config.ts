import { defineConfig } from '@playwright/test';

/**
 * The whole suite, in a process of its own, against each null and hostile server; four at a time, since much
 * of a run is waiting. The table goes to TABLE, or into the folder of test results.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../test-results/hostile',
  fullyParallel: true,
  workers: 4,
  timeout: 660_000,
  reporter: [
    ['./reporter.ts', { table: process.env.TABLE ?? 'test-results/hostile.md' }],
    ['junit', { outputFile: '../../../test-results/hostile-junit.xml' }],
  ],
});
