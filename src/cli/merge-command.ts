import { keysIn } from '../drive/http/secrets';
import { addEnvFile, reportsFolder } from '../drive/settings';
import { commandLine } from '../judge/command-line';
import { costWords } from '../judge/cost-words';
import { keysAsSecrets } from '../judge/mask';
import { counted, targetWords } from '../judge/wording';
import { recordIn } from '../report/judged-record';
import { mergedReport } from '../report/merged';
import { jsonIn, readText } from '../report/read-file';
import { details, header, outcomeLines } from '../report/terminal';
import { written } from '../report/written';
import { print, runCommand } from './command';

const usage = `Give the records of the shards: ${commandLine('merge', 'shard-1/conformance.json shard-2/conformance.json [--reports folder]')}`;

/** `npm run merge`: judges the records of the shards of one run together, and ends as a run does. */
runCommand({ reports: { type: 'string' } }, async ({ values, positionals }) => {
  const env = { ...process.env };
  addEnvFile(env);
  const [first, ...others] = positionals.map((file) => recordIn(jsonIn(readText(file), file), file));
  if (first === undefined) throw new Error(usage);
  const merged = mergedReport([first, ...others]);
  const folder = values.reports ?? reportsFolder(env);
  const report = written(merged, folder, keysAsSecrets(keysIn(env)));
  const { outcome, settings, failures, clauses } = report;
  const notes = [`Merged from ${counted(positionals.length, 'shard')}`];
  const cost = report.cost.requests > 0 ? ['', `Cost: ${costWords(report)}`] : [];
  const lines = [
    ...header({ name: targetWords(settings), notes, plan: [] }),
    ...details(failures, clauses),
    ...cost,
    ...outcomeLines(outcome, targetWords(settings), folder),
  ];
  print(`${lines.join('\n')}\n`);
  return outcome.exitCode;
});
