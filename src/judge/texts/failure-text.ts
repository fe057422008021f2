import { variableOf } from '../../../spec/accounts';
import { type Operation, operationNames } from '../../../spec/operations';
import type { Exchange, Finding, Response } from '../data/evidence';
import { groupedBy, uniqueBy } from '../data/grouped';
import { quoted } from '../data/quoted';
import { suiteInfo } from '../data/suite-info';
import { fingerprintOf } from '../faults/causes';
import { type Failure, requestsOf } from '../faults/failures';
import { type Fault, operationsOf, sentenceOf } from '../faults/faults';
import { formatRedirect } from '../response/answer';
import { cacheSignsIn, respondentIn } from '../response/intermediaries';
import { curl } from './curl';
import { escapeControlCharacters, singleLine } from './visible-text';
import {
  counted,
  formatConnection,
  formatExpectation,
  formatList,
  formatNote,
  formatObservation,
  shortList,
} from './wording';

/** A failure; in the message of the failed check itself, the check is not named. */
type Shown = Finding & Partial<Pick<Failure, 'check' | 'before'>>;

/** A name and its text, safe for a terminal and on one line. */
export type Row = [name: string, text: string];

/** Rows whose text readers copy: it is never cut. */
export const wholeRows: ReadonlySet<string> = new Set(['Repeat']);

/** What the message of a failed check says. */
export const failureText = (first: Shown): string =>
  [singleLine(sentenceOf(first)), ...rowLines(rowsOf([first]))].join('\n');

/** Rows as lines for a terminal. A name that is the same as in the row above is left out. */
export function rowLines(rows: readonly Row[]): string[] {
  return rows.map(([name, text], index) => {
    const repeats = rows[index - 1]?.[0] === name;
    return `  ${(repeats ? '' : name).padEnd(8)}  ${visible(name, text)}`;
  });
}

/**
 * The details of a fault: the clauses that it violates, the request with its sender, the response, how often
 * and how else it was seen, and a command to repeat it.
 */
export function rowsOf(
  all: readonly [Shown, ...Shown[]],
  { clauses = [all[0].clause], operations = [], known }: Partial<Fault> = {},
): Row[] {
  const [first] = all;
  const { expected, note, exchanges } = first;
  const [exchange] = exchanges;
  const shownExchanges = exchangesShown(first);
  const otherWays = groupedBy(all, wayOf).filter(([other]) => wayOf(other) !== wayOf(first));
  const saidApart = groupedBy(otherWays, ([other]) => inWords(other)).filter(
    ([[other]]) => inWords(other) !== inWords(first),
  );
  const isRecommendation = (id: string) => suiteInfo.ledger[id]?.level === 'should';
  const [clause = '', ...others] = clauses;
  const also = others.filter((id) => !isRecommendation(id));
  const rows: [name: string, texts: readonly (string | false | undefined)[]][] = [
    ['Note', [note && formatNote(note)]],
    ['Clause', [formatClause(clause)]],
    ['Violates', [also.length > 0 && `also ${shortList(also)}`]],
    ['Not met', [shortList(others.filter(isRecommendation))]],
    ...shownExchanges.flatMap((each): typeof rows => [
      ['Request', [sentBy(each)]],
      ['Response', [formatResponse(each)]],
    ]),
    ['From', distinctTexts(shownExchanges, senderIn)],
    ['Cache', distinctTexts(shownExchanges, ({ headers }) => cacheSignsIn(headers)).map(formatCache)],
    ['Faulty', [shownTogether(first) === null && exchange?.faulty && formatConnection(exchange.faulty)]],
    ['Seen', [requestsIn(all).length > 1 && formatSeen(all, operations)]],
    ['Also', saidApart.map(([way, ...more]) => formatOtherWay([...way, ...more.flat()]))],
    [first.universal ? 'First in' : 'Shown by', [first.check !== undefined && formatChecks(all)]],
    ['Known', [known && `${known.reason}, until ${known.expires}`]],
    [
      'Repeat',
      shownExchanges.flatMap((each, index) => [
        waitBefore(expected, index),
        first.before && '# over one connection: a new one may show another response',
        curl(each, first.before),
      ]),
    ],
  ];
  return rows.flatMap(([name, texts]) =>
    texts.flatMap((text): Row[] => (text ? [[name, visible(name, text)]] : [])),
  );
}

/** A text that readers copy is never cut. */
const visible = (name: string, text: string) =>
  wholeRows.has(name) ? escapeControlCharacters(text) : singleLine(text);

/** `auth.key.wrong, section 5.5: A wrong key is rejected with 401 invalid_api_key.` */
function formatClause(id: string): string {
  const { section = '?', sentence = '' } = suiteInfo.ledger[id] ?? {};
  return `${id}, section ${section}: ${sentence}`;
}

/** The last reading of each AI request comes after its charge. */
function waitBefore({ kind }: Finding['expected'], index: number): string | false {
  const isAfterUse = (kind === 'charged' || kind === 'cheaper') && index % 3 === 2;
  return isAfterUse && 'sleep 60  # until the work is done and charged';
}

/** The requests that show a failure, in the order in which to send them. */
export function exchangesShown(first: Pick<Shown, 'expected' | 'exchanges'>): Exchange[] {
  return shownTogether(first) ?? first.exchanges.slice(0, 1);
}

/**
 * The requests that only show a failure together, in the order in which to send them: readings before and
 * after, or two responses that must not differ. Null if one request shows it.
 */
function shownTogether({ expected, exchanges }: Pick<Shown, 'expected' | 'exchanges'>): Exchange[] | null {
  if (exchanges.length < 2) return null;
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

/** Who sent a response, according to its headers. Of a page without such headers, the title is what is known. */
function senderIn({ status, headers, body }: Response): string {
  const said = respondentIn(headers);
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(body) ?? [];
  if (said !== '' || status < 400 || title.trim() === '') return said;
  return `a page with the title ${quoted(title.trim())}: is a gateway, firewall or container in front of the service?`;
}

/** What these responses say, each text once. */
function distinctTexts(shownExchanges: readonly Exchange[], of: (response: Response) => string): string[] {
  const texts = shownExchanges.flatMap(({ response }) => (response === null ? [] : of(response)));
  return [...new Set(texts)].filter((text) => text !== '');
}

/** `a shared cache responded (age: 3, x-cache: HIT): ...`. */
const formatCache = (signs: string) =>
  `a shared cache responded (${signs}), perhaps with what the service sent for another key: it must not store these responses`;

function sentBy(exchange: Exchange): string {
  const how = exchange.actor === 'nobody' ? 'without a key' : `with ${sender(exchange)}`;
  return `${requestLine(exchange)}, sent ${how}`;
}

/** `404 {"error": ...}`, `302 to https://login.example/`, or why there is no response. */
function formatResponse({ response, failure }: Exchange): string {
  if (response === null) return `none: ${failure}`;
  const { status, body } = response;
  return `${status}${formatRedirect(response)} ${body}`;
}

const requestsIn = (failures: readonly Finding[]) => uniqueBy(failures.flatMap(requestsOf), ({ id }) => id);

/** `131 responses at GET /v1/models and GET /v1/credits`; if others than API_KEY got them: `2 responses to OTHER_API_KEY`. */
function formatSeen(failures: readonly Finding[], operations: readonly Operation[] = []): string {
  const names =
    operations.length > 1 ? ` at ${formatList(operations.map((each) => operationNames[each]))}` : '';
  const requests = requestsIn(failures);
  const senders = [...new Set(requests.flatMap(({ variable }) => variable ?? []))];
  const to = senders.length > 0 && !senders.includes('API_KEY') ? ` to ${formatList(senders)}` : '';
  return `${counted(requests.length, 'response')}${to}${names}`;
}

/** Another way in which the fault shows, in whichever clauses: `expected ..., received ... in 6 responses at job submission`. */
function formatOtherWay(failures: [Finding, ...Finding[]]): string {
  const seen = requestsIn(failures).length;
  const names = operationsOf(failures).map((each) => operationNames[each]);
  return `${inWords(failures[0])}${seen > 1 ? ` in ${counted(seen, 'response')}` : ''} at ${formatList(names)}`;
}

/** One way in which a fault shows: clause, expectation and response; a response of any kind may violate a rule for all. */
function wayOf({ clause, expected, exchanges: [exchange], universal }: Finding): string {
  const asked = expected.kind === 'rule' ? expected.rule : expected.kind;
  // Several gateways may respond in place of the service, each with statuses of its own.
  const isAlike = universal && clause !== 'errors.elsewhere';
  return JSON.stringify([clause, asked, !isAlike && fingerprintOf(exchange)]);
}

const inWords = ({ expected, received }: Finding) =>
  `expected ${formatExpectation(expected)}, received ${formatObservation(received, true)}`;

/** `"GET /v1/credits rejects a wrong key" (auth.spec.ts:61) and 10 more checks`. */
function formatChecks(failures: readonly Shown[]): string {
  const names = uniqueBy(
    failures.flatMap(({ check }) => (check ? `"${check.title}" (${check.file}:${check.line})` : [])),
    (name) => name,
  );
  const how = failures[0]?.universal ? 'a request of ' : '';
  return `${how}${names[0]}${names.length > 1 ? ` and ${counted(names.length - 1, 'more check')}` : ''}`;
}

/** `GET /v1/credits`. */
export function requestLine({ request }: Pick<Exchange, 'request'>): string {
  const path = URL.canParse(request.url) ? new URL(request.url) : null;
  return `${request.method} ${path ? path.pathname + path.search : request.url}`;
}

/** `API_KEY`, `no key`, or what was made from a key: `API_KEY, cut in half`. */
export function sender({ actor, variable }: { actor: string; variable?: Exchange['variable'] }): string {
  if (actor === 'nobody') return 'no key';
  if (variable == null || variable === actor) return actor;
  return actor === 'owner' || actor in variableOf ? variable : `${variable}, ${actor}`;
}
