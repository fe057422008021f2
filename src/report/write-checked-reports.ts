import type { Secret } from '../judge/mask';
import { leaked, type Report } from '../judge/report';
import { writeReports } from './files';
import { removeLeaks } from './leaks';
import { removeReports, reportsIn } from './places';

/** Writes the reports of a judged record. One that holds a secret all the same is deleted, and the others tell of it. */
export function writeCheckedReports(report: Report, folder: string, secrets: readonly Secret[]): Report {
  const search = () => removeLeaks(reportsIn(folder), secrets);
  removeReports(folder);
  writeReports(report, folder);
  const found = search().map(({ file, variable }) => `${variable} stood in ${file}: deleted`);
  if (found.length === 0) return report;
  const cleaned = leaked(report, found);
  writeReports(cleaned, folder);
  search();
  return cleaned;
}
