import { keysIn } from '../tests/drive/http/secrets';
import { addEnvFile, reportsFolder } from '../tests/drive/settings';
import { commandLine } from '../tests/engine/command-line';
import { costWords } from '../tests/engine/cost-words';
import { keysAsSecrets } from '../tests/engine/mask';
import { counted, targetWords } from '../tests/engine/wording';
import { jsonIn, print, readText, runCommand } from './command';
import { recordIn } from './judged-record';
import { mergedReport } from './merged';
import { details, header, outcomeLines } from './terminal';
import { written } from './written';

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
