import type { Answer } from '../../judge/answer';
import type { Exchange, Operation } from '../../judge/evidence';
import { escapeWhiteSpace } from '../../judge/placeholders';
import {
  LARGEST_STORED_BODY,
  storedBody,
  storedHeader,
  storedUrl,
  storeResponse,
  type WireResponse,
} from '../../judge/stored-response';
import type { WireFailure, WireRequest } from './http';
import { inspect, keepNamed, mask } from './secrets';

let sent = 0;

/** After this many bytes of bodies, only the beginning of each further body is stored: a run may have thousands. */
const MOST_STORED = 32 * 2 ** 20;
const BEGINNING = 4 * 1024;
const ofRun = { bytes: 0 };

/** Requests that are stored without their secrets, as they were sent. */
const sentWhole = new Map<string, WireRequest>();

/** The request as it was sent, where its record lacks a secret that is in no setting. */
export function wireOf({ id }: Exchange): WireRequest | undefined {
  return sentWhole.get(id);
}

/**
 * The exchange to store, with all secrets masked, and the complete response to judge.
 * @param run the id of the run: shards to be merged have different ones
 * @param given a precondition of other checks, so it is stored whole whatever the limit
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
  const isNamed = keepNamed(wire);
  const exchange: Exchange = {
    id: `${run}-${++sent}`,
    actor,
    variable,
    operation,
    request: {
      method: wire.method,
      url: storedUrl(wire.url, inspect),
      headers: Object.entries(wire.headers).map(([name, value]) => [
        name,
        escapeWhiteSpace(storedHeader(name, value, mask)),
      ]),
      body: wire.body === null ? null : storedBody(wire.body.toString(), inspect),
    },
    response: null,
    ...(connection !== undefined && { connection }),
  };
  if (isNamed) sentWhole.set(exchange.id, wire);
  if ('kind' in received) return { exchange: { ...exchange, failure: received.reason }, answer: null };
  const answer = storeResponse(
    exchange,
    received,
    inspect,
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
