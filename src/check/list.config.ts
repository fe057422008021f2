import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

/** Lists the checks of the suite, without the setup and the reports of a run. */
export default defineConfig({
  testDir: resolve(__dirname, '../../tests'),
  reporter: [[require.resolve('./list-reporter')]],
});
