import { defineConfig } from '@playwright/test';
import { groupedBy } from '../../engine/grouped';
import { askedPairs } from './pairs';

/** One project a target; of the cases on a mock with a defect, those that cite a clause which meets it. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../test-results/depths',
  projects: groupedBy(askedPairs, ({ target }) => target).map((own) => {
    const places = own.map(({ defect }) => defect).join('|');
    return {
      name: own[0].target,
      grep: new RegExp(`<([\\w.-]+)>.* #(?:${places}): .* @\\1(?![\\w.-])`),
    };
  }),
  fullyParallel: false,
  workers: 2,
  timeout: 120_000,
  reporter: [['./reporter.ts']],
});
