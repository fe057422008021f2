import { basis } from '../judge/basis';
import { byClause } from '../judge/failure-text';
import type { Report } from '../judge/report';
import { visible } from '../judge/visible';
import { expectationWords, observationWords, targetWords } from '../judge/wording';
import { inLog } from './in-log';

/** GitHub shows ten annotations of each kind and drops the rest. */
const mostShown = 10;

/**
 * Workflow commands for the log of a GitHub job: an error a breach, told once, a warning a known failure, and one
 * line for the outcome.
 * @param folder of the test files, relative to the repository
 */
export function annotationsOf(report: Report, folder: string): string[] {
  const { outcome, failures, settings } = report;
  const breaches = byClause(failures.filter(({ first }) => first.verdict === 'violates'));
  const lines = breaches.slice(0, mostShown - 1).map(([{ first, known }]) => {
    const place = { file: `${folder}/${first.file}`, line: String(first.line), title: first.clause };
    const message = `${basis.ledger[first.clause]?.sentence ?? ''}\nExpected: ${expectationWords(first.expected)}\nReceived: ${observationWords(first.received)}`;
    return command(known ? 'warning' : 'error', place, message);
  });
  const kind = outcome.exitCode === 0 ? 'notice' : 'error';
  return [...lines, command(kind, { title: outcome.word }, `${targetWords(settings)}: ${outcome.sentence}`)];
}

function command(kind: string, properties: Record<string, string>, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${inProperty(value)}`);
  return `::${kind} ${list.join(',')}::${inMessage(message)}`;
}

function inMessage(text: string): string {
  return inLog(visible(text)).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function inProperty(text: string): string {
  return inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
