import { keysIn } from '../drive/http/secrets';
import { addEnvFile } from '../drive/settings';
import { isObject } from '../judge/json';
import { keysAsSecrets } from '../judge/mask';
import { formatTarget } from '../judge/wording';
import { judgedRecord } from '../report/judged-record';
import { judgedTraffic } from '../report/judged-traffic';
import { jsonIn, readText } from '../report/read-file';
import { details, header, outcomeLines, pageIn } from '../report/terminal';
import { writeCheckedReports } from '../report/write-checked-reports';
import { print, subcommand } from './command';
import { verdictCodes } from './run-command';

export const command = subcommand('judge', {
  does: 'Judges a saved run (conformance.json) or captured traffic (a HAR) by this version of the suite. Sends nothing.',
  exitCodes: verdictCodes,
  example: 'traffic.har --target tests/targets/staging.ts',
})
  .argument('<file>', 'conformance.json of a run, or a HAR')
  .option('--reports <folder>', 'write a report there (default: print only)')
  .option('--target <file>', 'target file that describes captured traffic')
  .option('--base-url <address>', 'address of captured traffic (default: found by the known endpoints)')
  .option('--service <word>', 'word of the service in its model names and error.type, such as acme')
  .action(async (file, { reports, ...options }) => {
    // Captured traffic may contain the keys of .env.
    const env = { ...process.env };
    const { problem } = addEnvFile(env);
    if (problem !== undefined) throw new Error(problem);
    const keys = keysIn(env);
    const value = jsonIn(readText(file), file);
    const traffic = isObject(value) && 'log' in value;
    if (!traffic && Object.keys(options).length > 0)
      throw new Error(`--target, --base-url and --service are for captured traffic, and ${file} is none`);
    const { notes, ...judged } = traffic
      ? await judgedTraffic(value, file, options, keys)
      : { ...judgedRecord(value, file), secrets: keysAsSecrets(keys) };
    const report =
      reports === undefined ? judged.report : writeCheckedReports(judged.report, reports, judged.secrets);
    const lines = [
      ...header({ name: formatTarget(report.settings), notes, plan: [] }),
      ...details(report),
      ...outcomeLines(report, reports === undefined ? null : pageIn(reports)),
    ];
    print(`${lines.join('\n')}\n`);
    process.exitCode = report.outcome.exitCode;
  });
