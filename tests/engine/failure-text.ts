import { curl } from './curl';
import type { KnownFailure } from './known-failures';
import type { Ledger } from './run';
import { stable } from './signature';
import type { Failure } from './verdicts';
import { line, visible } from './visible';

/** Failures that tell the same: one clause, one expectation, one observation, in any number of cases. */
export interface FailureGroup {
  first: Failure;
  others: Failure[];
  known?: KnownFailure;
}

/** Failures grouped, breaches before advice. */
export function groupFailures(failures: Failure[], excused: Map<string, KnownFailure>): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const failure of failures) {
    const known = excused.get(failure.signature);
    const { clause, expected, status, code } = failure;
    const key = JSON.stringify([clause, stable(expected), status, code, known !== undefined]);
    const group = groups.get(key);
    if (group) group.others.push(failure);
    else groups.set(key, { first: failure, others: [], ...(known && { known }) });
  }
  const rank = ({ first, known }: FailureGroup) => (first.verdict === 'deviates' ? 2 : known ? 1 : 0);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

/**
 * A failure in full: clause and sentence; the request and who sent it; expected and received; where the
 * clause stands; a command to repeat the request.
 */
export function failureText({ first, others, known }: FailureGroup, ledger: Ledger): string[] {
  const { exchange } = first;
  const clause = ledger[first.clause];
  const response = exchange?.response;
  const rows: [string, string][] = [];
  if (exchange) rows.push(['Request', `${requestLine(exchange)}, sent by ${sender(exchange)}`]);
  rows.push(['Expected', first.expected], ['Received', first.received]);
  // Short enough, it is what was received.
  if (response && !first.received.endsWith(response.body.trim()))
    rows.push(['Answer', `${response.status} ${response.body}`]);
  if (exchange?.failure) rows.push(['Answer', `none: ${exchange.failure}`]);
  if (first.note) rows.push(['Note', first.note]);
  rows.push(['Contract', `section ${clause?.section ?? '?'}`]);
  rows.push([
    'Case',
    `${first.case} (${first.file}:${first.line})${others.length > 0 ? `, and ${others.length} more` : ''}`,
  ]);
  if (known) rows.push(['Known', `${known.reason} (${known.link}), until ${known.expires}`]);
  if (exchange) rows.push(['Repeat', curl(exchange)]);
  return [
    `${first.clause}  ${clause?.sentence ?? ''}`,
    ...rows.map(([name, text]) => `  ${name.padEnd(8)}  ${name === 'Repeat' ? visible(text) : line(text)}`),
  ];
}

/** `GET /v1/credits`. */
export function requestLine({ request }: NonNullable<Failure['exchange']>): string {
  const path = URL.canParse(request.url) ? new URL(request.url) : null;
  return `${request.method} ${path ? path.pathname + path.search : request.url}`;
}

/** `owner (API_KEY)`, or a probe: `"cut in half" (API_KEY)`. */
export function sender({ actor, variable }: NonNullable<Failure['exchange']>): string {
  const named = actor.includes(' ') ? `"${actor}"` : actor;
  return variable === null || variable === actor ? named : `${named} (${variable})`;
}
