import { keyVariables } from '../../../spec/accounts';
import { codes, contract, knownOperations } from '../../../spec/contract';
import { clauseIds } from '../../../spec/ledger';
import { tiers } from '../response/models';

/**
 * Finds secrets in what a run prints or writes. Where eight characters of one stand in a word, as they are or decoded once,
 * the word is replaced by its length and the name of the secret. Nothing is judged by a masked text.
 */

/** A value that must not be shown, with the name that replaces it: usually that of its variable. */
export interface Secret {
  name: string;
  value: string;
  /** True for what is no key, and secret by its name or its place. If a response contains it, that is not a leak. */
  named?: true;
}

/** How many characters of a secret count as the secret. */
export const PART = 8;
/** Within this many characters a word before `-` or `_` is looked for: `sk-proj-` names the kind of a key. */
const LONGEST_WORD = 12;
/** Words in small letters before a long rest are not secret either: the name of a service may have any length. */
const WORDS = /^(?:[a-z]+[-_.])+(?=.{16})/;

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

/** Texts that are no secret: the words of the model names, and what may have a part of a key by chance, such as the address. */
export type PublicTexts = readonly [services?: readonly string[], texts?: readonly string[]];

/** Whether a text is one word or a number, which occurs in responses and reports by chance, so that it is no secret there. */
export const isWord = (text: string): boolean => /^(?:[A-Za-z]{1,14}|\d{1,15})$/.test(text);

export const placeholder = (name: string) => `[${name}]`;

interface Finder {
  /** The secret of which eight characters are in a text, or the whole if it is shorter. */
  partIn(text: string): Secret | undefined;
  /** The keys that a text contains as a whole. */
  wholeIn(text: string): Secret[];
  add(secret: Secret): void;
}

export function finderOf(secrets: readonly Secret[], ...[services = [], texts = []]: PublicTexts): Finder {
  const ofServices = services.flatMap((word) => [
    `${word}_error`,
    ...tiers.map((tier) => `${word}-text-${tier}`),
  ]);
  const known = [...contractWords, ...ofServices].join(' ');
  // A text with a whole secret is not public.
  const ordinary = [known, ...texts.filter((text) => !secrets.some(({ value }) => text.includes(value)))];
  const parts = new Map<string, Secret>();
  const short: Secret[] = [];
  const keys: Secret[] = [];
  const add = (secret: Secret) => {
    const { value, named } = secret;
    if (value === '' || isWord(value) || known.includes(value)) return;
    if (value.length - afterWords(value) < PART) short.push(secret);
    for (let at = afterWords(value); at + PART <= value.length; at++) {
      const part = value.slice(at, at + PART);
      if (!parts.has(part) && !ordinary.some((text) => text.includes(part))) parts.set(part, secret);
    }
    if (!named && value.length >= PART) keys.push(secret);
  };
  for (const secret of secrets) add(secret);

  const partIn = (text: string) => {
    for (const view of viewsOf(text)) {
      for (let at = 0; at + PART <= view.length; at++) {
        const found = parts.get(view.slice(at, at + PART));
        if (found) return found;
      }
      const found = short.find(({ value }) => view.includes(value));
      if (found) return found;
    }
    return undefined;
  };
  const wholeIn = (text: string) => {
    const views = [...viewsOf(text)];
    return keys.filter(({ value }) => views.some((view) => view.includes(value)));
  };
  return { partIn, wholeIn, add };
}

/** The index in a key from which parts count: after the words that it begins with. */
export function afterWords(key: string): number {
  const word = Math.max(key.lastIndexOf('-', LONGEST_WORD - 1), key.lastIndexOf('_', LONGEST_WORD - 1)) + 1;
  return Math.max(word, WORDS.exec(key)?.[0].length ?? 0);
}

/** A text as it is, and decoded once in each way in which a server may write a key. */
function* viewsOf(text: string): Generator<string> {
  yield text;
  const plain = text.includes('\\') ? decoded(text, inJson) : text;
  if (plain !== text) yield plain;
  for (const [sign, escapes] of others) if (plain.includes(sign)) yield decoded(plain, escapes);
  if (text.includes('\0')) yield text.replaceAll('\0', '');
  for (const [digits] of text.matchAll(/[\w+/-]{11,}/g))
    for (let from = 0; from < 4; from++) yield Buffer.from(digits.slice(from), 'base64').toString('latin1');
  for (const [digits] of text.matchAll(/[\da-f]{16,}/gi)) yield Buffer.from(digits, 'hex').toString('latin1');
}

/** Each matches an escape sequence: its code in hexadecimal or in decimal digits, or what it stands for. */
const inJson = /\\(?:u([\da-f]{4})()|(["\\/]))/gi;
const others: readonly [sign: string, escapes: RegExp][] = [
  ['%', /%([\da-f]{2})()()/gi],
  ['&', /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,6}));/gi],
];
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string, escapes: RegExp) =>
  text.replace(escapes, (all, hex?: string, decimal?: string, word?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal || Number.NaN);
    if (word) return entities[word] ?? (word.length === 1 ? word : all);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
  });

/**
 * Replaces the words of a text that contain a secret; where it is several words, what the text quotes with it; else the whole
 * text.
 */
export const maskBy =
  ({ partIn }: Pick<Finder, 'partIn'>) =>
  (text: string): string => {
    const found = partIn(text);
    if (found === undefined) return text;
    const hidden = (some: string) => {
      const secret = partIn(some);
      if (secret === undefined) return some;
      return secret.value === some ? placeholder(secret.name) : lengthWith(some, secret);
    };
    const byWords = (some: string) =>
      some
        .split(/([\s"/?&=]+)/)
        .map(hidden)
        .join('');
    const byQuotations = text.replace(quotation, (_, within: string) => `"${hidden(within)}"`);
    const shown = [text, byQuotations].map(byWords);
    return shown.find((each) => partIn(each) === undefined) ?? lengthWith(text, found);
  };

/** What a sentence or JSON quotes. */
const quotation = /"((?:[^"\\]|\\.)*)"/g;

const lengthWith = (text: string, { name }: Secret) => placeholder(`${text.length} characters with ${name}`);
