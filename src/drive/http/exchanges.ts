import type { Exchange, Operation } from '../../judge/data/evidence';
import type { Answer } from '../../judge/response/answer';
import { storeResponse, type WireResponse } from '../../judge/response/stored-response';
import type { WireFailure, WireRequest } from './http';
import { keepNamed, secretsIn, withPlaceholders } from './secrets';

let sent = 0;

/** How many bytes of a body are kept of a request, and searched of a response. */
const LARGEST_BODY = 64 * 1024;

/**
 * The exchange to record, and its response.
 * @param run the id of the run
 */
export function toExchange(
  { actor, variable, connection }: Pick<Exchange, 'actor' | 'variable' | 'connection'>,
  operation: Operation,
  wire: WireRequest,
  received: WireResponse | WireFailure,
  run: string,
): { exchange: Exchange; answer: Answer | null } {
  keepNamed(wire);
  const exchange: Exchange = {
    id: `${run}-${++sent}`,
    actor,
    variable,
    operation,
    request: {
      method: wire.method,
      url: wire.url,
      headers: Object.entries(wire.headers).map(([name, value]) => [name, withPlaceholders(value)]),
      body: wire.body === null ? null : wire.body.subarray(0, LARGEST_BODY).toString(),
    },
    response: null,
    ...(connection !== undefined && { connection }),
  };
  if ('kind' in received) return { exchange: { ...exchange, failure: received.reason }, answer: null };
  const leaks = secretsIn(received.body.subarray(0, LARGEST_BODY), Object.values(wire.headers));
  const answer = storeResponse({ ...exchange, ...(leaks.length > 0 && { leaks }) }, received);
  return { exchange: answer.exchange, answer };
}

/** Nothing changes it any more. */
export function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(Object.freeze(value))) deepFrozen(each);
  return value;
}
