import type { Entry } from 'har-format';
import { isKnownOperation } from '../../spec/operations';
import { isSuccess, isUnrouted, parse } from '../judge/answer';
import type { Operation } from '../judge/evidence';
import type { Unread } from '../judge/run';
import type { WireResponse } from '../judge/stored-response';
import { pathBelow } from './base-url';
import { bodyOf } from './body';
import { type NameValue, pairsOf } from './har';
import { type Recognised, recognised, type Spelling } from './operations';

/** A request of captured traffic with its complete response and its operation. */
export interface Captured extends Recognised {
  /** Index in `log.entries`. */
  index: number;
  /** When it was sent, as the tool wrote it. */
  time: string;
  request: { method: string; url: URL; headers: NameValue[]; body: string | null };
  received: WireResponse;
}

/** An entry without a response to judge, by its index in `log.entries`. */
export interface NotRead {
  index: number;
  why: Unread;
}

/** The entries that can be judged, and for each of the others why not. */
export function capturedIn(
  entries: readonly Entry[],
  base: URL,
  spellings: readonly Spelling[],
): { captured: Captured[]; unread: NotRead[] } {
  // Some tools record no address.
  const addressed = entries.some(({ serverIPAddress }) => serverIPAddress);
  const read = entries.map((entry, index) => {
    const why = withoutAnswer(entry, base, addressed);
    return why ?? capturedOf(entry, index, base, spellings);
  });
  const captured = read.filter((each) => typeof each !== 'string');
  const accepted = new Set<Operation>(
    captured.filter(({ received }) => isSuccess(received)).map(({ operation }) => operation),
  );
  // The target file may describe a path that belongs to another service.
  const unrouted = captured.filter(
    ({ operation, received: { status, body } }) =>
      !isKnownOperation(operation) &&
      !accepted.has(operation) &&
      isUnrouted({ status, text: body.toString() }),
  );
  return {
    captured: captured.filter((each) => !unrouted.includes(each)),
    unread: [
      ...read.flatMap((each, index): NotRead[] => (typeof each === 'string' ? [{ index, why: each }] : [])),
      ...unrouted.map(({ index }): NotRead => ({ index, why: 'unverified' })),
    ],
  };
}

/** Why an entry has no response of the service. */
function withoutAnswer(entry: Entry, base: URL, addressed: boolean): Unread | null {
  const { request, response, serverIPAddress } = entry;
  const url = URL.canParse(request.url) ? new URL(request.url) : null;
  if (url === null || pathBelow(base, url) === null) return 'elsewhere';
  const method = request.method.toUpperCase();
  if (method === 'OPTIONS') return 'preflight';
  if (method === 'HEAD' || method === 'CONNECT') return 'without a body';
  const status = response?.status ?? 0;
  if (status <= 0 || own(response, '_error')) return 'unanswered';
  if (status < 200) return 'interim';
  const worker = own(entry, '_fetchedViaServiceWorker') || own(response, '_fetchedViaServiceWorker');
  if (status === 304 || own(entry, '_fromCache') || worker || isCachedBySafari(entry)) return 'cached';
  if (status < 400 && status >= 300) return 'redirect';
  if (status === 407) return 'proxy';
  return addressed && !serverIPAddress ? 'no server' : null;
}

/** A field that a tool adds, if it has a value. */
function own(holder: object | null, name: string): boolean {
  return Boolean((holder as Record<string, unknown> | null)?.[name]);
}

/** Safari records where each response came from. */
function isCachedBySafari(entry: Entry): boolean {
  return [entry, entry.response].some((holder) => {
    const { _fetchType: source } = (holder ?? {}) as { _fetchType?: unknown };
    return typeof source === 'string' && source !== 'Network Load';
  });
}

function capturedOf(
  { request, response, startedDateTime, time }: Entry,
  index: number,
  base: URL,
  spellings: readonly Spelling[],
): Captured | Unread {
  const url = new URL(request.url);
  const text = request.postData?.text ?? null;
  const match = recognised(spellings, {
    method: request.method.toUpperCase(),
    path: pathBelow(base, url) ?? '',
    query: url.searchParams,
    body: parse(text),
  });
  if (match === null) return 'unknown';
  const headers = pairsOf(response.headers);
  const body = bodyOf(response);
  if (body === null) return 'truncated';
  url.username = '';
  url.password = '';
  return {
    ...match,
    index,
    time: startedDateTime ?? 'at an unknown time',
    request: {
      method: request.method.toUpperCase(),
      url,
      headers: pairsOf(request.headers),
      body: text === '' ? null : text,
    },
    received: { status: response.status, headers, body, milliseconds: Math.max(0, time ?? 0) },
  };
}
