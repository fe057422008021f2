import fc from 'fast-check';
import { withAt } from './characters';
import { countable, type Family, type Probe, probe } from './family';

/** Texts that differ slightly from a given one: families for keys, ids and names. */

const letters = 'abcdefghjkmnpqrstvwxyz234567';
const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The form of a text and the characters allowed in it. */
export interface Syntax {
  /** Punctuation that may be inserted, besides letters and digits. */
  signs: string;
  /** How many characters may be appended. */
  longest: number;
  /** How a letter of another alphabet is sent, if not as it is: in a header, as the bytes of its UTF-8. */
  sent?: (letter: string) => string;
}

const differIgnoringCase = (one: string, other: string) => one.toLowerCase() !== other.toLowerCase();
/** The indexes of a text. A single character has nothing in common with what it is changed to. */
const places = (text: string) => (text.length > 1 ? Array.from(text, (_, at) => at) : []);

/** A family with one edit at each index of a text. */
const edits = (name: string, edit: (text: string, at: number) => Probe | []) =>
  countable(name, (text) => places(text).flatMap((at) => edit(text, at)));

/** Families of texts that differ from the given one by one edit. */
export function oneEditFamilies(kind: Syntax): Family[] {
  const signs = letters + kind.signs;
  return [
    edits('one character removed', (text, at) => probe(`character ${at + 1} removed`, withAt(text, at, ''))),
    edits('one character doubled', (text, at) =>
      probe(`character ${at + 1} doubled`, withAt(text, at, text.charAt(at).repeat(2))),
    ),
    edits('one character inserted', (text, at) => {
      const sign = signs.charAt((at * 7) % signs.length);
      return probe(`${sign} inserted before character ${at + 1}`, text.slice(0, at) + sign + text.slice(at));
    }),
    edits('two characters swapped', (text, at) =>
      at > 0 && differIgnoringCase(text.charAt(at), text.charAt(at - 1))
        ? probe(
            `characters ${at} and ${at + 1} swapped`,
            text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1),
          )
        : [],
    ),
    foreignLetters(kind),
  ];
}

/** Parts of a text: its beginning, its end. */
export function truncatedFamilies(): Family[] {
  const lengths = (text: string) => places(text).slice(1);
  const first = (length: number) => (length === 1 ? 'its first character' : `its first ${length} characters`);
  const beginning = (text: string) => (length: number) => probe(first(length), text.slice(0, length));
  const rest = (text: string) => (length: number) => probe(`without ${first(length)}`, text.slice(length));
  return [
    countable(
      'truncated',
      (text) => lengths(text).map(beginning(text)),
      (text) => lengths(text).slice(-1).map(beginning(text)),
    ),
    countable(
      'beginning removed',
      (text) => lengths(text).map(rest(text)),
      (text) => lengths(text).slice(0, 1).map(rest(text)),
    ),
  ];
}

const word = (signs: string) =>
  fc
    .tuple(
      fc.constantFrom('', ...signs),
      fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 }),
    )
    .map(([sign, text]) => sign + text);

/** The text with more text. */
export function extendedFamilies({ signs, longest }: Syntax): Family[] {
  const single = [...alphanumeric, ...signs];
  const lengths = [32, 64, 100, 128, 200, 256, 512, 900, 1000, 2000].filter((length) => length < longest);
  const much = (text: string, length: number) =>
    probe(`with ${length} characters appended`, text + 'x'.repeat(length));
  return [
    countable('one character appended', (text) =>
      single.map((sign) => probe(`with ${sign} appended`, text + sign)),
    ),
    countable('one character prepended', (text) =>
      single.map((sign) => probe(`with ${sign} prepended`, sign + text)),
    ),
    {
      name: 'text appended',
      sampled: (text) => word(signs).map((more) => probe(`with ${more} appended`, text + more)),
    },
    {
      name: 'text prepended',
      sampled: (text) => word(signs).map((more) => probe(`with ${more} prepended`, more + text)),
    },
    countable('repeated', (text) =>
      ['', ...signs].map((sign) => probe(`repeated, with ${sign || 'nothing'} between`, text + sign + text)),
    ),
    countable(
      'long text appended',
      (text) => lengths.map((length) => much(text, length)),
      (text) => [
        probe(
          `with every special character and ${longest} letters appended`,
          `${text}${signs}${'x'.repeat(longest)}`,
        ),
      ],
    ),
    countable('special character and text appended', (text) =>
      [...signs].map((sign) => probe(`with ${sign}none appended`, `${text}${sign}none`)),
    ),
  ];
}

/** Letters of other alphabets that look like Latin letters. */
const lookAlikes: readonly (readonly [plain: string, alike: string])[] = [
  ['aceiopxyvABEHIKMOPTX', 'асеіорхуѵАВЕНІКМОРТХ'],
  ['aeiouvxpnABEHIKMNOPTXYZ', 'αειουνχρηΑΒΕΗΙΚΜΝΟΡΤΧΥΖ'],
];
const after = (from: string, to: number, sign: string) =>
  String.fromCodePoint(to + sign.charCodeAt(0) - from.charCodeAt(0));
const alphabets: ((sign: string) => string | undefined)[] = [
  ...lookAlikes.map(
    ([plain, alike]) =>
      (sign: string) =>
        [...alike][plain.indexOf(sign)],
  ),
  (sign) => (/[A-Za-z0-9]/.test(sign) ? after('!', 0xff01, sign) : undefined),
  (sign) =>
    /[a-z]/.test(sign)
      ? after('a', 0x1d41a, sign)
      : /[A-Z]/.test(sign)
        ? after('A', 0x1d400, sign)
        : undefined,
];

/** For each alphabet the first letter in the text that it has, and at each index a letter of one of them. */
function foreignLetters({ sent = (letter) => letter }: Syntax): Family {
  const name = 'one letter of another alphabet';
  const at = (text: string, place: number, letter: string) =>
    probe(`character ${place + 1} from another alphabet`, withAt(text, place, sent(letter)));
  return countable(name, (text) => {
    if (text.length < 2) return [];
    const first = alphabets.flatMap((alike) => {
      const place = [...text].findIndex((sign) => alike(sign));
      return place < 0 ? [] : at(text, place, alike(text.charAt(place)) ?? '');
    });
    const each = [...text].flatMap((sign, place) => {
      const letters = alphabets.flatMap((alike) => alike(sign) ?? []);
      return letters.length === 0 ? [] : at(text, place, letters[place % letters.length] ?? '');
    });
    const members = [...new Map([...first, ...each].map((member) => [member.value, member])).values()];
    // The last byte of such a letter may be white space, which is another check.
    return members.filter(({ value }) => value === value.trim());
  });
}
