import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/depths',
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  reporter: [['./reporter.ts']],
});
