import { writeFileSync } from 'node:fs';
import { comparePageOf } from '../report/history/compare-page';
import { comparisonWords } from '../report/history/compare-sections';
import { markdownOf, terminalOf } from '../report/history/compare-text';
import { compare } from '../report/history/comparison';
import { readRecord } from '../report/history/saved-record';
import { print, subcommand } from './command';

export const command = subcommand('compare', {
  does: 'Prints what changed from one run to another, or how two targets differ: newly failing, fixed, changed.',
  exitCodes: { 0: 'nothing got worse', 1: 'something got worse', 2: 'a file cannot be used' },
  example: 'last-night.json conformance.json --html changes.html',
})
  .argument('<before>', 'conformance.json of the earlier run')
  .argument('<after>', 'conformance.json of the later run')
  .option('--markdown <file>', 'write the comparison as Markdown, too')
  .option('--html <file>', 'write the comparison as a page, too')
  .action((first, second, options) => {
    const before = { file: first, record: readRecord(first) };
    const after = { file: second, record: readRecord(second) };
    const report = comparisonWords(compare(before.record, after.record), before, after);
    print(`${terminalOf(report).join('\n')}\n`);
    if (options.markdown !== undefined) writeFileSync(options.markdown, markdownOf(report));
    if (options.html !== undefined) writeFileSync(options.html, comparePageOf(report));
    process.exitCode = report.worse ? 1 : 0;
  });
