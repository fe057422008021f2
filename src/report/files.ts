import { join } from 'node:path';
import { makeFolder } from '../drive/settings/writable';
import type { Report } from '../judge/verdict/report';
import { inOneLine } from './exit-code';
import { junitOf } from './junit';
import { markdownOf } from './markdown';
import { pageOf } from './page/page';
import { foreignReports, rightsOf } from './places';
import { recordOf } from './record';
import { recordText } from './record-text';
import { replaceAll } from './replace';
import { viewOf } from './view';

const renderers: Record<string, (report: Report, mask: (text: string) => string) => string> = {
  'index.html': (report, mask) => mask(pageOf(report)),
  // In the text of a JSON file, a quotation mark could be taken for one of the key.
  'conformance.json': (report, mask) => {
    const masked = (_: string, value: unknown) => (typeof value === 'string' ? mask(value) : value);
    return recordText(recordOf(report), masked);
  },
  'junit.xml': (report, mask) => mask(junitOf(report)),
  'summary.md': (report, mask) => mask(markdownOf(viewOf(report))),
};

/**
 * Writes all reports, or none of them.
 * @param mask applied to each text when a secret was found in one
 * @throws one line that names the folder, where a report cannot be written
 */
export function writeReports(report: Report, folder: string, mask = (text: string) => text): void {
  const files = Object.entries(renderers).map(([name, render]) => ({
    file: join(folder, name),
    text: render(report, mask),
    rights: rightsOf(join(folder, name)),
  }));
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
