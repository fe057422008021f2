import querystring from 'node:querystring';
import { isKnownOperation } from '../../../spec/operations';
import type { Exchange, Reading, Response } from '../data/evidence';
import type { Observation } from '../data/expectation';
import { errorIn, rejectionIn } from './error-object';

/** A response as it is judged: as it was received, whole. */
export interface Answer {
  readonly status: number;
  readonly reading: Reading;
  readonly contentType: string;
  readonly exchange: Exchange;
  /** What the request cost, if it was measured and the credits could be read. */
  readonly charge?: Charge;
}

/** The credits before and after an AI request, or before and after rejected requests. */
interface Charge {
  /** Responses of GET /v1/credits. */
  readonly before: Answer;
  readonly after: Answer;
  /** True if the credits changed within the time limit for charges. */
  readonly seen: boolean;
}

/** The parsed JSON body; undefined if the body is not JSON. */
export function body({ reading }: Pick<Answer, 'reading'>): unknown {
  return reading.json;
}

/** The JSON body with the digits of its numbers as received, where parsing may lose some. */
export function digitsOf({ reading }: Pick<Answer, 'reading'>): unknown {
  return reading.digits ?? reading.json;
}

const answers = new WeakMap<Exchange, Answer>();

/** The response of an exchange; null if there is none. */
export function answerOf(exchange: Exchange): Answer | null {
  const { response } = exchange;
  if (response === null) return null;
  const known = answers.get(exchange);
  if (known !== undefined) return known;
  const { status, reading } = response;
  const answer = { status, reading, contentType: headerIn(exchange, 'content-type') ?? '', exchange };
  answers.set(exchange, answer);
  return answer;
}

/** ` to https://login.example/` for a redirect that says where; empty for other responses. */
export function formatRedirect({ status, headers }: Pick<Response, 'status' | 'headers'>): string {
  const location = status >= 300 && status < 400 ? headerOf(headers, 'location') : null;
  return location === null ? '' : ` to ${location}`;
}

/** The value of a header, by its name in lower case; null if it is missing. */
export function headerOf(headers: readonly [name: string, value: string][], name: string): string | null {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;
}

export interface Headed {
  response: Pick<Response, 'headers'> | null;
}

/** The value of a stored response header; null if it is missing. */
export function headerIn({ response }: Headed, name: string): string | null {
  return headerOf(response?.headers ?? [], name);
}

/** The unescaped path segments and query values of a request: the id that it asks for is one of them. */
export function valuesInAddress({ request }: Exchange): string[] {
  const { pathname, searchParams } = new URL(request.url);
  return [...pathname.split('/').map(querystring.unescape), ...searchParams.values()];
}

/** The code and message of an error body, if they are strings. */
export function errorOf(answer: Pick<Answer, 'status' | 'reading'>): { code?: string; message?: string } {
  const error = errorIn(contentOf(answer)) ?? {};
  return {
    ...(typeof error.code === 'string' && { code: error.code }),
    ...(typeof error.message === 'string' && { message: error.message }),
  };
}

/** The parsed body. A success may be a stream of events: then its first one decides. */
export function contentOf(answer: Pick<Answer, 'status' | 'reading'>): unknown {
  return body(answer) ?? (isSuccess(answer) ? answer.reading.event : undefined);
}

/**
 * True for a success status without an error object, and with a body or a Location. For an operation whose success the
 * contract shows with a body, the body must also be JSON.
 */
export function isAccepted(answer: Answer): boolean {
  // The response to a submission may be a redirect to the lookup.
  if (isPlacing(answer)) return isPlaced(answer.exchange);
  if (!isSuccess(answer) || rejectionIn(contentOf(answer), answer.exchange)) return false;
  const { operation } = answer.exchange;
  if (isKnownOperation(operation)) return body(answer) !== undefined;
  return answer.exchange.response?.bodyBytes !== 0 || headerIn(answer.exchange, 'location') !== null;
}

/** Whether the request of an exchange was accepted. */
export function wasAccepted(exchange: Exchange): boolean {
  const answer = answerOf(exchange);
  return answer !== null && isAccepted(answer);
}

/** Whether a response says that its request was accepted: by its status, unless it holds an error, or by where it leads. */
export function saysAccepted(exchange: Exchange): boolean {
  const answer = answerOf(exchange);
  if (answer === null) return false;
  if (isPlacing(answer)) return isPlaced(exchange);
  return isSuccess(answer) && rejectionIn(contentOf(answer), exchange) === undefined;
}

/** A success status (RFC 9110, 15.3). */
export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status < 300;
}

/** The statuses of a redirect to the lookup. Many frameworks send 302 where 303 is meant. */
export function isPlacing({ status }: Pick<Answer, 'status'>): boolean {
  return status === 302 || status === 303;
}

function isPlaced({ read = {} }: Exchange): boolean {
  return [read['job.id'], read['workflow.runId']].some(
    (id) => typeof id === 'number' || (typeof id === 'string' && id !== ''),
  );
}

/** No such address or method, without an error of the contract: the response of a router. */
export function isUnrouted(answer: Pick<Answer, 'status' | 'reading'>): boolean {
  return (answer.status === 404 || answer.status === 405) && errorOf(answer).code === undefined;
}

/** Exactly this failure (contract 7). */
export function failsWith(answer: Pick<Answer, 'status' | 'reading'>, status: number, code: string): boolean {
  return answer.status === status && errorOf(answer).code === code;
}

/** How many characters of a text are observed. A reader is shown fewer: a secret is masked before it is cut. */
const START = 800;

/** The status and error code of a response, or the beginning of its body. */
export function observed(answer: Pick<Answer, 'status' | 'contentType' | 'reading'>): Observation {
  const { status, contentType, reading } = answer;
  const { code } = errorOf(answer);
  const start = reading.start === null ? null : reading.start.slice(0, START).replace(/\s+/g, ' ').trim();
  return { kind: 'answer', status, ...(code !== undefined && { code }), contentType, start };
}
