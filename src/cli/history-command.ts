import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { commandLine } from '../judge/command-line';
import { additionTo, nightOf, nightsIn, readHistory } from '../report/history/history';
import { trendHtml, withTrend } from '../report/history/history-trend';
import { readRecord } from '../report/history/saved-record';
import { readText } from '../report/read-file';
import { replace } from '../report/replace';
import { print, runCommand } from './command';

/** `npm run history`: adds a run to a history, one line a run; with `--page`, its trend to the page of the run. */
runCommand({ page: { type: 'string' } }, ({ values, positionals }) => {
  const [recordFile, historyFile, ...more] = positionals;
  if (recordFile === undefined || historyFile === undefined || more.length > 0)
    throw new Error(
      `Give two files: ${commandLine('history', 'conformance.json history.ndjson [--page index.html]')}`,
    );
  const night = nightOf(readRecord(recordFile));
  add(night, historyFile);
  const { nights, broken } = nightsIn(readText(historyFile));
  const own = nights.filter(({ target }) => target === night.target);
  const skipped = broken > 0 ? `, ${broken} broken passed over` : '';
  print(`${historyFile}: ${own.length} of ${nights.length} runs are of this target${skipped}\n`);
  if (values.page !== undefined) {
    const page = withTrend(readText(values.page), trendHtml(own));
    if (page === null) throw new Error(`${values.page} is not the page of a run`);
    replace(values.page, page);
  }
  return 0;
});

function add(night: ReturnType<typeof nightOf>, file: string): void {
  const addition = additionTo(readHistory(file), night);
  if (addition === null) return;
  mkdirSync(dirname(file), { recursive: true });
  if ('append' in addition) appendFileSync(file, addition.append);
  else replace(file, addition.replace);
}
