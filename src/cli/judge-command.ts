import { keysIn } from '../drive/http/secrets';
import { addEnvFile } from '../drive/settings/folders';
import { jsonIn } from '../judge/data/json';
import { keysAsSecrets } from '../judge/masking/mask';
import { formatTarget } from '../judge/texts/wording';
import { judgedRecord } from '../report/judged-record';
import { readText } from '../report/read-file';
import { details, header, outcomeLines } from '../report/terminal';
import { writeCheckedReports } from '../report/write-checked-reports';
import { print, subcommand } from './command';
import { verdictCodes } from './run-command';

export const command = subcommand('judge', {
  does: 'Judges a saved run (conformance.json) again, by this version of the suite. Sends nothing.',
  exitCodes: verdictCodes,
  example: 'reports/output/conformance.json --reports rejudged/',
})
  .argument('<file>', 'conformance.json of a run')
  .option('--reports <folder>', 'write a report there (default: print only)')
  .action(async (file, { reports }) => {
    // What is written is searched for the keys of .env.
    const env = { ...process.env };
    const { problem } = addEnvFile(env);
    if (problem !== undefined) throw new Error(problem);
    const judged = judgedRecord(jsonIn(readText(file), file), file);
    const secrets = keysAsSecrets(keysIn(env));
    const report =
      reports === undefined ? judged.report : writeCheckedReports(judged.report, reports, secrets);
    const lines = [
      ...header({ name: formatTarget(report.source.settings), notes: judged.notes }),
      ...details(report),
      ...outcomeLines(report, reports ?? null),
    ];
    print(`${lines.join('\n')}\n`);
    process.exitCode = report.outcome.exitCode;
  });
