import { parseArgs } from 'node:util';
import { basis } from '../tests/engine/basis';
import { readText, runCommand } from './command';
import { writeReports } from './files';
import { judgedRecord } from './judged-record';
import { details, header, outcomeLines } from './terminal';

const usage = 'Give one file: npm run judge -- conformance.json [--reports folder]';

/** `npm run judge`: judges a saved run by this edition of document, ledger and engine, and ends as a run does. */
runCommand((words) => {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { reports: { type: 'string' } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error(usage);
  const { report, notes } = judgedRecord(jsonIn(readText(file), file), file);
  const target = { name: report.settings.target, notes, plan: [] };
  const lines = [
    ...header(`${basis.suite.name} ${basis.suite.version}`, basis.contract, target),
    ...details(report.failures, report.clauses, basis.ledger),
  ];
  if (values.reports !== undefined) writeReports(report, values.reports);
  lines.push(...outcomeLines(report.outcome, report.settings.target, values.reports ?? null));
  process.stdout.write(`${lines.join('\n')}\n`);
  return report.outcome.exitCode;
});

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON`);
  }
}
