import { keysIn } from '../drive/http/secrets';
import { addEnvFile } from '../drive/settings';
import { commandLine } from '../judge/command-line';
import { isObject } from '../judge/json';
import { keysAsSecrets } from '../judge/mask';
import { targetWords } from '../judge/wording';
import { judgedRecord } from '../report/judged-record';
import { judgedTraffic } from '../report/judged-traffic';
import { jsonIn, readText } from '../report/read-file';
import { details, header, outcomeLines } from '../report/terminal';
import { written } from '../report/written';
import { print, runCommand } from './command';

const usage = `Give one file: ${commandLine('judge', 'conformance.json [--reports folder]')}, or ${commandLine('judge', 'traffic.har [--target file.ts] [--base-url https://...] [--service word] [--reports folder]')}`;

/**
 * `npm run judge`: judges a saved run, or captured traffic, by this edition of document, ledger and engine, and ends
 * as a run does.
 */
runCommand(
  {
    reports: { type: 'string' },
    target: { type: 'string' },
    'base-url': { type: 'string' },
    service: { type: 'string' },
  },
  async ({ values, positionals }) => {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error(usage);
    const { reports, ...options } = values;
    // Those of .env may stand in captured traffic.
    const env = { ...process.env };
    const { problem } = addEnvFile(env);
    if (problem !== undefined) throw new Error(problem);
    const keys = keysIn(env);
    const value = jsonIn(readText(file), file);
    const traffic = isObject(value) && 'log' in value;
    const [option] = Object.keys(options);
    if (!traffic && option !== undefined)
      throw new Error(`--${option} is for captured traffic, and ${file} is none`);
    const { notes, ...judged } = traffic
      ? await judgedTraffic(value, file, options, keys)
      : { ...judgedRecord(value, file), secrets: keysAsSecrets(keys) };
    const report = reports === undefined ? judged.report : written(judged.report, reports, judged.secrets);
    const { outcome, settings, failures, clauses } = report;
    const lines = [
      ...header({ name: targetWords(settings), notes, plan: [] }),
      ...details(failures, clauses),
      ...outcomeLines(outcome, targetWords(settings), reports ?? null),
    ];
    print(`${lines.join('\n')}\n`);
    return outcome.exitCode;
  },
);
