import { type Answer, errorOf, headerOf, isAccepted } from './answer';
import type { Exchange, Response } from './evidence';
import type { Inspect, Mask } from './mask';
import { memoize } from './memoize';
import { announcesPages } from './models';
import { headerWithoutNamed, withoutNamed } from './named-secrets';

/** How many bytes of a body are stored. A longer response cannot be rejudged. */
export const LARGEST_STORED_BODY = 64 * 1024;

/** A complete response as received. */
export interface WireResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  milliseconds: number;
}

/**
 * An exchange with the stored part of its response, all secrets masked.
 * @param asked the request
 * @param inspect masks a text and returns what it contained
 * @param most the greatest number of bytes of the body to store
 * @returns also the complete response, to be judged
 */
export function storeResponse(
  asked: Exchange,
  received: WireResponse,
  inspect: Inspect,
  most = LARGEST_STORED_BODY,
): Answer {
  const { status, headers, body, milliseconds } = received;
  const mask = (text: string) => inspect(text).text;
  const plain = decoded(body);
  // Without valid UTF-8 it is read byte by byte, so that a key in it is found.
  const seen = inspectAll(inspect, plain ?? body.toString('latin1'));
  const text = plain === null ? null : once(seen.text);
  const masked = headers.map(([name, value]): [string, string] => [mask(name), mask(value)]);
  const kept: Response = {
    status,
    headers: masked
      .filter(([name]) => isShown(name))
      .map(([name, value]) => [name, headerWithoutNamed(name, value)]),
    otherHeaders: [...new Set(masked.map(([name]) => name.toLowerCase()).filter((name) => !isShown(name)))],
    ...bodyOf(text, seen.text, most),
    bodyBytes: body.length,
    milliseconds: Math.round(milliseconds),
  };
  const contentType = headerOf(headers, 'content-type') ?? '';
  // Values that are sent back to the target must be unmasked, except for whole keys.
  const raw = plain !== null && seen.parts && seen.secrets.length === 0 ? { raw: plain } : {};
  const leaks = seen.secrets.length > 0 && { leaks: seen.secrets };
  const answerWith = (response: Response): Answer => ({
    status,
    text,
    ...raw,
    contentType: mask(contentType),
    headers: masked,
    exchange: { ...asked, response, ...leaks },
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

/** A text without known secrets, and without secrets by name. */
function inspectAll(inspect: Inspect, text: string): ReturnType<Inspect> {
  const seen = inspect(text);
  const shown = withoutNamed(seen.text);
  return { ...seen, text: shown, parts: seen.parts || shown !== seen.text };
}

/** A request body as it is stored. */
export function storedBody(body: string, inspect: Inspect): string {
  return cut(inspectAll(inspect, body).text, LARGEST_STORED_BODY);
}

/** The address of a request as it is stored. */
export function storedUrl(url: string, inspect: Inspect): string {
  return inspectAll(inspect, url).text;
}

/** The value of a header as it is stored. */
export function storedHeader(name: string, value: string, mask: Mask): string {
  return headerWithoutNamed(name, mask(value));
}

/** Response headers that help to find the request in a log, or that matter for waits. */
const worthShowing =
  /^(?:age|allow|(?:x-|cf-)?cache(?:-status)?|content-(?:type|length|encoding|language)|date|location|retry-after|server|transfer-encoding|via|www-authenticate|traceparent|cf-ray|(?:x-)?rate-?limit(?:-[a-z-]+)?|(?:x-)?(?:[a-z]+-)*(?:request|correlation|trace)-?id)$/i;

const isShown = (name: string) => worthShowing.test(name) || announcesPages.test(name);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** @param shown the masked text, with one character for each byte if it is not UTF-8 */
function bodyOf(
  text: string | null,
  shown: string,
  most: number,
): Pick<Response, 'body' | 'encoding' | 'cut'> {
  const bytes = text === null ? Buffer.from(shown, 'latin1').subarray(0, most) : null;
  if (bytes !== null)
    return { body: bytes.toString('base64'), encoding: 'base64', ...(shown.length > most && { cut: true }) };
  const body = cut(shown, most);
  return { body, ...(body.length < shown.length && { cut: true }) };
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
