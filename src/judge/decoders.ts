/** Bytes after an escape or encoding was undone, with the positions that they came from. */

interface Decoded {
  bytes: Buffer;
  /** For each byte, where its source begins and ends. */
  starts: Uint32Array;
  ends: Uint32Array;
}

/** One way to decode bytes; null if there is nothing to undo. */
type Decoder = (bytes: Buffer) => Decoded | null;

/** Replaces a character beyond ASCII, which no key has, and separates two stretches. */
const GAP = 0;

/** Eight characters of a key fit into this, even if each is written with sixty. */
const AROUND = 512;

/** `\/`, `\"`, `\u002B`, `\x2b` and their like. */
const unescaped: Decoder = (bytes) =>
  decodeAround(bytes, '\\', (at) => {
    const sign = String.fromCharCode(bytes[at + 1] ?? GAP);
    if (sign === 'u') return numbered(bytes, at + 2, 4);
    if (sign === 'x') return numbered(bytes, at + 2, 2);
    if ('bfnrt'.includes(sign)) return { byte: GAP, end: at + 2 };
    return '"\'\\/'.includes(sign) ? { byte: sign.charCodeAt(0), end: at + 2 } : null;
  });

/** `%2B`, `%2b`. */
const percentDecoded: Decoder = (bytes) => decodeAround(bytes, '%', (at) => numbered(bytes, at + 1, 2));

/** The named character references of HTML for characters of keys, in any case. */
const named =
  'excl! quot" num# dollar$ percnt% amp& apos\' lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; lt< equals= gt> quest? commat@ lsqb[ bsol\\ rsqb] hat^ lowbar_ grave` lcub{ verbar| rcub}';
const references = new Map(
  named.split(' ').map((each) => [each.slice(0, -1), each.charCodeAt(each.length - 1)]),
);

/** `&amp;`, `&#43;`, `&#x2B;`; like a browser, also without the semicolon. */
const unreferenced: Decoder = (bytes) =>
  decodeAround(bytes, '&', (at) => {
    const [all, hex, decimal, name] =
      /^&(?:#x0{0,5}([0-9a-f]{1,6})|#0{0,5}([0-9]{1,7})|([a-z]{2,6}));?/i.exec(
        bytes.toString('latin1', at, at + 16),
      ) ?? [];
    if (all === undefined) return null;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    const byte = name === undefined ? asByte(code) : references.get(name.toLowerCase());
    return byte === undefined ? null : { byte, end: at + all.length };
  });

function numbered(bytes: Buffer, at: number, places: number) {
  let code = 0;
  for (let place = at; place < at + places; place++) {
    const digit = hexadecimal[bytes[place] ?? GAP] ?? -1;
    if (digit < 0) return null;
    code = 16 * code + digit;
  }
  return { byte: asByte(code), end: at + places };
}

/** Hexadecimal digits -> value. */
const hexadecimal = new Int8Array(256).fill(-1);
for (const digit of '0123456789abcdefABCDEF') hexadecimal[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

function asByte(code: number): number {
  return code < 0x80 ? code : GAP;
}

/**
 * The bytes with the escapes undone that begin with a given character. Only the surroundings of each such
 * character are returned, as far as an encoded key may reach: the rest is unchanged.
 */
function decodeAround(
  bytes: Buffer,
  sign: string,
  undo: (at: number) => { byte: number; end: number } | null,
): Decoded | null {
  const byte = sign.charCodeAt(0);
  let at = bytes.indexOf(byte);
  if (at < 0) return null;
  const reading = new ByteBuffer();
  let done = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (; at >= 0; at = bytes.indexOf(byte, Math.max(at + 1, done))) {
    const token = undo(at);
    if (token === null) continue;
    if (at - done > 2 * AROUND) {
      reading.copy(bytes, done, Math.max(done, last + AROUND));
      done = at - AROUND;
      reading.add(GAP, done, done);
    }
    reading.copy(bytes, done, at);
    reading.add(token.byte, at, token.end);
    done = token.end;
    last = token.end;
  }
  if (last < 0) return null;
  reading.copy(bytes, done, Math.min(last + AROUND, bytes.length));
  return reading.read();
}

/** Digits of either alphabet of base64 -> value. */
const digits64 = new Int8Array(256).fill(-1);
const letters64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
for (const alphabet of [`${letters64}+/`, `${letters64}-_`])
  for (const [value, byte] of Buffer.from(alphabet).entries()) digits64[byte] = value;

/** The shortest readable stretch of decoded base64 that is searched; nearly all shorter ones are noise. */
const READABLE = 8;
const FEWEST_DIGITS = Math.ceil((READABLE * 8) / 6);

/** Decodes every run of base64 digits from each of four offsets, since nobody knows where it began. */
const base64Decoded: Decoder = (bytes) => {
  const reading = new ByteBuffer();
  for (let at = 0, began = 0; at <= bytes.length; at++) {
    if (at < bytes.length && (digits64[bytes[at] ?? GAP] ?? -1) >= 0) continue;
    if (at - began >= FEWEST_DIGITS)
      for (let phase = 0; phase < 4; phase++) addReadable(reading, bytes, began + phase, at);
    began = at + 1;
  }
  return reading.length === 0 ? null : reading.read();
};

/** Whether base64 digits decode to anything readable: hardly any do, and decoding all of them takes long. */
function isReadable(bytes: Buffer, start: number, end: number): boolean {
  let said = 0;
  let bits = 0;
  let readable = 0;
  for (let at = start; at < end; at++) {
    said = ((said << 6) | (digits64[bytes[at] ?? GAP] ?? 0)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (said >> bits) & 0xff;
    readable = byte > 0x20 && byte < 0x7f ? readable + 1 : 0;
    if (readable === READABLE) return true;
  }
  return false;
}

function addReadable(reading: ByteBuffer, bytes: Buffer, start: number, end: number): void {
  if (!isReadable(bytes, start, end)) return;
  const said = Buffer.from(bytes.toString('latin1', start, end), 'base64');
  for (let at = 0, began = 0; at <= said.length; at++) {
    const byte = said[at] ?? GAP;
    if (byte > 0x20 && byte < 0x7f) continue;
    if (at - began >= READABLE) {
      for (let each = began; each < at; each++) {
        const digit = start + Math.floor((each * 4) / 3);
        reading.add(said[each] ?? GAP, digit, digit + 2);
      }
      reading.add(GAP, end, end);
    }
    began = at + 1;
  }
}

/** A buffer of decoded bytes that grows. */
class ByteBuffer {
  length = 0;
  private bytes = new Uint8Array(64);
  private starts = new Uint32Array(64);
  private ends = new Uint32Array(64);

  add(byte: number, start: number, end: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length] = byte;
    this.starts[this.length] = start;
    this.ends[this.length++] = end;
  }

  /** Adds bytes as they are. */
  copy(from: Buffer, start: number, end: number): void {
    if (this.length + end - start > this.bytes.length) this.grow(end - start);
    for (let at = start; at < end; at++) {
      this.bytes[this.length] = from[at] ?? GAP;
      this.starts[this.length] = at;
      this.ends[this.length++] = at + 1;
    }
  }

  read(): Decoded {
    const { bytes, starts, ends, length } = this;
    return { bytes: Buffer.from(bytes.buffer, 0, length), starts, ends };
  }

  private grow(by: number): void {
    const room = 2 * this.bytes.length + by;
    const { bytes, starts, ends } = this;
    this.bytes = new Uint8Array(room);
    this.starts = new Uint32Array(room);
    this.ends = new Uint32Array(room);
    this.bytes.set(bytes);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

export const decoders: readonly Decoder[] = [unescaped, percentDecoded, unreferenced, base64Decoded];
