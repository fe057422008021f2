import { keysIn } from '../tests/drive/http/secrets';
import { addEnvFile } from '../tests/drive/settings';
import { commandLine } from '../tests/engine/command-line';
import { isObject } from '../tests/engine/json';
import { keysAsSecrets } from '../tests/engine/mask';
import { targetWords } from '../tests/engine/wording';
import { jsonIn, print, readText, runCommand } from './command';
import { judgedRecord } from './judged-record';
import { judgedTraffic } from './judged-traffic';
import { details, header, outcomeLines } from './terminal';
import { written } from './written';

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
