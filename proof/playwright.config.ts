import { defineConfig } from '@playwright/test';

/** The suite against every server of the catalogue: a test a row. */
export default defineConfig({
  testDir: '.',
  testMatch: 'rows.spec.ts',
  outputDir: '../test-results/proof',
  fullyParallel: true,
  workers: 3,
  // Only what hangs meets this: a row at a depth of ten takes minutes.
  timeout: 1_200_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../test-results/proof-junit.xml' }]],
});
