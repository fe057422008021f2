import type { Answer } from '../engine/answer';
import type { Exchange, Response } from '../engine/evidence';
import type { WireAnswer, WireFailure, WireRequest } from './http';
import { mask, read } from './secrets';

/** The most that is kept of a body, in bytes: a longer answer cannot be judged anew. */
const KEPT = 64 * 1024;
let sent = 0;

/** What is kept of a request and what came back, every secret masked, and the answer as it is judged, whole. */
export function toExchange(
  { actor, variable }: Pick<Exchange, 'actor' | 'variable'>,
  operation: Exchange['operation'],
  wire: WireRequest,
  received: WireAnswer | WireFailure,
): { exchange: Exchange; answer: Answer | null } {
  const exchange: Exchange = {
    id: `${process.env.TEST_PARALLEL_INDEX ?? 0}-${process.pid}-${++sent}`,
    actor,
    variable,
    operation,
    request: {
      method: wire.method,
      url: mask(wire.url),
      headers: Object.entries(wire.headers).map(([name, value]) => [name, visible(mask(value))]),
      body: wire.body === null ? null : cut(mask(wire.body.toString()), KEPT),
    },
    response: null,
  };
  if ('kind' in received) return { exchange: { ...exchange, failure: received.reason }, answer: null };
  const plain = decoded(received.body);
  // Read byte by byte where it is no UTF-8, so that a key which stands among them is found.
  const seen = read(plain ?? received.body.toString('latin1'));
  const text = plain === null ? null : seen.text;
  if (seen.secrets.length > 0) exchange.leaks = seen.secrets;
  exchange.response = {
    status: received.status,
    headers: received.headers
      .filter(([name]) => worthShowing.test(name))
      .map(([name, value]) => [mask(name), mask(value)]),
    otherHeaders: [
      ...new Set(
        received.headers.map(([name]) => mask(name).toLowerCase()).filter((name) => !worthShowing.test(name)),
      ),
    ],
    ...bodyOf(text, seen.text),
    bodyBytes: received.body.length,
    milliseconds: Math.round(received.milliseconds),
  };
  const contentType = received.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  // What is sent back to the target must be what it gave; a whole key is never sent back.
  const raw = plain !== null && seen.parts && seen.secrets.length === 0 ? { raw: plain } : {};
  return {
    exchange,
    answer: { status: received.status, text, ...raw, contentType: mask(contentType), exchange },
  };
}

/** Response headers that help to find the request in a log, or to wait rightly. */
const worthShowing =
  /^(?:allow|content-(?:type|length|encoding|language)|date|location|retry-after|server|transfer-encoding|via|www-authenticate|traceparent|cf-ray|(?:x-)?rate-?limit(?:-[a-z-]+)?|(?:x-)?(?:[a-z]+-)*(?:request|correlation|trace)-?id)$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** @param shown the masked text, of one character a byte where there is no other */
function bodyOf(text: string | null, shown: string): Pick<Response, 'body' | 'encoding' | 'cut'> {
  const bytes = text === null ? Buffer.from(shown, 'latin1').subarray(0, KEPT) : null;
  if (bytes !== null)
    return { body: bytes.toString('base64'), encoding: 'base64', ...(shown.length > KEPT && { cut: true }) };
  const body = cut(shown, KEPT);
  return { body, ...(body.length < shown.length && { cut: true }) };
}

function cut(text: string, bytes: number): string {
  if (text.length <= bytes / 3) return text;
  const buffer = Buffer.from(text);
  return buffer.length <= bytes
    ? text
    : buffer
        .subarray(0, bytes)
        .toString()
        .replace(/\ufffd$/, '');
}

/** White space that a reader would not see is spelt out. */
function visible(value: string): string {
  return value
    .replaceAll('\u00a0', '<no-break space>')
    .replaceAll('\t', '<tab>')
    .replace(/^ +| +$| {2,}/g, (spaces) => '<space>'.repeat(spaces.length));
}
