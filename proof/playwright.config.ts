import { defineConfig } from '@playwright/test';

/** What `npm run prove` passes on. */
const { guards = false }: { guards?: boolean } = JSON.parse(process.env.PROVE ?? '{}');

/** Runs the suite against the servers of the catalogue, with one test per row, or without a guard what must then fail. */
export default defineConfig({
  testDir: '.',
  testMatch: guards ? 'guards.spec.ts' : 'rows.spec.ts',
  outputDir: '../test-results/proof',
  fullyParallel: true,
  workers: 4,
  // Only a row that hangs reaches this.
  timeout: 1_200_000,
  reporter: guards
    ? 'list'
    : [['./reporter.ts'], ['junit', { outputFile: '../test-results/proof-junit.xml' }]],
});
