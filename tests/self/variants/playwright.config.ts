import { defineConfig } from '@playwright/test';
import { variants } from './variants';

/** One project a variant: every case of the suite against a mock that differs in what the contract leaves open. */
export default defineConfig<{ targetName: string }>({
  testDir: '../..',
  testIgnore: 'self/**',
  outputDir: '../../../test-results/variants',
  globalSetup: './setup.ts',
  projects: Object.keys(variants).map((name) => ({ name, use: { targetName: name } })),
  workers: 2,
  retries: 0,
  timeout: 120_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../../../test-results/variants-junit.xml' }]],
});
