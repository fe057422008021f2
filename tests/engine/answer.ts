import type { Charge } from '../drive/meter';
import type { Exchange } from './evidence';
import { isObject } from './json';
import { isErrorBody, parse } from './judge';
import { inWords } from './wording';

/** An answer as cases read it. Plain data, so that it can be shared between workers. */
export interface Answer {
  status: number;
  /** Null where the body's bytes are no UTF-8. */
  text: string | null;
  contentType: string;
  /** Names of the response headers, lower case, sorted. */
  headerNames: string[];
  /** Set where one of its header values is wanted by a case. */
  retryAfter: string | null;
  milliseconds: number;
  /** What it cost, where it was metered and the credits could be read. */
  charge?: Charge;
  exchange: Exchange;
}

/** What each answer's text was parsed to: every judgement asks, and a text may be long. */
const bodies = new WeakMap<object, unknown>();

/** The JSON body, or undefined where it is none. */
export function body(answer: Pick<Answer, 'text'>): unknown {
  if (!bodies.has(answer)) bodies.set(answer, parse(answer.text));
  return bodies.get(answer);
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

/**
 * A success status, and no error object under it; of an operation whose answer the contract shows, with a
 * JSON body.
 */
export function isServed(answer: Answer): boolean {
  const success = answer.status >= 200 && answer.status < 300;
  if (!success || isErrorBody(body(answer))) return false;
  return !isKnown(answer.exchange.operation) || body(answer) !== undefined;
}

/** The three operations whose path the contract shows (contract 4). */
export function isKnown(operation: Exchange['operation']): boolean {
  return operation === 'models' || operation === 'credits' || operation === 'job';
}

/** `401 invalid_api_key`, or what came instead of an error object. */
export function describeAnswer(answer: Pick<Answer, 'status' | 'contentType' | 'text'>): string {
  const { code } = errorOf(answer);
  return code === undefined ? inWords(answer) : `${answer.status} ${code}`;
}
