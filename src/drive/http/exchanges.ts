import type { Exchange, Operation } from '../../judge/data/evidence';
import type { Answer } from '../../judge/response/answer';
import {
  LARGEST_STORED_BODY,
  storedBody,
  storeResponse,
  type WireResponse,
} from '../../judge/response/stored-response';
import type { WireFailure, WireRequest } from './http';
import { keepNamed, secretsIn } from './secrets';

let sent = 0;

/** After this many bytes of bodies, only the beginning of each further body is stored: a run may have thousands. */
const MOST_STORED = 32 * 2 ** 20;
const BEGINNING = 4 * 1024;
const ofRun = { bytes: 0 };

/**
 * The exchange to store, and the complete response to judge.
 * @param run the id of the run
 * @param preparation a precondition of other checks, so it is stored whole whatever the limit
 */
export function toExchange(
  { actor, variable, connection }: Pick<Exchange, 'actor' | 'variable' | 'connection'>,
  operation: Operation,
  wire: WireRequest,
  received: WireResponse | WireFailure,
  {
    run,
    preparation = false,
    kept = ofRun,
  }: { run: string; preparation?: boolean | undefined; kept?: { bytes: number } },
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
      headers: Object.entries(wire.headers),
      body: wire.body === null ? null : storedBody(wire.body.toString()),
    },
    response: null,
    ...(connection !== undefined && { connection }),
  };
  if ('kind' in received) return { exchange: { ...exchange, failure: received.reason }, answer: null };
  const leaks = secretsIn(received.body.subarray(0, LARGEST_STORED_BODY));
  const answer = storeResponse(
    { ...exchange, ...(leaks.length > 0 && { leaks }) },
    received,
    preparation || kept.bytes < MOST_STORED ? LARGEST_STORED_BODY : BEGINNING,
  );
  kept.bytes += answer.exchange.response?.body.length ?? 0;
  return { exchange: answer.exchange, answer };
}

/** Nothing changes it any more. */
export function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(Object.freeze(value))) deepFrozen(each);
  return value;
}
