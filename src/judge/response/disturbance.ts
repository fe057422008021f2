import type { Exchange, Unjudged } from '../data/evidence';
import type { Disturbance, Reason } from '../data/reason';
import { type Answer, errorOf, failsWith, type Headed, headerIn, headerOf } from './answer';
import { isTemporary, signatureIn } from './intermediaries';

/** The waits of a target file, in seconds. */
interface Waits {
  retryDelays?: number[];
  rateLimit?: { seconds: number };
}

/** The longest a rate limit may last, in seconds (contract 7: "a few seconds to a minute"). */
export const LONGEST_WINDOW = 61;
/** The longest wait that Retry-After may ask for, in seconds. A request is not repeated sooner than it was asked for. */
export const LONGEST_ADVICE = 120;
/** The delays that the contract recommends, in seconds (part 7). */
const RECOMMENDED_DELAYS = [1, 3, 10];

/**
 * The kind of disturbance, in which a response says nothing about its request: the code of a well-formed
 * error, or what a gateway or limiter sends in place of the service (`intermediaries.ts`). Null for all other
 * responses.
 * @param words the service words of the model names; empty if none are known
 * @param account the variable of the sender's account; an exhausted quota is a disturbance only for the
 *   account under test, since the state of other accounts is what their variables claim
 * @param asksFor codes that the sender is meant to receive
 */
export function disturbanceIn(
  answer: Pick<Answer, 'status' | 'reading'>,
  words: readonly string[],
  account: string | null,
  asksFor: readonly string[] = [],
): Disturbance | null {
  if (isTemporary(answer, words)) return 'page';
  const { status } = answer;
  const { code } = errorOf(answer);
  if ((status === 502 && code === 'upstream_error') || (status === 429 && code === 'rate_limited'))
    return asksFor.includes(code) ? null : code;
  return status === 429 && code === 'daily_quota_exceeded' && account === 'API_KEY' ? code : null;
}

/** Whether a limit of calls was met: that of the service, or of a limiter in front of it, which may send 503. */
export function isLimit(disturbance: Disturbance, status: number): boolean {
  return disturbance === 'rate_limited' || (disturbance === 'page' && (status === 429 || status === 503));
}

/** Why such a response judges nothing. */
export function disturbedBy({ status, exchange }: Answer, code: Disturbance = 'page', times = 1): Unjudged {
  const by = signatureIn(exchange.response?.headers ?? []);
  const asked = excessiveAdvice(retryAdviceIn(exchange));
  const reason: Reason = {
    kind: 'disturbed',
    status,
    code,
    times,
    ...(by !== '' && { by }),
    ...(asked !== undefined && { asked }),
  };
  return { verdict: 'inconclusive', reason };
}

/**
 * Whether a response shows that its request was not carried out: by an error code of the service, or by a status that
 * says so, whoever sent it. Behind another error of a server or gateway, such as 504, the work may go on, and a redirect
 * may lead to work that was begun.
 * @param words the service words of the model names; empty if none are known
 */
export function showsRejection(
  answer: Pick<Answer, 'status' | 'reading'>,
  words: readonly string[],
): boolean {
  const { status } = answer;
  if ((status >= 400 && status < 500) || status === 503) return true;
  return errorOf(answer).code !== undefined && !isTemporary(answer, words);
}

/**
 * Whether a request that accepts no JSON was rejected for that (RFC 9110 15.5.7). The contract does not
 * mention what a client accepts, so this is a second condition of the request.
 */
export function isUnacceptable({ request, response }: Exchange): boolean {
  return response?.status === 406 && acceptsNoJson(request);
}

/** Whether it may have been rejected for that. The contract has no 406, so this code would be used. */
export function mayBeUnacceptable(answer: Answer): boolean {
  const { exchange } = answer;
  return (
    isUnacceptable(exchange) || (acceptsNoJson(exchange.request) && failsWith(answer, 422, 'invalid_request'))
  );
}

function acceptsNoJson({ headers }: Exchange['request']): boolean {
  const accept = headerOf(headers, 'accept');
  return accept !== null && !/json|\*\/\*/i.test(accept);
}

/** Seconds before each retry of a request after a disturbance. */
export function retryDelays(target: Waits): number[] {
  return target.retryDelays ?? RECOMMENDED_DELAYS;
}

/** The seconds that a response asks to wait, if that is longer than any wait of a run. */
export function excessiveAdvice(advice: RetryAdvice): number | undefined {
  const seconds = secondsUntilRetry(advice);
  return seconds > LONGEST_ADVICE ? seconds : undefined;
}

/**
 * Seconds before each retry after a disturbance: the recommended delays, and after a rate limit finally the whole window,
 * none of them shorter than Retry-After says. An exhausted daily quota is not waited for, nor is what asks for too long a
 * wait.
 */
export function delaysAfter(
  disturbance: Disturbance,
  status: number,
  advice: RetryAdvice,
  target: Waits,
): number[] {
  if (disturbance === 'daily_quota_exceeded' || excessiveAdvice(advice) !== undefined) return [];
  const window = isLimit(disturbance, status) ? [windowOf(target)] : [];
  const advised = secondsUntilRetry(advice) || 0;
  return [...retryDelays(target), ...window].map((delay) => Math.max(delay, advised));
}

/** Seconds without requests after which a rate limit is over: a minute, unless the target file says otherwise. */
export function windowOf(target: Waits): number {
  const { rateLimit, retryDelays } = target;
  return Math.min(
    rateLimit?.seconds ?? (retryDelays ? 10 * Math.max(...retryDelays) : LONGEST_WINDOW),
    LONGEST_WINDOW,
  );
}

interface RetryAdvice {
  retryAfter: string | null;
  date: string | null;
}

export const retryAdviceIn = (exchange: Headed): RetryAdvice => ({
  retryAfter: headerIn(exchange, 'retry-after'),
  date: headerIn(exchange, 'date'),
});

/** The seconds of Retry-After, or until its date (RFC 9110 10.2.3); 0 or NaN if there is none. */
export function secondsUntilRetry({ retryAfter, date }: RetryAdvice): number {
  const seconds = Number(retryAfter);
  return Number.isNaN(seconds) ? (Date.parse(retryAfter ?? '') - Date.parse(date ?? '')) / 1000 : seconds;
}

/** The longest wait for a charge or a job's result, in seconds: never shorter than the advised retry delays. */
export function longestWait(timeoutMs: number, target: Waits): number {
  return Math.max(
    timeoutMs / 1000,
    retryDelays(target).reduce((sum, gap) => sum + gap, 0),
  );
}
