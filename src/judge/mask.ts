import { codes } from '../../spec/contract';
import { decoders } from './decoders';
import { tiers } from './models';
import { piecePlaceholder } from './placeholders';

/**
 * Keeps secrets out of everything that a run prints or writes, with one search for masking and for the final
 * scan.
 */

/** A value that must not be shown. */
export interface Secret {
  /** The name that replaces it, in brackets: usually that of its variable. */
  name: string;
  value: string;
  /** True for a key: eight characters of it count as the key. A probe only counts as a whole. */
  parts: boolean;
  /** The text that replaces it, if that is not its name in brackets. */
  shown?: string;
  /** True if only its name makes it a secret. If a response contains it, that is not a leak. */
  named?: true;
}

/** Where a secret is in some bytes, in any encoding. */
export interface Sighting {
  start: number;
  end: number;
  secret: Secret;
  /** The secret, or the part of it that was found. */
  text: string;
  /** How many of its last characters count, without the words and the common beginning of keys. */
  counts: number;
}

/** How many characters of a key count as the key. */
export const PART = 8;
/** Within this many characters a word before `-` or `_` is looked for: `sk-proj-` names the kind of a key. */
const LONGEST_WORD = 12;
/** Words in small letters before a long rest are not secret either: the name of a service may have any length. */
const WORDS = /^(?:[a-z]+[-_.])+(?=.{16})/;
/** Words of the contract in responses. A key may contain one, and masking it would change the verdict. */
const CONTRACT = [...Object.keys(codes), ...tiers.map((tier) => `-text-${tier}`)].join(' ');
/** How many nested encodings are undone: base64 of JSON of base64 of a percent-encoded key. */
const DEEPEST = 6;
/** Bytes are decoded piece by piece, each with the end of the one before, to limit memory. */
const PIECE = 2 ** 18;
const OVERLAP = 2 ** 14;
/** Every part of the key that counts contains a gram whose index is a multiple of the stride. */
const GRAM = 4;
const STRIDE = PART - GRAM + 1;

interface Needle {
  secret: Secret;
  bytes: Buffer;
  /** The index of the first character whose parts count. */
  from: number;
}

/**
 * Finds all secrets, and all parts of keys that count, in bytes: plain, escaped for JSON, percent-encoded, as
 * HTML, in base64 of either alphabet, and in nested encodings of these.
 */
interface Finder {
  (bytes: Buffer): Sighting[];
  /** Adds a secret that only counts as a whole. */
  add(probe: Secret): void;
}

export function finderOf(secrets: readonly Secret[]): Finder {
  const places = new Map<number, { needle: Needle; at: number }[]>();
  const sieve = new Uint8Array(2 ** 16);
  const short: Needle[] = [];
  let count = 0;
  for (const needle of needlesOf(secrets.filter(({ value }) => value !== ''))) take(needle);

  function take(needle: Needle): void {
    count++;
    if (needle.bytes.length < PART) short.push(needle);
    const grams = needle.bytes.length - GRAM + 1;
    for (let at = 0; at < (needle.secret.parts ? grams : Math.min(grams, STRIDE)); at++) {
      const gram = gramAt(needle.bytes, at);
      sieve[hash(gram)] = 1;
      const known = places.get(gram);
      if (known) known.push({ needle, at });
      else places.set(gram, [{ needle, at }]);
    }
  }

  /** Sightings in the bytes without decoding. */
  function plain(bytes: Buffer): Sighting[] {
    const found: Sighting[] = [];
    for (let at = 0; at + GRAM <= bytes.length; at += STRIDE) {
      const gram = gramAt(bytes, at);
      if (sieve[hash(gram)] === 0) continue;
      for (const place of places.get(gram) ?? []) {
        const sighting = longestMatch(bytes, at, place);
        if (sighting !== null) found.push(sighting);
      }
    }
    for (const { secret, bytes: value } of short) {
      for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + 1))
        found.push({
          start: at,
          end: at + value.length,
          secret,
          text: secret.value,
          counts: value.length,
        });
    }
    return found;
  }

  /**
   * The secrets in the bytes, in any encoding.
   * @param origin the position of each byte before decoding, so that equal readings of one position are
   *   searched once
   */
  function inAnyForm(
    bytes: Buffer,
    origin: (at: number) => number,
    seen: { bytes: Buffer; first: number }[],
    depth: number,
  ): Sighting[] {
    const found = plain(bytes);
    if (depth === DEEPEST) return found;
    for (const decode of decoders) {
      const reading = decode(bytes);
      if (reading === null) continue;
      const before = (at: number) => origin(reading.starts[at] ?? 0);
      const first = before(0);
      if (seen.some((each) => each.first === first && each.bytes.equals(reading.bytes))) continue;
      seen.push({ bytes: reading.bytes, first });
      for (const sighting of inAnyForm(reading.bytes, before, seen, depth + 1)) {
        const start = reading.starts[sighting.start] ?? 0;
        found.push({ ...sighting, start, end: reading.ends[sighting.end - 1] ?? start });
      }
    }
    return found;
  }

  const find = (bytes: Buffer) => {
    if (count === 0) return [];
    const found: Sighting[] = [];
    for (let start = 0; ; start += PIECE - OVERLAP) {
      const piece = bytes.subarray(start, start + PIECE);
      for (const sighting of inAnyForm(piece, (at) => at, [], 0))
        found.push({ ...sighting, start: sighting.start + start, end: sighting.end + start });
      if (start + PIECE >= bytes.length) return withoutOverlaps(found);
    }
  };
  const add = (probe: Secret) => take({ secret: probe, bytes: Buffer.from(probe.value), from: 0 });
  return Object.assign(find, { add });
}

/** The search patterns of the secrets, without the common beginning of keys. */
function needlesOf(secrets: readonly Secret[]): Needle[] {
  const keys = secrets.filter(({ parts }) => parts).map(({ value }) => value);
  return secrets.map((secret) => {
    const { value } = secret;
    const shared = keys.filter((key) => key !== value).map((key) => sharedStart(key, value));
    return { secret, bytes: Buffer.from(value), from: Math.max(afterWords(value), ...shared) };
  });
}

/** The index in a key from which parts count: after the words that it begins with. */
export function afterWords(key: string): number {
  const word = Math.max(key.lastIndexOf('-', LONGEST_WORD - 1), key.lastIndexOf('_', LONGEST_WORD - 1)) + 1;
  return Math.max(word, WORDS.exec(key)?.[0].length ?? 0);
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** The part of a needle around one of its grams; null if it is too short to count. */
function longestMatch(
  bytes: Buffer,
  gram: number,
  { needle, at }: { needle: Needle; at: number },
): Sighting | null {
  const { secret, bytes: value, from } = needle;
  let before = 0;
  while (before < at && before < gram && bytes[gram - before - 1] === value[at - before - 1]) before++;
  let after = 0;
  while (
    at + after < value.length &&
    gram + after < bytes.length &&
    bytes[gram + after] === value[at + after]
  )
    after++;
  const whole = before + after === value.length;
  // A quotation mark at the end of a part may belong to the text, such as the end of a JSON string.
  const spare = () => !whole && at + after - Math.max(at - before, from) > PART;
  while (spare() && isQuote(value[at - before])) before--;
  while (spare() && isQuote(value[at + after - 1])) after--;
  const first = at - before;
  const last = at + after;
  const counts = last - (whole ? first : Math.max(first, from));
  if (!whole && !(secret.parts && counts >= PART)) return null;
  const text = value.toString('utf8', first, last);
  if (!whole && CONTRACT.includes(text)) return null;
  return { start: gram - before, end: gram + after, secret, text, counts };
}

function isQuote(byte: number | undefined): boolean {
  return byte === 0x22 || byte === 0x27 || byte === 0x60;
}

function gramAt(bytes: Buffer, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  return a | (b << 8) | (c << 16) | (d << 24);
}

function hash(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}

/**
 * The sightings in order. Overlapping ones are merged under the name of the longest, a whole secret before a
 * part.
 */
function withoutOverlaps(found: Sighting[]): Sighting[] {
  const size = ({ start, end, secret, text }: Sighting) => end - start + (text === secret.value ? 0.5 : 0);
  const joined: Sighting[] = [];
  for (const sighting of found.sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || sighting.start >= last.end) {
      joined.push(sighting);
      continue;
    }
    const named = size(sighting) > size(last) ? sighting : last;
    joined[joined.length - 1] = { ...named, start: last.start, end: Math.max(last.end, sighting.end) };
  }
  return joined;
}

/** Keys as secrets of which parts count, too. */
export function keysAsSecrets(keys: Readonly<Record<string, string>>): Secret[] {
  return Object.entries(keys).map(([name, value]) => ({ name, value, parts: true }));
}

export function isWhole({ secret, text }: Sighting): boolean {
  return text === secret.value;
}

/**
 * The text with each secret replaced by its name: `[API_KEY]`, and for a part `[API_KEY 3-12]`, its third to
 * twelfth character.
 */
export function masked(bytes: Buffer, found: readonly Sighting[]): string {
  let shown = '';
  let at = 0;
  for (const sighting of found) {
    const { secret, text } = sighting;
    const first = secret.value.indexOf(text);
    shown += bytes.toString('utf8', at, sighting.start);
    shown += (isWhole(sighting) && secret.shown) || piecePlaceholder(secret, first, first + text.length);
    at = sighting.end;
  }
  return shown + bytes.toString('utf8', at);
}

/** How many characters besides pieces of a key a shown probe may have. */
const LONGEST_LITERAL = 8;

/**
 * A probe made from a key, as a secret. It is shown by the pieces of the key at its start and end, so that
 * its request can be repeated (`[API_KEY 1-12]x[API_KEY 14-]`, `[API_KEY],x`), or else by how it was made.
 * @param how `case changed`
 */
export function probeOf(key: Secret, how: string, value: string): Secret {
  const start = sharedStart(key.value, value);
  const most = Math.min(key.value.length, value.length - start);
  let end = 0;
  while (end < most && key.value.at(-1 - end) === value.at(-1 - end)) end++;
  const literal = value.slice(start, value.length - end);
  const pieces = [
    piecePlaceholder(key, 0, start),
    literal,
    piecePlaceholder(key, key.value.length - end, key.value.length),
  ];
  const shown = literal.length > LONGEST_LITERAL ? {} : { shown: pieces.join('') };
  return { name: `${key.name}, ${how}`, value, parts: false, ...shown };
}

export type Mask = (text: string) => string;

/** Masks a text, and returns the names of the secrets in it and whether there was a part of one. */
export type Inspect = (text: string) => { text: string; secrets: string[]; parts: boolean };

export function inspectBy(find: Finder, text: string): ReturnType<Inspect> {
  const bytes = Buffer.from(text);
  const found = find(bytes);
  if (found.length === 0) return { text, secrets: [], parts: false };
  const whole = found.filter((each) => isWhole(each) && !each.secret.named).map(({ secret }) => secret.name);
  return { text: masked(bytes, found), secrets: [...new Set(whole)], parts: true };
}
