import { keysIn } from '../drive/http/secrets';
import { addEnvFile, reportsFolder } from '../drive/settings/folders';
import { formatCost } from '../judge/credits/cost-words';
import { jsonIn } from '../judge/data/json';
import { keysAsSecrets } from '../judge/masking/mask';
import { counted, formatTarget } from '../judge/texts/wording';
import { recordFrom } from '../report/judged-record';
import { mergedReport } from '../report/merged';
import { readText } from '../report/read-file';
import { details, header, outcomeLines } from '../report/terminal';
import { writeCheckedReports } from '../report/write-checked-reports';
import { print, subcommand } from './command';
import { verdictCodes } from './run-command';

export const command = subcommand('merge', {
  does: 'Judges the records of the shards of one run together, and writes one report. Give each shard a folder of its own with REPORTS.',
  exitCodes: verdictCodes,
  example: 'shard-1/conformance.json shard-2/conformance.json',
})
  .argument('<records...>', 'conformance.json of each shard')
  .option(
    '--reports <folder>',
    'where the report is written (default: REPORTS, else reports/output; in an installed package conformance-report)',
  )
  .action((files, options) => {
    const env = { ...process.env };
    addEnvFile(env);
    const [first, ...others] = files.map((file) => recordFrom(jsonIn(readText(file), file), file));
    if (first === undefined) return;
    const merged = mergedReport([first, ...others]);
    const folder = options.reports ?? reportsFolder(env);
    const report = writeCheckedReports(merged, folder, keysAsSecrets(keysIn(env)));
    const notes = [`Merged from ${counted(files.length, 'shard')}`];
    const cost = report.cost.requests > 0 ? ['', `Cost: ${formatCost(report)}`] : [];
    const lines = [
      ...header({ name: formatTarget(report.settings), notes }),
      ...details(report),
      ...cost,
      ...outcomeLines(report, folder),
    ];
    print(`${lines.join('\n')}\n`);
    process.exitCode = report.outcome.exitCode;
  });
