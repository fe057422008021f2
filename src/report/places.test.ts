import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { aReport, aRun, breakingChecks } from '../../proof/helpers/reports-runs';
import { writeReports } from './files';
import { removeReports } from './places';
import reportNames from './report-names.json';

const report = aReport(aRun(breakingChecks()));

test('reports and their folder are readable by their owner alone, unless somebody changed their rights', async ({}, testInfo) => {
  const folder = testInfo.outputPath('a', 'new');
  const rights = (...names: string[]) => (statSync(join(folder, ...names)).mode & 0o777).toString(8);
  writeReports(report, folder);
  expect([rights('..'), rights(), ...reportNames.map((name) => rights(name))]).toEqual([
    ...['700', '700'],
    ...reportNames.map(() => '600'),
  ]);
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'index.html'), 0o664);
  for (const times of [1, 2]) {
    removeReports(folder);
    // A second removal finds nothing.
    removeReports(folder);
    writeReports(report, folder);
    expect([rights(), rights('index.html'), rights('junit.xml')], `${times}`).toEqual(['755', '664', '600']);
  }
});
