import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testIgnore: 'variants/**',
  outputDir: '../../test-results/drawn',
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  reporter: [['./reporter.ts']],
});
