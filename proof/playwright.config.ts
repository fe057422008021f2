import { defineConfig } from '@playwright/test';

/** Runs the suite against the servers of the catalogue, with one test per row. */
export default defineConfig({
  testDir: '.',
  testMatch: 'rows.spec.ts',
  outputDir: '../test-results/proof',
  fullyParallel: true,
  workers: 4,
  // Only a row that hangs reaches this.
  timeout: 1_200_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../test-results/proof-junit.xml' }]],
});
