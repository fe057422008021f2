import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyUnwritable } from '../drive/settings/writable';
import reportNames from './report-names.json';

/**
 * The folders that a run writes to. Every worker loads the configuration and with it this file, so it loads
 * none of the reports.
 */

/** Only the owner can read a report, which has responses of the service. */
const OWN = 0o600;

/** The rights of removed reports, by their paths. */
const removed = new Map<string, number>();

/** The rights for a report: those that it had before, if somebody changed them. */
export const rightsOf = (file: string): number => removed.get(file) ?? OWN;

/**
 * Removes the reports of an earlier run, so that a run that dies leaves no reports that look like its own. If
 * this fails, writing the reports of the run will fail, too, and say so.
 * @param kept files that stay
 */
export function removeReports(folder: string, kept: readonly string[] = []): void {
  for (const name of reportNames) {
    const file = join(folder, name);
    if (kept.includes(file)) continue;
    try {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found?.isFile()) removed.set(file, found.mode & 0o777);
      rmSync(file, { force: true });
    } catch {}
  }
}

/** The reports that exist in a folder: after `removeReports`, those of another run that uses the same folder. */
export function reportsIn(folder: string): string[] {
  return reportNames.map((name) => join(folder, name)).filter((file) => existsSync(file));
}

/** What a run says that leaves no reports in a folder: nothing if there are none of another run. */
export function foreignReports(folder: string): string[] {
  return reportsIn(folder).length > 0 ? [`The reports in ${folder} belong to another run.`] : [];
}

/** Tells the workers of a run which folder the main process chose. */
const ARTIFACTS_VARIABLE = 'CONFORMANCE_ARTIFACTS';

/**
 * A folder for Playwright's own output, which it needs to run anything: beside the reports if that is
 * writable, or else a temporary one that is removed with the process.
 * @param begins true for a run, false for `--list`
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
