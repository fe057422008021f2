import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { decoded } from './codings';

const MOST = 1000;
const text = '{"data":[]}';
const plain = Buffer.from(text);
const packed = gzipSync(plain);

/** The values of the header lines, the body, and what it decodes to. */
const bodies: [lines: string[], body: Buffer, expected: string][] = [
  [[], plain, text],
  [['gzip'], packed, text],
  [['X-GZIP'], packed, text],
  [['gzip, gzip'], gzipSync(packed), text],
  [['gzip', 'gzip'], gzipSync(packed), text],
  [['br, gzip'], gzipSync(brotliCompressSync(plain)), text],
  [['identity, gzip'], packed, text],
  [[' gzip,'], packed, text],
  [['deflate, br'], brotliCompressSync(deflateSync(plain)), text],
  [['deflate'], deflateRawSync(plain), text],
  [['gzip'], packed.subarray(0, -4), text],
  [['gzip'], Buffer.alloc(0), ''],
  [['utf-8'], plain, text],
  [['utf-8, gzip'], packed, text],
  [
    ['gzip'],
    plain,
    'the response could not be decompressed: its content coding is gzip, but incorrect header check',
  ],
  [
    ['gzip, zstd'],
    Buffer.from('28b52ffd', 'hex'),
    'the response has the content coding zstd, and the request accepts gzip, deflate and br',
  ],
  [['gzip'], gzipSync(Buffer.alloc(MOST + 1)), 'RangeError'],
];

test('a body is decoded by all its codings, or the coding is named', () => {
  const found = bodies.map(([lines, body]) => {
    const headers = lines.map((value): [string, string] => ['Content-Encoding', value]);
    try {
      return decoded(body, headers, MOST).toString();
    } catch (error) {
      return error instanceof RangeError ? 'RangeError' : (error as Error).message;
    }
  });
  expect(found).toEqual(bodies.map(([, , expected]) => expected));
});
