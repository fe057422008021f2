import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { aReport, aRun, breakingChecks } from '../../proof/helpers/reports-runs';
import { writeReports } from './files';
import reportNames from './report-names.json';

const report = aReport(aRun(breakingChecks()));

test('reports and their folder are readable by their owner alone', async ({}, testInfo) => {
  const folder = testInfo.outputPath('a', 'new');
  const rights = (...names: string[]) => (statSync(join(folder, ...names)).mode & 0o777).toString(8);
  writeReports(report, folder);
  expect([rights('..'), rights(), ...reportNames.map((name) => rights(name))]).toEqual([
    ...['700', '700'],
    ...reportNames.map(() => '600'),
  ]);
});
