import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testIgnore: 'variants/**',
  outputDir: '../../../test-results/drawn',
  /** Of the cases on a mock with a defect, those that cite a clause which must meet it. */
  grep: /<([\w.-]+)>.* @\1(?![\w.-])/,
  // A file is one group: Playwright binds a group's whole file anew, and these files are long.
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  reporter: [['./reporter.ts']],
});
