import { join } from 'node:path';
import type { Report } from '../judge/verdict/report';
import { WRITTEN_KNOWN_FAILURES } from '../settings/folders';
import { makeFolder } from '../settings/writable';
import { inOneLine } from './exit-code';
import { junitOf } from './junit';
import { knownFailuresOf } from './known-failures-file';
import { markdownOf } from './markdown';
import { pageOf } from './page/page';
import { foreignFile, formatForeign } from './places';
import { recordOf } from './record';
import { replaceAll } from './replace';
import { viewOf } from './view';

const renderers: Record<string, (report: Report) => string | null> = {
  'index.html': pageOf,
  'conformance.json': (report) => `${JSON.stringify(recordOf(report), null, 1)}\n`,
  'junit.xml': junitOf,
  'summary.md': (report) => markdownOf(viewOf(report)),
  [WRITTEN_KNOWN_FAILURES]: knownFailuresOf,
};

/** Only the owner can read a report, which has responses of the service. */
const OWN = 0o600;

/**
 * Writes all reports, or none of them. The list of known failures is there for faults only.
 * @throws one line that names the folder, where a report cannot be written
 */
export function writeReports(report: Report, folder: string): void {
  const files = Object.entries(renderers).flatMap(([name, render]) => {
    const text = render(report);
    return text === null ? [] : { file: join(folder, name), text, mode: OWN };
  });
  const foreign = foreignFile(folder);
  if (foreign !== undefined) throw new Error(formatForeign(foreign));
  try {
    makeFolder(folder);
    replaceAll(files);
  } catch (error) {
    throw new Error(
      `Reports were not written to ${folder}: ${inOneLine(error)}. Make room there, or set REPORTS to another folder.`,
    );
  }
}
