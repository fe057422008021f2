import { keyVariables } from '../../../spec/accounts';
import { codes, knownOperations } from '../../../spec/contract';
import { clauseIds } from '../../../spec/ledger';
import { tiers } from '../response/models';
import { otherCharacters, piecePlaceholder } from './placeholders';

/**
 * Finds secrets in what a run prints or writes: to mask them, and to search the reports once more. Nothing is
 * judged by a masked text.
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

/** Where a secret is in some bytes. */
export interface Sighting {
  start: number;
  end: number;
  secret: Secret;
  /** The secret, or the part of it that was found. */
  text: string;
  /** How many of its characters count, without the words and the common beginning of keys. */
  counts: number;
}

/** How many characters of a key count as the key. */
export const PART = 8;
/** Within this many characters a word before `-` or `_` is looked for: `sk-proj-` names the kind of a key. */
const LONGEST_WORD = 12;
/** Words in small letters before a long rest are not secret either: the name of a service may have any length. */
const WORDS = /^(?:[a-z]+[-_.])+(?=.{16})/;
/** Every part of a form that counts contains a gram whose index is a multiple of the stride. */
const GRAM = 4;
const STRIDE = PART - GRAM + 1;

/** The words by which responses are judged, and names that reports use. They are public. */
const contractWords = [
  ...Object.keys(codes),
  ...Object.values(knownOperations).map(({ path }) => path),
  ...tiers.map((tier) => `-text-${tier}`),
  ...clauseIds,
  ...keyVariables,
  'run_id',
];

const publicText = (services: readonly string[]) =>
  [
    ...contractWords,
    ...services.flatMap((word) => [`${word}_error`, ...tiers.map((tier) => `${word}-text-${tier}`)]),
  ].join(' ');

/**
 * Whether a text is one word or a number, which occurs in responses and reports by chance. It is no secret
 * there: masking it would hide what it has nothing to do with.
 */
export function isWord(text: string): boolean {
  return /^(?:[A-Za-z]{1,14}|\d{1,15})$/.test(text);
}

/** A secret as it may be written. */
interface Form {
  secret: Secret;
  bytes: Buffer;
  /** The index in the secret of the character that each byte is from, and that of its end. In base64, a fraction. */
  characters: number[];
  /** How many characters of it count as the key. */
  least: number;
  /** The index of the first character whose parts count. */
  from: number;
}

/** Finds all secrets, and all parts of keys that count, in bytes. */
interface Finder {
  (bytes: Buffer): Sighting[];
  /** Adds a secret that only counts as a whole. */
  add(probe: Secret): void;
}

/**
 * Words and public texts are not searched for.
 * @param services the words of the model names, which are public, too
 */
export function finderOf(secrets: readonly Secret[], services: readonly string[] = []): Finder {
  const places = new Map<number, { form: Form; at: number }[]>();
  const short: Secret[] = [];
  const known = publicText(services);
  const starts = startsOf(secrets);
  for (const secret of secrets) take(secret, starts.get(secret) ?? 0);

  function take(secret: Secret, from: number): void {
    if (isWord(secret.value) || known.includes(secret.value)) return;
    if (secret.value.length < PART) {
      short.push(secret);
      return;
    }
    for (const form of formsOf(secret, from)) {
      const grams = form.bytes.length - GRAM + 1;
      for (let at = 0; at < (secret.parts ? grams : Math.min(grams, STRIDE)); at++) {
        const gram = gramAt(form.bytes, at);
        const others = places.get(gram);
        if (others) others.push({ form, at });
        else places.set(gram, [{ form, at }]);
      }
    }
  }

  const find = (bytes: Buffer) => {
    const found = short.flatMap((secret) => occurrences(bytes, secret));
    for (let at = 0; at + GRAM <= bytes.length; at += STRIDE) {
      for (const place of places.get(gramAt(bytes, at)) ?? []) {
        const sighting = longestMatch(bytes, at, place);
        if (sighting !== null && !known.includes(sighting.text)) found.push(sighting);
      }
    }
    return withoutOverlaps(found);
  };
  return Object.assign(find, { add: (probe: Secret) => take(probe, 0) });
}

/** A short secret counts as it is, and as a whole. */
function occurrences(bytes: Buffer, secret: Secret): Sighting[] {
  const found: Sighting[] = [];
  const { value: text } = secret;
  for (let start = bytes.indexOf(text); start >= 0; start = bytes.indexOf(text, start + 1))
    found.push({ start, end: start + Buffer.byteLength(text), secret, text, counts: text.length });
  return found;
}

/**
 * The ways in which a secret may be written: as it is, in JSON, percent-encoded, in base64 of either alphabet,
 * and in hexadecimal digits.
 */
function formsOf(secret: Secret, from: number): Form[] {
  const { value } = secret;
  const each = (encode: (character: string) => string) => {
    const pieces = [...value].map(encode);
    const characters = pieces.flatMap((piece, at): number[] => Array(piece.length).fill(at));
    return { text: pieces.join(''), characters: [...characters, pieces.length], least: PART };
  };
  const percent = (character: string) => encodeURIComponent(character);
  const hex = (character: string) => Buffer.from(character).toString('hex');
  const written = [
    each((character) => character),
    each((character) => JSON.stringify(character).slice(1, -1)),
    each(percent),
    each((character) => percent(character).replace(/%../g, (code) => code.toLowerCase())),
    each(hex),
    each((character) => hex(character).toUpperCase()),
    // Three bytes are four digits: where the secret begins among them is unknown.
    ...[0, 1, 2].flatMap((before) => [
      inBase64(value, before, 'base64'),
      inBase64(value, before, 'base64url'),
    ]),
  ];
  const forms = new Map(written.map((form) => [form.text, form]));
  return [...forms.values()].map(({ text, ...form }) => ({
    ...form,
    secret,
    from,
    bytes: Buffer.from(text),
  }));
}

/** The base64 digits that follow from the secret alone, after this number of other bytes. */
function inBase64(value: string, before: number, alphabet: 'base64' | 'base64url') {
  const digits = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]).toString(alphabet);
  const first = Math.ceil((before * 8) / 6);
  const text = digits.slice(first, Math.floor(((before + value.length) * 8) / 6));
  // Eight characters determine nine digits at least.
  const characters = Array.from({ length: text.length + 1 }, (_, at) => ((first + at) * 6) / 8 - before);
  return { text, characters, least: (9 * 6) / 8 };
}

/** For each secret, the index of the first character whose parts count: after the common beginning of keys. */
function startsOf(secrets: readonly Secret[]): Map<Secret, number> {
  const keys = secrets.filter(({ parts }) => parts).map(({ value }) => value);
  return new Map(
    secrets.map((secret) => {
      const { value } = secret;
      const shared = keys.filter((key) => key !== value).map((key) => sharedStart(key, value));
      return [secret, Math.max(afterWords(value), ...shared)];
    }),
  );
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

/** The part of a form around one of its grams; null if it is too short to count. */
function longestMatch(
  bytes: Buffer,
  gram: number,
  { form, at }: { form: Form; at: number },
): Sighting | null {
  const { secret, bytes: value, characters, from, least } = form;
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
  const counts = () => (characters[at + after] ?? 0) - Math.max(characters[at - before] ?? 0, from);
  // A quotation mark at the end of a part may belong to the text, such as the end of a JSON string.
  const spare = () => !whole && counts() > least;
  while (spare() && isQuote(value[at - before])) before--;
  while (spare() && isQuote(value[at + after - 1])) after--;
  const first = Math.ceil(characters[at - before] ?? 0);
  const last = Math.floor(characters[at + after] ?? 0);
  const text = secret.value.slice(first, last);
  if (!whole && !(secret.parts && counts() >= least)) return null;
  return {
    start: gram - before,
    end: gram + after,
    secret,
    text: whole ? secret.value : text,
    counts: counts(),
  };
}

function isQuote(byte: number | undefined): boolean {
  return byte === 0x22 || byte === 0x27 || byte === 0x60;
}

function gramAt(bytes: Buffer, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  return a | (b << 8) | (c << 16) | (d << 24);
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
 * its request can be repeated (`[API_KEY 1-12]x[API_KEY 14-]`, `[API_KEY],x`), or else by how it was made. Of a long
 * text between them only the length is shown: `[API_KEY 1-12]<24 other characters>`.
 * @param how `case changed`
 */
export function probeOf(key: Secret, how: string, value: string): Secret {
  const start = sharedStart(key.value, value);
  const most = Math.min(key.value.length, value.length - start);
  let end = 0;
  while (end < most && key.value.at(-1 - end) === value.at(-1 - end)) end++;
  const literal = value.slice(start, value.length - end);
  const isLong = literal.length > LONGEST_LITERAL;
  const pieces = [
    piecePlaceholder(key, 0, start),
    isLong ? otherCharacters(literal.length) : literal,
    piecePlaceholder(key, key.value.length - end, key.value.length),
  ];
  // A key that shares little with the original was made in another way, which its name says.
  const shown = isLong && start + end < PART ? {} : { shown: pieces.join('') };
  return { name: `${key.name}, ${how}`, value, parts: false, ...shown };
}

/** Replaces the secrets in a text by their names. */
export const maskBy =
  (find: Finder) =>
  (text: string): string => {
    const bytes = Buffer.from(text);
    const found = find(bytes);
    return found.length === 0 ? text : masked(bytes, found);
  };

/** The names of the secrets that bytes contain as a whole, except those that only their name makes secret. */
export function wholeSecretsIn(find: Finder, bytes: Buffer): string[] {
  const whole = find(bytes).filter(
    (each) => isWhole(each) && !each.secret.named && each.secret.value.length >= PART,
  );
  return [...new Set(whole.map(({ secret }) => secret.name))];
}
