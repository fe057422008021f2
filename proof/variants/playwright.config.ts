import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/variants',
  fullyParallel: true,
  workers: 2,
  timeout: 900_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../../test-results/variants-junit.xml' }]],
});
