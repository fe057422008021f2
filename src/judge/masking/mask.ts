import { keyVariables } from '../../../spec/accounts';
import { codes, contract, knownOperations } from '../../../spec/contract';
import { clauseIds } from '../../../spec/ledger';
import { tiers } from '../response/models';
import { otherCharacters, piecePlaceholder } from './placeholders';
import { unescaped } from './unescaped';

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
  /** True for what is no key, and secret by its name or its place. If a response contains it, that is not a leak. */
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
  ...contract.errorFields,
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

/** A secret as it may be written, one character for each byte. */
interface Form {
  secret: Secret;
  text: string;
  /** The index in the secret of the character that each byte is from, and that of its end. */
  characters: number[];
  /** The index of the first character whose parts count; none count if it counts as a whole only. */
  from: number | null;
}

/** Finds all secrets, and all parts of keys that count, in bytes. */
interface Finder {
  (bytes: Buffer): Sighting[];
  /** Adds a secret that only counts as a whole. */
  add(probe: Secret): void;
}

/**
 * Texts that are no secret: the words of the model names, and texts that may contain a part of a key by chance, such as
 * the address of the target and the words of its target file.
 */
export type PublicTexts = readonly [services?: readonly string[], words?: readonly string[]];

/** Words and public texts are not searched for. */
export function finderOf(secrets: readonly Secret[], ...[services = [], words = []]: PublicTexts): Finder {
  const places = new Map<number, { form: Form; at: number }[]>();
  const short: Secret[] = [];
  const known = publicText(services);
  // A text with a whole secret is not one of words.
  const ordinary = [known, ...words.filter((text) => !secrets.some(({ value }) => text.includes(value)))];
  const starts = startsOf(secrets);
  for (const secret of secrets) take(secret, starts.get(secret) ?? 0);

  function take(secret: Secret, from: number): void {
    if (isWord(secret.value) || known.includes(secret.value)) return;
    if (secret.value.length < PART) {
      short.push(secret);
      return;
    }
    for (const form of formsOf(secret, from)) {
      const grams = form.text.length - GRAM + 1;
      for (let at = 0; at < (form.from === null ? Math.min(grams, STRIDE) : grams); at++) {
        const gram = gramAt(form.text, at);
        const others = places.get(gram);
        if (others) others.push({ form, at });
        else places.set(gram, [{ form, at }]);
      }
    }
  }

  function findIn(text: string): Sighting[] {
    const sightings = short.flatMap((secret) => occurrences(text, secret));
    for (let at = 0; at + GRAM <= text.length; at += STRIDE) {
      for (const place of places.get(gramAt(text, at)) ?? []) {
        const sighting = longestMatch(text, at, place);
        if (sighting === null) continue;
        const { text: seen } = sighting;
        if (!(isWhole(sighting) ? [known] : ordinary).some((each) => each.includes(seen)))
          sightings.push(sighting);
      }
    }
    return sightings;
  }

  const find = (bytes: Buffer) => {
    const text = bytes.toString('latin1');
    const escaped = unescaped(text).flatMap(({ text: plain, starts }) =>
      findIn(plain).map((each) => ({ ...each, start: starts[each.start] ?? 0, end: starts[each.end] ?? 0 })),
    );
    return withoutOverlaps([...findIn(text), ...escaped]);
  };
  return Object.assign(find, { add: (probe: Secret) => take(probe, 0) });
}

/** A short secret counts as it is, and as a whole. */
function occurrences(text: string, secret: Secret): Sighting[] {
  const sightings: Sighting[] = [];
  const value = bytesOf(secret.value);
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + 1))
    sightings.push({
      start,
      end: start + value.length,
      secret,
      text: secret.value,
      counts: secret.value.length,
    });
  return sightings;
}

const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

/**
 * The ways in which a secret may be written. As it is and without any escape sequence, in which texts are searched
 * as well: there its parts count. As a whole also in base64 of either alphabet, and in hexadecimal digits.
 */
function formsOf(secret: Secret, from: number): Form[] {
  const pieces = [...secret.value].map(bytesOf);
  const characters = pieces.flatMap((piece, at): number[] => Array(piece.length).fill(at));
  const text = pieces.join('');
  const plain = unescaped(text).at(-1);
  const clear = { secret, from: secret.parts ? from : null };
  const ends = [...characters, secret.value.length];
  const hex = Buffer.from(secret.value).toString('hex');
  // Three bytes are four digits: where the secret begins among them is unknown.
  const encoded = [0, 1, 2].flatMap((before) => [
    inBase64(secret.value, before, 'base64'),
    inBase64(secret.value, before, 'base64url'),
  ]);
  return [
    { ...clear, text, characters: ends },
    ...(plain === undefined
      ? []
      : [{ ...clear, text: plain.text, characters: Array.from(plain.starts, (start) => ends[start] ?? 0) }]),
    ...[...new Set([...encoded, hex, hex.toUpperCase()])].map((digits) => ({
      secret,
      from: null,
      text: digits,
      characters: [],
    })),
  ];
}

/** The base64 digits that follow from the secret alone, after this number of other bytes. */
function inBase64(value: string, before: number, alphabet: 'base64' | 'base64url'): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
  return bytes.toString(alphabet).slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
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
function longestMatch(text: string, gram: number, { form, at }: { form: Form; at: number }): Sighting | null {
  const { secret, text: value, characters, from } = form;
  let before = 0;
  while (before < at && before < gram && text[gram - before - 1] === value[at - before - 1]) before++;
  let after = 0;
  while (at + after < value.length && gram + after < text.length && text[gram + after] === value[at + after])
    after++;
  const place = () => ({ start: gram - before, end: gram + after, secret });
  if (before + after === value.length) {
    const { value: whole } = secret;
    return { ...place(), text: whole, counts: whole.length - (from ?? 0) };
  }
  if (from === null) return null;
  const counts = () => (characters[at + after] ?? 0) - Math.max(characters[at - before] ?? 0, from);
  // A quotation mark at the end of a part may belong to the text, such as the end of a JSON string.
  const spare = () => counts() > PART;
  while (spare() && isQuote(value[at - before])) before--;
  while (spare() && isQuote(value[at + after - 1])) after--;
  if (counts() < PART) return null;
  const seen = secret.value.slice(characters[at - before], characters[at + after]);
  return { ...place(), text: seen, counts: counts() };
}

const isQuote = (character: string | undefined) =>
  character === '"' || character === "'" || character === '`';

function gramAt(text: string, at: number): number {
  let gram = 0;
  for (let index = 0; index < GRAM; index++) gram |= text.charCodeAt(at + index) << (8 * index);
  return gram;
}

/**
 * The sightings in order. Overlapping ones are merged under the name of the longest, a whole secret before a
 * part.
 */
function withoutOverlaps(sightings: Sighting[]): Sighting[] {
  const size = ({ start, end, secret, text }: Sighting) => end - start + (text === secret.value ? 0.5 : 0);
  const joined: Sighting[] = [];
  for (const sighting of sightings.sort((a, b) => a.start - b.start)) {
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
export function masked(bytes: Buffer, sightings: readonly Sighting[]): string {
  let shown = '';
  let at = 0;
  for (const sighting of sightings) {
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
    const sightings = find(bytes);
    return sightings.length === 0 ? text : masked(bytes, sightings);
  };

/** The names of the secrets that bytes contain as a whole, except those that only their name makes secret. */
export function wholeSecretsIn(find: Finder, bytes: Buffer): string[] {
  const whole = find(bytes).filter(
    (each) => isWhole(each) && !each.secret.named && each.secret.value.length >= PART,
  );
  return [...new Set(whole.map(({ secret }) => secret.name))];
}
