import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { commandLine } from '../judge/command-line';
import { overviewMarkdownOf, overviewPageOf, type TargetRun } from '../report/history/overview';
import { readRecord } from '../report/history/saved-record';
import { print, runCommand } from './command';

/** `npm run overview`: one report of the runs on several targets, which links to the page beside each record. */
runCommand({ markdown: { type: 'string' }, html: { type: 'string' } }, ({ values, positionals }) => {
  if (positionals.length === 0)
    throw new Error(
      `Give the records: ${commandLine('overview', 'a.json b.json [--markdown file] [--html file]')}`,
    );
  const runs = positionals.map((file): TargetRun => {
    const page = join(dirname(file), 'index.html');
    const link = relative(dirname(values.html ?? '.'), page)
      .split(sep)
      .map(encodeURIComponent)
      .join('/');
    return { record: readRecord(file), page: existsSync(page) ? link : null };
  });
  const markdown = overviewMarkdownOf(runs);
  if (values.markdown !== undefined) writeFileSync(values.markdown, markdown);
  else print(markdown);
  if (values.html !== undefined) writeFileSync(values.html, overviewPageOf(runs));
  return 0;
});
