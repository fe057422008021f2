import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exitCodes } from '../judge/outcome';
import { latestOf, overviewMarkdownOf, overviewPageOf } from '../report/history/overview';
import { readRecord } from '../report/history/saved-record';
import { print, subcommand } from './command';
import { pageBeside } from './page-beside';

export const command = subcommand('overview', {
  does: 'Writes one report of the latest run of each target: their faults, and each clause beside its verdict. It links to the page beside each record.',
  exitCodes: {
    0: 'the report was written, and no target violates a must clause, apart from known failures',
    1: 'a target violates a must clause by a fault that is not a known failure',
    2: 'a file cannot be used',
  },
  example: 'eu/conformance.json us/conformance.json --html index.html',
})
  .argument('<records...>', 'conformance.json of each run')
  .option('--markdown <file>', 'write the report as Markdown there (default: print it)')
  .option('--html <file>', 'write the report as a page as well')
  .action((files, options) => {
    const from = dirname(options.html ?? '.');
    const runs = latestOf(files.map((file) => ({ record: readRecord(file), page: pageBeside(file, from) })));
    const markdown = overviewMarkdownOf(runs);
    if (options.markdown !== undefined) writeFileSync(options.markdown, markdown);
    else print(markdown);
    if (options.html !== undefined) writeFileSync(options.html, overviewPageOf(runs));
    process.exitCode = runs.some(({ record }) => record.result.outcome.exitCode === exitCodes.violates)
      ? 1
      : 0;
  });
