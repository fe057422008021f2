import { basis } from './basis';
import { curl } from './curl';
import type { Exchange, Response } from './evidence';
import type { Observation } from './expectation';
import type { Failure } from './failures';
import { groupedBy } from './grouped';
import { endsEarly } from './json';
import { entryFor, type KnownFailure, knownWords } from './known-failures';
import { sectionWords } from './section';
import { stable } from './signature';
import { line, visible } from './visible';
import {
  charactersShown,
  connectionWords,
  expectationWords,
  noteWords,
  observationWords,
  shortList,
} from './wording';

/** Failures that tell the same: one clause, one expectation, one observation, in any number of cases. */
export interface FailureGroup {
  first: Failure;
  others: Failure[];
  known?: KnownFailure;
  /** Other clauses that the same breach of the target breaks: told here. */
  breaks?: string[];
  /** The clause under which its breach is told. */
  shownUnder?: string;
  /** Entries that would make it known, with all that is told here: one a fault. */
  entries?: KnownFailure[];
}

/**
 * Failures grouped, breaches before advice; of those that one breach of the target makes, the first tells of all.
 * @param day of the run, where entries of the known failures are to be printed
 */
export function groupFailures(failures: Failure[], day?: string): FailureGroup[] {
  const groups = groupedBy(failures, ({ clause, expected, status, code, known }) =>
    JSON.stringify([clause, stable(expected), status, code, known !== undefined]),
  );
  const rank = ({ first, known }: FailureGroup) => (first.verdict === 'deviates' ? 2 : known ? 1 : 0);
  const ranked = groups.flatMap(groupOf).sort((a, b) => rank(a) - rank(b));
  const breachOf = (group: FailureGroup) => `${rank(group)} ${group.first.breach}`;
  return ranked.map((group): FailureGroup => {
    const same = ranked
      .filter((other) => breachOf(other) === breachOf(group))
      .toSorted((a, b) => Number(compares(a)) - Number(compares(b)));
    const [shownUnder, ...breaks] = new Set(same.map(({ first }) => first.clause));
    if (shownUnder !== group.first.clause) return { ...group, shownUnder: shownUnder as string };
    if (group !== same[0]) return group;
    const entries = day === undefined ? [] : entriesOf(same, day);
    return { ...group, ...(breaks.length > 0 && { breaks }), ...(entries.length > 0 && { entries }) };
  });
}

/** For each fault that nobody knows of; by a clause with checks of its own, where one shows it. */
function entriesOf(groups: readonly FailureGroup[], day: string): KnownFailure[] {
  const failures = groups
    .flatMap(({ first, others }) => [first, ...others])
    .filter(({ verdict, known }) => verdict === 'violates' && known === undefined)
    .toSorted((a, b) => Number(a.universal) - Number(b.universal));
  const shown = failures.flatMap(({ clause, faults }) => faults.map((fault) => ({ clause, ...fault })));
  return groupedBy(shown, ({ words }) => words).map((same) => entryFor(same[0].clause, same, day));
}

/** It tells only that an answer is not like others. */
function compares({ first: { expected } }: FailureGroup): boolean {
  return expected.kind === 'rule' && expected.rule === 'type as elsewhere';
}

/**
 * What a plain repeat does not show is told by the one of which that is known, or which shows the requests before it;
 * a workflow by the shortest chain that shows the failure; anything else by the case that comes first.
 */
function groupOf(failures: Failure[]): FailureGroup[] {
  const length = ({ exchanges: [telling] }: Failure) =>
    telling?.operation === 'workflow' ? (telling.request.body?.length ?? 0) : 0;
  const rank = ({ note, before }: Failure) =>
    note?.kind === 'held again' ? 0 : before !== undefined ? 1 : 2;
  const [first, ...others] = failures.toSorted((a, b) => rank(a) - rank(b) || length(a) - length(b));
  return first === undefined ? [] : [{ first, others, ...(first.known && { known: first.known }) }];
}

/** Groups of one clause and of one weight, in the order of the first of each: what a reader is told as one. */
export function byClause(groups: FailureGroup[]): [first: FailureGroup, ...more: FailureGroup[]][] {
  const shown = groups.filter(({ shownUnder }) => shownUnder === undefined);
  return groupedBy(shown, ({ first, known }) => JSON.stringify([first.clause, known !== undefined]));
}

/** What a failure is about: the same for the message of a red case, the terminal and junit.xml. */
type Described = Pick<Failure, 'clause' | 'expected' | 'received' | 'note' | 'exchanges'> &
  Partial<Pick<Failure, 'before' | 'count' | 'operations' | 'universal' | 'case' | 'file' | 'line'>>;

interface DescribedGroup {
  first: Described;
  others: Pick<Described, 'exchanges' | 'count'>[];
  known?: KnownFailure;
  breaks?: string[];
  entries?: KnownFailure[];
}

/**
 * The failures of a clause in full: clause and sentence; the request and who sent it; expected and received; on
 * how many answers it was seen, and what else was; where the clause stands; commands to repeat it.
 */
export function failureText([group, ...more]: [DescribedGroup, ...DescribedGroup[]]): string[] {
  const { first, known, breaks = [] } = group;
  const { clause, expected, received, note, exchanges, universal } = first;
  const { section = '?', sentence = '' } = basis.ledger[clause] ?? {};
  const [exchange] = exchanges;
  const together = shownTogether(first);
  const rows: [string, string][] = [];
  if (note) rows.push(['Note', noteWords(note)]);
  if (together !== null)
    rows.push(
      ...together.map((each): [string, string] => ['Request', `${sentBy(each)}: ${answerWords(each)}`]),
    );
  else if (exchange) rows.push(['Request', sentBy(exchange)]);
  if (together === null && exchange?.faulty) rows.push(['Faulty', connectionWords(exchange.faulty)]);
  rows.push(['Expected', expectationWords(expected)], ['Received', observationWords(received)]);
  // Short enough, it is what was received.
  if (together === null && exchange && !isTold(exchange, received))
    rows.push(['Answer', answerWords(exchange)]);
  if (exchange?.failure) rows.push(['Answer', answerWords(exchange)]);
  if (seenOn(group) > 1) rows.push(['Seen', seenWords(group)]);
  rows.push(...more.map((other): [string, string] => ['Also', otherWords(other)]));
  if (breaks.length > 0) rows.push(['Breaks', `${shortList(breaks)}, too`]);
  rows.push(['Contract', sectionWords(section)]);
  const entries = [group, ...more].flatMap(({ first, others }) =>
    [first, ...others].flatMap((each) => each.exchanges.flatMap(entryWords)),
  );
  rows.push(...entries.slice(0, mostEntries).map((words): [string, string] => ['Entry', words]));
  if (entries.length > mostEntries) rows.push(['Entry', `and ${entries.length - mostEntries} more`]);
  if (first.case !== undefined && entries.length === 0)
    rows.push([universal ? 'First in' : 'Case', caseWords(group)]);
  if (known) rows.push(['Known', `${knownWords(known)}, until ${known.expires}`]);
  const unknown = [group, ...more].flatMap(({ entries: own = [] }) => own);
  rows.push(...unknown.map((each): [string, string] => ['If known', JSON.stringify(each)]));
  const repeated = together ?? (universal && entries.length === 0 ? exchanges : exchanges.slice(0, 1));
  rows.push(...repeated.map((each): [string, string] => ['Repeat', curl(each, first.before)]));
  return [
    `${clause}  ${sentence}`,
    ...rows.map(([name, text], index) => {
      const again = (name === 'Repeat' || name === 'If known') && rows[index - 1]?.[0] === name;
      return `  ${(again ? '' : name).padEnd(8)}  ${name === 'Repeat' || name === 'If known' ? visible(text) : line(text)}`;
    }),
  ];
}

/**
 * The requests that show a failure only together, in the order in which to send them: what the credits were before
 * and after, or two answers that should be alike. Null where one request shows it.
 */
export function shownTogether({
  expected,
  exchanges,
}: Pick<Described, 'expected' | 'exchanges'>): Exchange[] | null {
  if (exchanges.some(({ entry }) => entry !== undefined) || exchanges.length < 2) return null;
  switch (expected.kind) {
    case 'charged':
    case 'cheaper': {
      const uses = Array.from({ length: exchanges.length / 3 }, (_, index) =>
        exchanges.slice(3 * index, 3 * index + 3),
      );
      return uses.flatMap(([use, before, after]) => [before, use, after].flatMap((each) => each ?? []));
    }
    case 'uncharged':
      return [...exchanges.slice(-2, -1), ...exchanges.slice(0, -2), ...exchanges.slice(-1)];
    case 'alike':
      return exchanges;
    default:
      return null;
  }
}

function sentBy(exchange: Exchange): string {
  return `${requestLine(exchange)}, sent by ${sender(exchange)}`;
}

/** Whether the words for an answer show the whole body. */
function isTold({ response }: Exchange, received: Observation): boolean {
  if (response === null) return true;
  const start = received.kind === 'answer' && received.code === undefined ? received.start : '';
  return response.body.trim() === start && start.length <= charactersShown && !isCutOff(response);
}

function answerWords({ response, failure }: Exchange): string {
  if (response === null) return `none: ${failure}`;
  const encoding = response.encoding === undefined ? '' : 'no UTF-8, in base64: ';
  return `${response.status} ${encoding}${response.body}${isCutOff(response) ? ' (the JSON ends here)' : ''}`;
}

/** Whether the target itself ended a JSON body early. */
function isCutOff({ body, encoding, cut }: Response): boolean {
  return !cut && encoding === undefined && endsEarly(body);
}

export function seenOn({ first, others }: Pick<DescribedGroup, 'first' | 'others'>): number {
  return [first, ...others].reduce((sum, { count = 0 }) => sum + count, 0);
}

/** `on 131 answers (models, credits)`. */
function seenWords(group: DescribedGroup): string {
  const { operations = [] } = group.first;
  return `on ${seenOn(group)} answers${group.first.universal ? ` (${operations.join(', ')})` : ''}`;
}

/** Another way in which the same clause is broken: `404 not_found, on 3 answers: a wrong key reads no job (...)`. */
function otherWords(group: DescribedGroup): string {
  const { first } = group;
  const seen = seenOn(group) > 1 ? `, ${seenWords(group)}` : '';
  const place =
    first.case === undefined || first.exchanges.some(({ entry }) => entry) ? '' : `: ${caseWords(group)}`;
  return `${observationWords(first.received)} instead of ${expectationWords(first.expected)}${seen}${place}`;
}

function caseWords({ first, others }: DescribedGroup): string {
  return `${first.case} (${first.file}:${first.line})${others.length > 0 ? `, and ${others.length} more` : ''}`;
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
export function sender({ actor, variable }: { actor: string; variable?: Exchange['variable'] }): string {
  const named = actor.includes(' ') ? `"${actor}"` : actor;
  return variable == null || variable === actor ? named : `${named} (${variable})`;
}
