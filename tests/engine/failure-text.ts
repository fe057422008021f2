import { curl } from './curl';
import type { Exchange } from './evidence';
import type { KnownFailure } from './known-failures';
import type { Ledger } from './run';
import { stable } from './signature';
import type { Failure } from './verdicts';
import { line, visible } from './visible';
import { expectationWords, noteWords, observationWords } from './wording';

/** Failures that tell the same: one clause, one expectation, one observation, in any number of cases. */
export interface FailureGroup {
  first: Failure;
  others: Failure[];
  known?: KnownFailure;
}

/** Failures grouped, breaches before advice. */
export function groupFailures(failures: Failure[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const failure of failures) {
    const { clause, expected, status, code, known } = failure;
    const key = JSON.stringify([clause, stable(expected), status, code, known !== undefined]);
    const group = groups.get(key);
    if (group) group.others.push(failure);
    else groups.set(key, { first: failure, others: [], ...(known && { known }) });
  }
  const rank = ({ first, known }: FailureGroup) => (first.verdict === 'deviates' ? 2 : known ? 1 : 0);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

/** What a failure is about: the same for the message of a red case, the terminal and junit.xml. */
type Told = Pick<Failure, 'clause' | 'expected' | 'received' | 'note' | 'exchanges'> &
  Partial<Pick<Failure, 'count' | 'operations' | 'universal' | 'case' | 'file' | 'line'>>;

/**
 * A failure in full: clause and sentence; the request and who sent it; expected and received; where the
 * clause stands; a command to repeat the request.
 */
export function failureText(
  { first, others, known }: { first: Told; others: Pick<Told, 'exchanges'>[]; known?: KnownFailure },
  ledger: Ledger,
): string[] {
  const { clause, expected, received, note, exchanges, count = 0, operations = [] } = first;
  const [exchange, ...more] = exchanges;
  const answer = observationWords(received);
  const rows: [string, string][] = [];
  if (note) rows.push(['Note', noteWords(note)]);
  if (exchange) rows.push(['Request', `${requestLine(exchange)}, sent by ${sender(exchange)}`]);
  rows.push(['Expected', expectationWords(expected)], ['Received', answer]);
  const response = exchange?.response;
  // Short enough, it is what was received.
  if (response && !answer.endsWith(response.body.trim()))
    rows.push(['Answer', `${response.status} ${response.body}`]);
  if (exchange?.failure) rows.push(['Answer', `none: ${exchange.failure}`]);
  if (first.universal && count > 1) rows.push(['Seen', `on ${count} answers (${operations.join(', ')})`]);
  rows.push(['Contract', `section ${ledger[clause]?.section ?? '?'}`]);
  const entries = [first, ...others].flatMap((each) => each.exchanges.flatMap(entryWords));
  rows.push(...entries.slice(0, mostEntries).map((words): [string, string] => ['Entry', words]));
  if (entries.length > mostEntries) rows.push(['Entry', `and ${entries.length - mostEntries} more`]);
  if (first.case !== undefined && entries.length === 0) {
    const place = `${first.case} (${first.file}:${first.line})`;
    rows.push(['Case', `${place}${others.length > 0 ? `, and ${others.length} more` : ''}`]);
  }
  if (known) rows.push(['Known', `${known.reason} (${known.link}), until ${known.expires}`]);
  if (exchange) rows.push(['Repeat', curl(exchange)]);
  if (first.universal && entries.length === 0)
    rows.push(...more.map((each): [string, string] => ['Also', curl(each)]));
  return [
    `${clause}  ${ledger[clause]?.sentence ?? ''}`,
    ...rows.map(
      ([name, text]) =>
        `  ${name.padEnd(8)}  ${name === 'Repeat' || name === 'Also' ? visible(text) : line(text)}`,
    ),
  ];
}

/** The most entries of captured traffic that a failure lists. */
const mostEntries = 20;

/** Of captured traffic: `log.entries[12]: GET /v1/credits, 2026-11-20T10:00:00.000Z`. */
export function entryWords(exchange: Exchange): string[] {
  const { entry } = exchange;
  return entry === undefined ? [] : [`log.entries[${entry.index}]: ${requestLine(exchange)}, ${entry.time}`];
}

/** `GET /v1/credits`. */
export function requestLine({ request }: Pick<Exchange, 'request'>): string {
  const path = URL.canParse(request.url) ? new URL(request.url) : null;
  return `${request.method} ${path ? path.pathname + path.search : request.url}`;
}

/** `owner (API_KEY)`, or a probe: `"cut in half" (API_KEY)`. */
export function sender({ actor, variable }: Pick<Exchange, 'actor' | 'variable'>): string {
  const named = actor.includes(' ') ? `"${actor}"` : actor;
  return variable === null || variable === actor ? named : `${named} (${variable})`;
}
