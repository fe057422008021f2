import { escapeControlCharacters } from '../judge/texts/visible-text';
import { formatTarget } from '../judge/texts/wording';
import type { Report } from '../judge/verdict/report';
import { inLog } from './in-log';
import { faultsIn, viewOf } from './view';

/** GitHub shows ten annotations of each kind and drops the rest. */
const mostShown = 10;

/** What an annotation says of a fault besides its sentence. */
const annotated = ['Clause', 'Repeat'];

/**
 * Workflow commands for the log of a GitHub job: an error for each fault, a warning for a known failure, and one line
 * for the outcome.
 * @param folder of the test files, relative to the repository
 */
export function annotationsOf(report: Report, folder: string): string[] {
  const { outcome, source } = report;
  const violations = faultsIn(viewOf(report)).filter(({ fault }) => fault.verdict === 'violates');
  const lines = violations.slice(0, mostShown - 1).map(({ fault, words, rows }) => {
    const { file, line } = fault.failures[0].check;
    const place = { file: `${folder}/${file}`, line: String(line), title: fault.title };
    const said = rows.flatMap(([name, text]) => (annotated.includes(name) ? `${name}: ${text}` : []));
    return command(fault.known ? 'warning' : 'error', place, [words, ...said].join('\n'));
  });
  const kind = outcome.exitCode === 0 ? 'notice' : 'error';
  return [
    ...lines,
    command(kind, { title: outcome.word }, `${formatTarget(source.settings)}: ${outcome.sentence}`),
  ];
}

function command(kind: string, properties: Record<string, string>, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${inProperty(value)}`);
  return `::${kind} ${list.join(',')}::${inMessage(message)}`;
}

function inMessage(text: string): string {
  return inLog(escapeControlCharacters(text))
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

function inProperty(text: string): string {
  return inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
