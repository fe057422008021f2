import { defineConfig } from '@playwright/test';
import { guises } from '../../../mock/guises';

/** One project a guise: every case of the suite against a mock that differs in what the contract leaves open. */
export default defineConfig<{ targetName: string }>({
  testDir: '../..',
  testIgnore: 'self/**',
  outputDir: '../../../test-results/guises',
  globalSetup: './setup.ts',
  projects: Object.keys(guises).map((name) => ({ name, use: { targetName: name } })),
  workers: 2,
  retries: 0,
  timeout: 120_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../../../test-results/guises-junit.xml' }]],
});
