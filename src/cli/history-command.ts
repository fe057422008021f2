import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { additionTo, readHistory, runSummariesIn, runSummaryOf } from '../report/history/history';
import { trendHtml, withTrend } from '../report/history/history-trend';
import { readRecord } from '../report/history/saved-record';
import { readText } from '../report/read-file';
import { replace } from '../report/replace';
import { print, subcommand } from './command';

export const command = subcommand('history', {
  does: 'Adds a run to a history, one line of JSON for each run. A run that is in the history already is not added again.',
  exitCodes: { 0: 'the run is in the history', 2: 'a file cannot be used' },
  example: 'conformance.json history.ndjson --page index.html',
})
  .argument('<record>', 'conformance.json of the run')
  .argument('<history>', 'file of the history, created if it is missing')
  .option('--page <file>', 'add the trend of this target to the page of the run')
  .action((recordFile, historyFile, options) => {
    const summary = runSummaryOf(readRecord(recordFile));
    add(summary, historyFile);
    const { runSummaries, broken } = runSummariesIn(readText(historyFile));
    const own = runSummaries.filter(({ target }) => target === summary.target);
    const skipped = broken > 0 ? `, ${broken} broken passed over` : '';
    print(`${historyFile}: ${own.length} of ${runSummaries.length} runs are of this target${skipped}\n`);
    if (options.page === undefined) return;
    const page = withTrend(readText(options.page), trendHtml(own));
    if (page === null) throw new Error(`${options.page} is not the page of a run`);
    replace(options.page, page);
  });

function add(summary: ReturnType<typeof runSummaryOf>, file: string): void {
  const addition = additionTo(readHistory(file), summary);
  if (addition === null) return;
  mkdirSync(dirname(file), { recursive: true });
  if ('append' in addition) appendFileSync(file, addition.append);
  else replace(file, addition.replace);
}
