import { defineConfig } from '@playwright/test';

/** What a new user does, on every service of tests/self/services: minutes, so it is no part of `npm test`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/first-run',
  workers: 1,
  timeout: 300_000,
  reporter: [['list']],
});
