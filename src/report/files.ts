import { join } from 'node:path';
import { WRITTEN_KNOWN_FAILURES } from '../drive/settings/folders';
import { makeFolder } from '../drive/settings/writable';
import type { Report } from '../judge/verdict/report';
import { inOneLine } from './exit-code';
import { junitOf } from './junit';
import { knownFailuresOf } from './known-failures-file';
import { markdownOf } from './markdown';
import { pageOf } from './page/page';
import { foreignFile, foreignReports, formatForeign, rightsOf } from './places';
import { recordOf } from './record';
import { replaceAll } from './replace';
import { viewOf } from './view';

const renderers: Record<string, (report: Report, mask: (text: string) => string) => string | null> = {
  'index.html': (report, mask) => mask(pageOf(report)),
  // In the text of a JSON file, a quotation mark could be taken for one of the key.
  'conformance.json': (report, mask) => {
    const masked = (_: string, value: unknown) => (typeof value === 'string' ? mask(value) : value);
    return `${JSON.stringify(recordOf(report), masked, 1)}\n`;
  },
  'junit.xml': (report, mask) => mask(junitOf(report)),
  'summary.md': (report, mask) => mask(markdownOf(viewOf(report))),
  [WRITTEN_KNOWN_FAILURES]: knownFailuresOf,
};

/**
 * Writes all reports, or none of them. The list of known failures is there for faults only.
 * @param mask applied to each text when a secret was found in one
 * @throws one line that names the folder, where a report cannot be written
 */
export function writeReports(report: Report, folder: string, mask = (text: string) => text): void {
  const files = Object.entries(renderers).flatMap(([name, render]) => {
    const [file, text] = [join(folder, name), render(report, mask)];
    return text === null ? [] : { file, text, rights: rightsOf(file) };
  });
  const foreign = foreignFile(folder);
  if (foreign !== undefined) throw new Error(formatForeign(foreign));
  try {
    makeFolder(folder);
    replaceAll(files);
  } catch (error) {
    const why = `Reports were not written to ${folder}: ${inOneLine(error)}.`;
    throw new Error(
      [why, ...foreignReports(folder), 'Make room there, or set REPORTS to another folder.'].join(' '),
    );
  }
}
