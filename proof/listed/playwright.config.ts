import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/proof',
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../../test-results/proof-junit.xml' }]],
});
