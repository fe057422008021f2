import { writeFileSync } from 'node:fs';
import { commandLine } from '../judge/command-line';
import { comparePageOf } from '../report/history/compare-page';
import { comparisonWords } from '../report/history/compare-sections';
import { markdownOf, terminalOf } from '../report/history/compare-text';
import { compare } from '../report/history/comparison';
import { readRecord } from '../report/history/saved-record';
import { print, runCommand } from './command';

/** `npm run compare`: 1 where anything got worse, 2 where a file cannot be used, else 0. */
runCommand({ markdown: { type: 'string' }, html: { type: 'string' } }, ({ values, positionals }) => {
  const [first, second, ...more] = positionals;
  if (first === undefined || second === undefined || more.length > 0)
    throw new Error(
      `Give two files: ${commandLine('compare', 'before.json after.json [--markdown file] [--html file]')}`,
    );
  const before = { file: first, record: readRecord(first) };
  const after = { file: second, record: readRecord(second) };
  const report = comparisonWords(compare(before.record, after.record), before, after);
  print(`${terminalOf(report).join('\n')}\n`);
  if (values.markdown !== undefined) writeFileSync(values.markdown, markdownOf(report));
  if (values.html !== undefined) writeFileSync(values.html, comparePageOf(report));
  return report.worse ? 1 : 0;
});
