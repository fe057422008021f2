import { defineConfig } from '@playwright/test';

/** The whole suite in a process of its own against each null and hostile server, two at a time. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../reports/output/hostile',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 300_000,
  reporter: [['line']],
});
