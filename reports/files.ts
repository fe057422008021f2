import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FullConfig } from '@playwright/test/reporter';
import type { Mask } from '../tests/engine/mask';
import type { Report } from '../tests/engine/report';
import { settingsOf } from './heard';
import { junitOf } from './junit';
import { pageOf } from './page/page';
import { recordOf } from './record';
import { replace } from './replace';
import { summaryOf } from './summary';

const renderers: Record<string, (report: Report) => string> = {
  'index.html': pageOf,
  'conformance.json': (report) => `${JSON.stringify(recordOf(report), null, 2)}\n`,
  'junit.xml': junitOf,
  'summary.md': summaryOf,
};

/** Where the reports of a run go. */
export function outputFolder(config: FullConfig): string {
  const { output } = settingsOf(config);
  if (output === undefined) return resolve(__dirname, 'output');
  return resolve(config.configFile ? dirname(config.configFile) : '.', output);
}

/** The reports that lie in a folder. */
export function reportsIn(folder: string): string[] {
  return Object.keys(renderers)
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file));
}

/** Takes the reports of an earlier run away, so that a run that dies leaves none that look like its own. */
export function removeReports(folder: string): void {
  for (const name of Object.keys(renderers)) rmSync(join(folder, name), { force: true });
}

/** True where reports lie there: after removeReports, those of another run that shares the folder. */
export function holdsReports(folder: string): boolean {
  return reportsIn(folder).length > 0;
}

/**
 * Writes the reports, at once.
 * @param mask what becomes of each text, where a secret was found in one
 */
export function writeReports(report: Report, folder: string, mask: Mask = (text) => text): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, render] of Object.entries(renderers)) replace(join(folder, name), mask(render(report)));
}
