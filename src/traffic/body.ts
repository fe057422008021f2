import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Entry } from 'har-format';
import { headerOf } from '../judge/answer';
import { pairsOf } from './har';

/** The greatest number of bytes to unpack. */
const MOST = 64 * 2 ** 20;

const unpackers: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The body of a response; null where it was not captured whole. `size` is the size of the content, except in
 * mitmproxy, which writes the transferred size and, beside it, by how much the content is longer.
 */
export function bodyOf(response: Entry['response']): Buffer | null {
  const headers = pairsOf(response.headers);
  const { text, encoding, size = -1, compression } = response.content ?? {};
  const coding = headerOf(headers, 'content-encoding')?.toLowerCase();
  const length = coding === undefined ? headerOf(headers, 'content-length') : null;
  if (text === undefined || text === null) return size === 0 && length === '0' ? Buffer.alloc(0) : null;
  // Tools write an empty text, too, where they did not capture a streamed response.
  const inPieces =
    headerOf(headers, 'transfer-encoding') ?? headerOf(headers, 'content-type')?.match(/event-stream/);
  if (text === '' && inPieces) return null;
  if (encoding && encoding !== 'base64') return null;
  if (encoding && !/^[A-Za-z\d+/_\s-]*=*\s*$/.test(text)) return null;
  const body = Buffer.from(text, encoding ? 'base64' : 'utf8');
  if (coding !== undefined && isPacked(body)) return unpacked(body, coding);
  const sizes = size === null || size < 0 ? [] : [size, size + (compression ?? 0)];
  if (sizes.length > 0 && !sizes.includes(body.length)) return null;
  return length === null || Number(length) === body.length ? body : null;
}

/** Bytes that are not text, or text made by decoding such bytes. */
function isPacked(body: Buffer): boolean {
  return body.toString().includes('\ufffd');
}

function unpacked(body: Buffer, coding: string): Buffer | null {
  try {
    return unpackers[coding]?.(body, { maxOutputLength: MOST }) ?? null;
  } catch {
    return null;
  }
}
