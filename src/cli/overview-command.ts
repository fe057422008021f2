import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { overviewMarkdownOf, overviewPageOf, type TargetRun } from '../report/history/overview';
import { readRecord } from '../report/history/saved-record';
import { print, subcommand } from './command';

export const command = subcommand('overview', {
  does: 'Writes one report of the runs on several targets. It links to the page beside each record.',
  exitCodes: { 0: 'the report was written', 2: 'a file cannot be used' },
  example: 'eu/conformance.json us/conformance.json --html index.html',
})
  .argument('<records...>', 'conformance.json of each run')
  .option('--markdown <file>', 'write the report as Markdown there (default: print it)')
  .option('--html <file>', 'write the report as a page, too')
  .action((files, options) => {
    const runs = files.map((file): TargetRun => {
      const page = join(dirname(file), 'index.html');
      const link = relative(dirname(options.html ?? '.'), page)
        .split(sep)
        .map(encodeURIComponent)
        .join('/');
      return { record: readRecord(file), page: existsSync(page) ? link : null };
    });
    const markdown = overviewMarkdownOf(runs);
    if (options.markdown !== undefined) writeFileSync(options.markdown, markdown);
    else print(markdown);
    if (options.html !== undefined) writeFileSync(options.html, overviewPageOf(runs));
  });
