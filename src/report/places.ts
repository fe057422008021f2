import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyUnwritable } from '../../spec/writable';
import reportNames from './report-names.json';

/** Where a run writes. The configuration reads it in every worker, so it knows nothing of what is written. */

/**
 * Takes the reports of an earlier run away, so that a run that dies leaves none that look like its own. What
 * cannot be taken away is told when the run's own reports cannot be written.
 */
export function removeReports(folder: string): void {
  for (const name of reportNames) {
    try {
      rmSync(join(folder, name), { force: true });
    } catch {}
  }
}

/** The reports that lie in a folder: after removeReports, those of another run that shares it. */
export function reportsIn(folder: string): string[] {
  return reportNames.map((name) => join(folder, name)).filter((file) => existsSync(file));
}

/** Tells the workers of a run which folder the main process has found. */
const ARTIFACTS_VARIABLE = 'CONFORMANCE_ARTIFACTS';

/**
 * A folder for what Playwright itself writes, without which it runs nothing: beside the reports where it can be
 * written, or else one that goes with the process.
 * @param begins a run, and not a list of its cases
 */
export function artifactsFolder(reports: string, begins: boolean): string {
  const found = process.env[ARTIFACTS_VARIABLE];
  if (found !== undefined) return found;
  const beside = join(reports, 'playwright');
  const folder = !begins || whyUnwritable(beside) === null ? beside : temporary();
  process.env[ARTIFACTS_VARIABLE] = folder;
  return folder;
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
