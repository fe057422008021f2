import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { comparePageOf, comparisonLines, comparisonView } from '../report/compare/compare-view';
import { compare } from '../report/compare/comparison';
import { readRecord } from '../report/compare/saved-record';
import { markdownOf } from '../report/markdown';
import { print, subcommand } from './command';
import { pageBeside } from './page-beside';

export const command = subcommand('compare', {
  does: 'Prints what changed from one run to another, or how two targets differ: new faults, fixed ones, changed ones. These count as worse: a new fault, a fault seen in more checks, a clause that is no longer tested or could not be judged, and a run that ends worse as a whole.',
  exitCodes: { 0: 'nothing got worse', 1: 'something got worse', 2: 'a file cannot be used' },
  example: 'last-night.json reports/output/conformance.json --html changes.html',
})
  .argument('<before>', 'conformance.json of the earlier run')
  .argument('<after>', 'conformance.json of the later run')
  .option('--markdown <file>', 'write the comparison as Markdown as well')
  .option('--html <file>', 'write the comparison as a page as well')
  .action((first, second, options) => {
    const [before, after] = [readRecord(first), readRecord(second)];
    const comparison = compare(before, after);
    const viewFrom = (folder: string) =>
      comparisonView(
        comparison,
        { file: first, record: before, page: pageBeside(first, folder) },
        { file: second, record: after, page: pageBeside(second, folder) },
      );
    print(`${comparisonLines(viewFrom('.')).join('\n')}\n`);
    const { markdown, html } = options;
    if (markdown !== undefined) writeFileSync(markdown, markdownOf(viewFrom(dirname(markdown))));
    if (html !== undefined) writeFileSync(html, comparePageOf(viewFrom(dirname(html)), comparison.worse));
    process.exitCode = comparison.worse ? 1 : 0;
  });
