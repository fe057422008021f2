import querystring from 'node:querystring';
import { isKnownOperation } from '../../spec/operations';
import type { Exchange, Response } from './evidence';
import type { Observation, Unfinished } from './expectation';
import { isObject } from './json';
import { memoize } from './memoize';

/** An answer as it is judged: masked, and whole. */
export interface Answer {
  readonly status: number;
  /** Null where the body's bytes are no UTF-8. */
  readonly text: string | null;
  /** As it came, where a part of a key was masked: an id may have eight characters in common with one. */
  readonly raw?: string;
  readonly contentType: string;
  /** All of them, masked; those that reports show stand in the exchange. */
  readonly headers?: [name: string, value: string][];
  readonly exchange: Exchange;
  /** What it cost, where it was metered and the credits could be read. */
  readonly charge?: Charge;
}

/** The credits around an AI request, or around refusals. */
export interface Charge {
  /** Answers of GET /v1/credits. */
  readonly before: Answer;
  readonly after: Answer;
  /** The credits changed within the bound. */
  readonly seen: boolean;
  /** Why nothing was charged, other than that it is free: the work failed, or was not done within this setting. */
  readonly unfinished?: Unfinished;
  /** The uses until the second reading may have cost less than a reading shows. */
  readonly coarse?: boolean;
}

/** The JSON body, or undefined where it is none. */
export function body({ text }: Pick<Answer, 'text'>): unknown {
  return text === null ? undefined : parsed(text);
}

/** The text as the target gave it, for what is sent back. */
export function asGiven(answer: Pick<Answer, 'text' | 'raw'>): string | null {
  return answer.raw ?? answer.text;
}

/** The JSON value of a text, or undefined where it is none. */
export function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    // A byte-order mark is advice (RFC 8259, 8.1).
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

const parsed = memoize<unknown>(parse);

const answers = new WeakMap<Exchange, Answer>();

/** The answer of an exchange as it is kept; null where there is none, or not all of it. */
export function answerOf(exchange: Exchange): Answer | null {
  const { response } = exchange;
  if (response === null || response.cut) return null;
  const known = answers.get(exchange);
  if (known !== undefined) return known;
  const text = response.encoding === undefined ? response.body : null;
  const answer = {
    status: response.status,
    text,
    contentType: headerIn(exchange, 'content-type') ?? '',
    exchange,
  };
  answers.set(exchange, answer);
  return answer;
}

/** An answer of which only success and code are asked: where the body was cut, its gist stands in for it. */
export function gistOf(exchange: Exchange): Answer | null {
  const { response } = exchange;
  if (response?.gist === undefined) return answerOf(exchange);
  return { status: response.status, text: response.gist, contentType: '', exchange };
}

/** The value of a header, by its name in lower case; null where there is none. */
export function headerOf(headers: readonly [name: string, value: string][], name: string): string | null {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;
}

/** What has the headers of an answer. */
export interface Headed {
  response: Pick<Response, 'headers'> | null;
}

/** The value of a response's header, among those that are kept; null where it has none. */
export function headerIn({ response }: Headed, name: string): string | null {
  return headerOf(response?.headers ?? [], name);
}

/** What stands in the address of a request, unescaped: an id that it asks for is one of them. */
export function valuesInAddress({ request }: Exchange): string[] {
  const { pathname, searchParams } = new URL(request.url);
  return [...pathname.split('/').map(querystring.unescape), ...searchParams.values()];
}

/** `error` of an error body: its code and message where they are strings. */
export function errorOf(answer: Pick<Answer, 'text'>): { code?: string; message?: string } {
  const json = body(answer);
  const error = isObject(json) && isObject(json.error) ? json.error : {};
  return {
    ...(typeof error.code === 'string' && { code: error.code }),
    ...(typeof error.message === 'string' && { message: error.message }),
  };
}

/** The body is the error object and nothing else: a job's own record of a failure is not. */
export function isErrorBody(body: unknown): body is { error: Record<string, unknown> } {
  return isObject(body) && Object.keys(body).length === 1 && isObject(body.error) && 'code' in body.error;
}

/**
 * A success status, and no error object under it; of an operation whose answer the contract shows, with a
 * JSON body.
 */
export function isAccepted(answer: Answer): boolean {
  // Work that was taken on may be answered with the place to look for it.
  if (isPlacing(answer)) return isPlaced(answer.exchange);
  if (!isSuccess(answer) || isErrorBody(body(answer))) return false;
  return !isKnownOperation(answer.exchange.operation) || body(answer) !== undefined;
}

/** Whether the answer of an exchange, as far as it is kept, was served. */
export function wasAccepted(exchange: Exchange): boolean {
  const answer = gistOf(exchange);
  return answer !== null && isAccepted(answer);
}

/** A success status (RFC 9110, 15.3). */
export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status < 300;
}

/** The statuses of an answer whose Location is the place to look: many a framework sends 302 with any Location. */
export function isPlacing({ status }: Pick<Answer, 'status'>): boolean {
  return status === 302 || status === 303;
}

function isPlaced({ read = {} }: Exchange): boolean {
  return [read['job.id'], read['workflow.runId']].some(
    (id) => typeof id === 'number' || (typeof id === 'string' && id !== ''),
  );
}

/** No such place, or no such method there, in words that are not the contract's: a router's own answer. */
export function isUnrouted({ status, text }: Pick<Answer, 'status' | 'text'>): boolean {
  return (status === 404 || status === 405) && errorOf({ text }).code === undefined;
}

/** Exactly this failure (contract 7). */
export function failsWith(answer: Pick<Answer, 'status' | 'text'>, status: number, code: string): boolean {
  return answer.status === status && errorOf(answer).code === code;
}

/** The longest start of a text that a reader is shown. */
const START = 200;

/** What came, by status and code, or by how the body begins. */
export function observed(answer: Pick<Answer, 'status' | 'contentType' | 'text'>): Observation {
  const { status, contentType, text } = answer;
  const { code } = errorOf(answer);
  const start =
    text === null
      ? null
      : text
          .slice(0, 4 * START)
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, START);
  return { kind: 'answer', status, ...(code !== undefined && { code }), contentType, start };
}
