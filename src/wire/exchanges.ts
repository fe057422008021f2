import type { Exchange, Operation } from '../judge/data/evidence';
import { storeResponse, type WireResponse } from '../judge/response/stored-response';
import type { WireFailure, WireRequest } from './http';
import { keepNamed, secretsIn, withPlaceholders } from './secrets';

let sent = 0;

/** How many bytes of a body are kept of a request, and searched of a response. */
const MOST_KEPT = 64 * 1024;

/**
 * The exchange to record.
 * @param run the id of the run
 */
export function toExchange(
  { actor, variable, connection }: Pick<Exchange, 'actor' | 'variable' | 'connection'>,
  operation: Operation,
  wire: WireRequest,
  received: WireResponse | WireFailure,
  run: string,
): Exchange {
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
      body: wire.body === null ? null : wire.body.subarray(0, MOST_KEPT).toString(),
    },
    response: null,
    ...(connection !== undefined && { connection }),
  };
  if ('kind' in received) return { ...exchange, failure: received.reason };
  const leaks = secretsIn(received.body.subarray(0, MOST_KEPT), Object.values(wire.headers));
  return storeResponse({ ...exchange, ...(leaks.length > 0 && { leaks }) }, received);
}

/** Nothing changes it any more. */
export function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(Object.freeze(value))) deepFrozen(each);
  return value;
}
