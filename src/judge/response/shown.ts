import { codes } from '../../../spec/contract';
import type { Exchange, Reading, Response } from '../data/evidence';
import { asNumber, isObject, walk } from '../data/json';
import { randomKey } from '../data/probe';
import { answerOf, contentOf, valuesInAddress } from './answer';
import { errorIn, rejectionIn } from './error-object';
import { readText } from './reading';

/**
 * What reports show of a response: of a rejection its code, type and the beginning of its message, of a success its form.
 * Where a key or an ID is not the sender's own, nothing of it that may be somebody else's.
 */

/** Levels and items below and beyond these are left out of a form. */
const DEEPEST = 6;
const WIDEST = 50;
/** How many characters of a message are shown, or of a body without an error object. */
const LONGEST = 300;

/** What is known to the run, so that it stays as it is. */
interface Known {
  isName: (name: string) => boolean;
  isValue: (value: string, name: string) => boolean;
}

/** How a form says a number or a flag. */
type Simple = (value: number | boolean) => unknown;

/** As words, for readers. */
const inWords: Simple = (value) => typeof value;
/** Of the same type, since responses are judged by it. */
export const typed: Simple = (value) => (typeof value === 'number' ? 0 : false);

const lengthOf = (text: string) => `${text.length} characters`;

/** A value without what is not known: each string is its length (an empty one stays). An array has one item of each form. */
export function formOf(
  value: unknown,
  known: Known,
  simple: Simple = inWords,
  name = '',
  depth = 0,
): unknown {
  if (value === null || value === '') return value;
  const within = (each: unknown, inner: string) => formOf(each, known, simple, inner, depth + 1);
  if (Array.isArray(value)) {
    const items = depth < DEEPEST ? value.slice(0, WIDEST).map((each) => within(each, name)) : [];
    const different = new Set(items.map((item) => JSON.stringify(item)));
    return [...different].map((item) => JSON.parse(item));
  }
  if (isObject(value)) {
    const fields = depth < DEEPEST ? Object.entries(value).slice(0, WIDEST) : [];
    return Object.fromEntries(
      fields.map(([inner, each], index) => [nameIn(inner, index, known), within(each, inner)]),
    );
  }
  if (known.isValue(String(value), name)) return value;
  return typeof value === 'number' || typeof value === 'boolean' ? simple(value) : lengthOf(String(value));
}

const nameIn = (name: string, index: number, { isName }: Known) =>
  isName(name) ? name : `field ${index + 1}, ${lengthOf(name)}`;

/** A body with an error object: its code and type stay, and of its message what is shown. */
function withError(
  json: unknown,
  error: Record<string, unknown>,
  known: Known,
  message: unknown,
  simple = inWords,
): object {
  const stays: Record<string, unknown> = { code: error.code, type: error.type, message };
  const fields = Object.entries(error).map(([name, value], index) =>
    typeof value === 'string' && name in stays
      ? [name, stays[name]]
      : [nameIn(name, index, known), formOf(value, known, simple, name)],
  );
  return { ...(formOf(json, known, simple) as object), error: Object.fromEntries(fields) };
}

/**
 * A response that may be about what belongs to somebody else, without what is not known. Its message stays, since it is
 * judged; the reports ask whether it may be shown.
 */
export function withoutUnknown(exchange: Exchange, known: Known): Exchange {
  const { response } = exchange;
  if (response === null) return exchange;
  const { status } = response;
  const headers = response.headers.map(([name, value]): [string, string] => [
    name,
    isAboutWork(name) ? (serverIn(value) ?? lengthOf(value)) : value,
  ]);
  const reading = status < 400 ? ofSuccess(response, known) : ofRejection(response.reading, known);
  const body = status < 400 ? (reading.start ?? '') : response.body;
  return { ...exchange, response: { ...response, headers, reading, body } };
}

function ofRejection(reading: Reading, known: Known): Reading {
  const error = errorIn(reading.json);
  if (error === undefined) return reading;
  const of = (message: unknown) => JSON.stringify(withError(reading.json, error, known, message, typed));
  const hidden = typeof error.message === 'string' ? lengthOf(error.message) : error.message;
  const twice = reading.twice.map((name) => (known.isName(name) ? name : lengthOf(name)));
  const mark = reading.start?.startsWith('\ufeff') ? '\ufeff' : '';
  return { start: mark + of(hidden), json: readText(of(error.message)).json, twice };
}

function ofSuccess({ bodyBytes, reading: { json, event } }: Response, known: Known): Reading {
  const value = json === undefined ? event : json;
  // A code of the contract stays, since responses are judged by it.
  const isValue: Known['isValue'] = (text, name) => known.isValue(text, name) || Object.hasOwn(codes, text);
  if (value === undefined) return readText(bodyBytes === 0 ? '' : `${bodyBytes} bytes`);
  const form = JSON.stringify(formOf(value, { ...known, isValue }, typed));
  return readText(json === undefined ? `data: ${form}\n\n` : form);
}

/** Headers that may say where somebody's work is, or what it is. */
const isAboutWork = (name: string) =>
  !/^(?:age|(?:[a-z]+-)*cache(?:-status)?|content-(?:type|length|encoding)|date|retry-after|server|transfer-encoding|via|cf-ray|.*-id)$/i.test(
    name,
  );

/** The server that a redirect leads to, if it is named: perhaps one for logins. */
const serverIn = (location: string) => /^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(location)?.[0];

/** The names in what a service sent to API_KEY about its own account. */
export function namesIn(exchange: Exchange): string[] {
  const answer = answerOf(exchange);
  if (answer === null || exchange.variable !== 'API_KEY' || exchange.asksAbout !== undefined) return [];
  return [...walk(contentOf(answer))].flatMap(({ name }) => (/^\d*$/.test(name) ? [] : name));
}

/**
 * What reports show of the body of each response.
 * @param all the exchanges of the run
 * @param mask applied to each text before it is cut or escaped
 */
export function bodiesShown(
  all: readonly Exchange[],
  mask = (text: string) => text,
): (exchange: Exchange) => string {
  const ids = new Set(all.flatMap(({ workId }) => workId ?? []));
  const names = new Set(all.flatMap(namesIn));
  const said = new Set(all.flatMap((each) => (each.asksAbout === 'somebody' ? [] : (messageIn(each) ?? []))));
  return (exchange) => {
    const answer = answerOf(exchange);
    const { variable, operation, response, asksAbout } = exchange;
    if (answer === null || response === null) return '';
    const isOwn = (variable === 'API_KEY' || variable === null) && asksAbout === undefined;
    const asked = valuesInAddress(exchange);
    const known: Known = {
      isName: (name) => isOwn || names.has(name) || isRenamed(name),
      isValue: (value, name) =>
        ids.has(value) ||
        asked.includes(value) ||
        (asksAbout !== undefined && isLength(value)) ||
        (isOwn && operation === 'models' && name === 'id') ||
        (isOwn && operation === 'credits' && asNumber(value) !== undefined),
    };
    const { status, reading } = answer;
    const value = contentOf(answer);
    const error = status < 400 ? rejectionIn(value, exchange) : errorIn(reading.json);
    if (error !== undefined) {
      const message = String(error.message);
      // A success was replaced when it arrived.
      const isSaid = asksAbout === undefined || status < 400 || said.has(messageIn(exchange) ?? '');
      const shown = isSaid ? beginningOf(mask(message)) : lengthOf(message);
      return mask(JSON.stringify(withError(value, error, known, shown)));
    }
    if (status >= 400 || value === undefined) return beginningOf(mask(response.body));
    const form = mask(JSON.stringify(formOf(value, known)));
    return reading.json === undefined ? `data: ${form}` : form;
  };
}

/** A name or a text that was replaced when the response arrived. */
const isRenamed = (name: string) => /^field \d+, \d+ characters$/.test(name);
const isLength = (text: string) => /^\d+ characters$/.test(text);

const beginningOf = (text: string) =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}... (${lengthOf(text)})` : text;

/** The message of a rejection, without the ID that the request names. */
function messageIn(exchange: Exchange): string | undefined {
  const { response } = exchange;
  const message =
    response === null || response.status < 400 ? undefined : errorIn(response.reading.json)?.message;
  if (typeof message !== 'string') return undefined;
  const named = valuesInAddress(exchange).filter((value) => value.length > 2);
  return named.reduce((text, value) => text.replaceAll(value, '...'), message);
}

/**
 * Whether an ID that is not the sender's own belongs to nobody: it is made up, and not close to one that exists.
 * @param existing the IDs that the run knows
 */
export const isMadeUp = (id: string, existing: readonly string[]): boolean =>
  /^(?=.*\d)[\w-]{8,}$/.test(id) && existing.every((each) => differing(id, each) >= FAR);

/** A key that only has the form of one is nobody's either. */
export const isRandomKey = ({ actor }: Pick<Exchange, 'actor'>) => actor.startsWith(randomKey);

/** How many characters differ between IDs of which one tells nothing about the other. */
const FAR = 6;

function differing(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return Math.max(one.length, other.length) - start - end;
}
