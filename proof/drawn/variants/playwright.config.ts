import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../../test-results/drawn-variants',
  fullyParallel: true,
  workers: 2,
  timeout: 900_000,
  reporter: [['../../variants/reporter.ts']],
});
