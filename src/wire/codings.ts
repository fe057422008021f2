import { isUtf8 } from 'node:buffer';
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from 'node:zlib';

/** The options let a body end early, as curl and browsers do. */
const decoders: Record<string, (body: Buffer, most: number) => Buffer> = {
  gzip: (body, most) => gunzipSync(body, untilEnd(most)),
  'x-gzip': (body, most) => gunzipSync(body, untilEnd(most)),
  // Some servers leave out the zlib header (RFC 9110 8.4.1.2).
  deflate: (body, most) => (isZlib(body) ? inflateSync : inflateRawSync)(body, untilEnd(most)),
  br: (body, most) =>
    brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: most }),
};

const untilEnd = (most: number): ZlibOptions => ({
  finishFlush: constants.Z_SYNC_FLUSH,
  maxOutputLength: most,
});

const isZlib = (body: Buffer) =>
  ((body[0] ?? 0) & 15) === 8 && body.length > 1 && body.readUInt16BE() % 31 === 0;

/**
 * A body without its codings, however many there are and on however many header lines (RFC 9110 8.4). An
 * unknown coding that leaves text readable, such as `utf-8`, is none.
 * @param most the greatest number of bytes that it may decode to
 * @throws Error with the reason why it cannot be decoded; RangeError where it is larger
 */
export function decoded(body: Buffer, headers: readonly [string, string][], most: number): Buffer {
  const codings = ['content-encoding', 'transfer-encoding'].flatMap((wanted) =>
    headers.filter(([name]) => name.toLowerCase() === wanted).flatMap(([, value]) => value.split(',')),
  );
  return codings
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => !['', 'identity', 'chunked'].includes(coding))
    .reduceRight((encoded, coding) => withoutCoding(encoded, coding, most), body);
}

function withoutCoding(body: Buffer, coding: string, most: number): Buffer {
  if (body.length === 0) return body;
  const decode = decoders[coding];
  if (decode === undefined && isUtf8(body)) return body;
  const accepted = 'the request accepts gzip, deflate and br';
  if (decode === undefined) throw new Error(`the response has the content coding ${coding}, and ${accepted}`);
  try {
    return decode(body, most);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the response could not be decompressed: its content coding is ${coding}, but ${why}`);
  }
}
