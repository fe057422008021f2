import type { Exchange, Response } from '../data/evidence';
import { memoize } from '../data/memoize';
import { type Answer, errorOf, headerOf, isAccepted } from './answer';
import { announcesPages } from './models';

/** How many bytes of a body are stored. A longer response is judged when it arrives. */
export const LARGEST_STORED_BODY = 64 * 1024;

export interface WireResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  /** The size of the body that was received, if this is only what is judged of it. */
  bytes?: number;
  milliseconds: number;
}

/**
 * An exchange with the stored part of its response.
 * @param request the request
 * @param most the greatest number of bytes of the body to store
 * @returns also the complete response, to be judged
 */
export function storeResponse(request: Exchange, received: WireResponse, most = LARGEST_STORED_BODY): Answer {
  const { status, headers, body, bytes = body.length, milliseconds } = received;
  const plain = decoded(body);
  const text = plain === null ? null : once(plain);
  const kept: Response = {
    status,
    headers: headers.filter(([name]) => isShown(name)),
    otherHeaders: [...new Set(headers.map(([name]) => name.toLowerCase()).filter((name) => !isShown(name)))],
    ...(bytes > body.length && { cut: true }),
    ...bodyOf(text, body, most),
    bodyBytes: bytes,
    milliseconds: Math.round(milliseconds),
  };
  const answerWith = (response: Response): Answer => ({
    status,
    text,
    contentType: headerOf(headers, 'content-type') ?? '',
    headers,
    exchange: { ...request, response },
  });
  const answer = answerWith(kept);
  return kept.cut ? answerWith({ ...kept, gist: gistFor(answer) }) : answer;
}

/** For a response that is not stored whole, what other verdicts need: whether it was accepted, or its code. */
function gistFor(answer: Answer): string {
  if (isAccepted(answer)) return '{}';
  const { code } = errorOf(answer);
  return code === undefined ? '' : JSON.stringify({ error: { code } });
}

/** A text that many responses share is stored once. */
const once = memoize((text) => text);

export function storedBody(body: string): string {
  return cut(body, LARGEST_STORED_BODY);
}

/** Response headers that help to find the request in a log, or that matter for waits. */
const worthShowing =
  /^(?:age|allow|(?:[a-z]+-)*cache(?:-(?:status|hits?|lookup))?|content-(?:type|length|encoding|language)|date|location|retry-after|server|transfer-encoding|via|www-authenticate|traceparent|cf-ray|(?:x-)?rate-?limit(?:-[a-z-]+)?|(?:x-)?(?:[a-z]+-)*(?:request|correlation|trace)-?id)$/i;

const isShown = (name: string) => worthShowing.test(name) || announcesPages.test(name);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function bodyOf(
  text: string | null,
  bytes: Buffer,
  most: number,
): Pick<Response, 'body' | 'encoding' | 'cut'> {
  if (text === null)
    return {
      body: bytes.subarray(0, most).toString('base64'),
      encoding: 'base64',
      ...(bytes.length > most && { cut: true }),
    };
  const body = cut(text, most);
  return { body, ...(body.length < text.length && { cut: true }) };
}

function cut(text: string, bytes: number): string {
  if (text.length <= bytes / 3) return text;
  const buffer = Buffer.from(text.slice(0, bytes));
  return text.length <= bytes && buffer.length <= bytes
    ? text
    : buffer
        .subarray(0, bytes)
        .toString()
        .replace(/\ufffd$/, '');
}
