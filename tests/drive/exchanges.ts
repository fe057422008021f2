import type { Answer } from '../engine/answer';
import type { Exchange, Response } from '../engine/evidence';
import type { WireAnswer, WireFailure, WireRequest } from './http';
import { mask, secretsIn } from './secrets';

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
  const text = plain === null ? null : mask(plain);
  const leaks = secretsIn(plain ?? received.body.toString('latin1'));
  if (leaks.length > 0) exchange.leaks = leaks;
  exchange.response = {
    status: received.status,
    headers: received.headers
      .filter(([name]) => worthShowing.test(name))
      .map(([name, value]) => [name, mask(value)]),
    otherHeaders: [
      ...new Set(
        received.headers.map(([name]) => name.toLowerCase()).filter((name) => !worthShowing.test(name)),
      ),
    ],
    ...bodyOf(text, received.body),
    bodyBytes: received.body.length,
    milliseconds: Math.round(received.milliseconds),
  };
  const contentType = received.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return { exchange, answer: { status: received.status, text, contentType: mask(contentType), exchange } };
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

function bodyOf(text: string | null, bytes: Buffer): Pick<Response, 'body' | 'encoding' | 'cut'> {
  if (text === null) {
    // Read byte by byte, a key that stands among them is found.
    const masked = Buffer.from(mask(bytes.subarray(0, KEPT).toString('latin1')), 'latin1');
    return { body: masked.toString('base64'), encoding: 'base64', ...(bytes.length > KEPT && { cut: true }) };
  }
  const body = cut(text, KEPT);
  return { body, ...(body.length < text.length && { cut: true }) };
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
