import { defineConfig } from '@playwright/test';

/**
 * The whole suite, in a process of its own, against each null and hostile server; four at a time, since much
 * of a run is waiting.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/hostile',
  fullyParallel: true,
  workers: 4,
  timeout: 660_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../../test-results/hostile-junit.xml' }]],
});
