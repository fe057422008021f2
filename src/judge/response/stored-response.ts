import type { Exchange, Response } from '../data/evidence';
import { announcesPages } from './models';
import { readBody } from './reading';

export interface WireResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  /** The size of the body that was received, if this is only what is judged of it. */
  bytes?: number;
  milliseconds: number;
}

/** The exchange of a request with its response. */
export function storeResponse(exchange: Exchange, received: WireResponse): Exchange {
  const { status, headers, body, bytes = body.length, milliseconds } = received;
  const reading = readBody(body);
  const response: Response = {
    status,
    headers,
    reading,
    body: reading.start ?? `${bytes} bytes that are no UTF-8`,
    bodyBytes: bytes,
    milliseconds: Math.round(milliseconds),
  };
  return { ...exchange, response };
}

/** Response headers that reports show: those that help to find the request in a log, or that matter for waits. */
const worthShowing =
  /^(?:age|allow|(?:[a-z]+-)*cache(?:-(?:status|hits?|lookup))?|content-(?:type|length|encoding|language)|date|location|retry-after|server|transfer-encoding|via|www-authenticate|traceparent|cf-ray|(?:x-)?rate-?limit(?:-[a-z-]+)?|(?:x-)?(?:[a-z]+-)*(?:request|correlation|trace)-?id)$/i;

export const isShown = (name: string) => worthShowing.test(name) || announcesPages.test(name);
