import type { Secret } from '../judge/masking/mask';
import { leaked, type Report } from '../judge/verdict/report';
import { writeReports } from './files';
import { removeLeaks } from './leaks';
import { removeReports, reportsIn } from './places';

/**
 * Writes the reports of a judged record. A report that still contains a secret is deleted, and the others say
 * so.
 */
export function writeCheckedReports(report: Report, folder: string, secrets: readonly Secret[]): Report {
  const { context, source } = report;
  const search = () => removeLeaks(reportsIn(folder), secrets, context.words, [source.settings.target]);
  removeReports(folder);
  writeReports(report, folder);
  const found = search().map(({ file, variable }) => `${variable} stood in ${file}: deleted`);
  if (found.length === 0) return report;
  const cleaned = leaked(report, found);
  writeReports(cleaned, folder);
  search();
  return cleaned;
}
