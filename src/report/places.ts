import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { name as suite } from '../../package.json';
import { whyUnwritable } from '../settings/writable';
import reportNames from './report-names.json';

/**
 * The folders that a run writes to. Every worker loads the configuration and with it this file, so it loads
 * none of the reports.
 */

/** A file with the name of a report that this suite did not write: no record of the suite is beside it. */
export function foreignFile(folder: string): string | undefined {
  const files = reportNames.map((name) => join(folder, name));
  const first = files.find((file) => existsSync(file) && statSync(file).isFile());
  if (first === undefined) return undefined;
  const record = join(folder, 'conformance.json');
  const isOwn = existsSync(record) && readFileSync(record, 'utf8').includes(suite);
  return isOwn ? undefined : first;
}

/** That nothing is written to a folder with a file of somebody else. */
export const formatForeign = (file: string) =>
  `REPORTS: ${file} was not written by this suite, and would be overwritten: name another folder, or move it away.`;

/**
 * Removes the reports of an earlier run, so that a run that dies leaves no reports that look like its own. If
 * this fails, writing the reports of the run will fail, too, and say so.
 * @param kept files that stay
 */
export function removeReports(folder: string, kept: readonly string[] = []): void {
  for (const file of reportsIn(folder)) {
    if (kept.includes(file)) continue;
    try {
      rmSync(file, { force: true });
    } catch {}
  }
}

/** The reports that exist in a folder. */
export function reportsIn(folder: string): string[] {
  if (foreignFile(folder) !== undefined) return [];
  return reportNames.map((name) => join(folder, name)).filter((file) => existsSync(file));
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
