import { defineConfig } from '@playwright/test';
import type { Session } from '../../drive/session';
import { openMock } from '../open-mock';
import { variants } from './variants';

const asked = Object.entries(variants).filter((_, index) => !process.env.QUICK || index % 3 === 0);

/** One project a variant, every third of them where it is to be quick: every case of the suite against a mock that differs in what the contract leaves open. */
export default defineConfig<object, { opener: { open: () => Promise<Session> } }>({
  testDir: '../..',
  testIgnore: 'self/**',
  outputDir: '../../../test-results/variants',
  projects: asked.map(([name, { change, target, timeoutMs = 10_000, signed = [] }]) => ({
    name,
    use: { opener: { open: () => openMock({ variant: change }, timeoutMs, target, signed) } },
  })),
  workers: 2,
  retries: 0,
  timeout: 120_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../../../test-results/variants-junit.xml' }]],
});
