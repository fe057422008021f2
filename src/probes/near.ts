import { withAt } from './characters';
import { type Family, family, type Probe, probe } from './family';

/** Texts that differ slightly from a given one: families for keys, ids and names. */

const letters = 'abcdefghjkmnpqrstvwxyz234567';

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
/** The first two indexes, the middle and the last. */
const fewPlaces = (text: string) =>
  text.length > 1 ? [0, 1, Math.floor(text.length / 2), text.length - 1] : [];

/** A family with one edit of a text: at a few of its indexes, and at each. */
export const atPlaces = (name: string, edit: (text: string, at: number) => Probe | []): Family =>
  family(name, {
    once: (text) => fewPlaces(text).flatMap((at) => edit(text, at)),
    deep: (text) => places(text).flatMap((at) => edit(text, at)),
  });

/** Families of texts that differ from the given one by one edit. */
export function oneEditFamilies(kind: Syntax): Family[] {
  const signs = letters + kind.signs;
  return [
    atPlaces('one character removed', (text, at) =>
      probe(`character ${at + 1} removed`, withAt(text, at, '')),
    ),
    atPlaces('one character doubled', (text, at) =>
      probe(`character ${at + 1} doubled`, withAt(text, at, text.charAt(at).repeat(2))),
    ),
    atPlaces('one character inserted', (text, at) => {
      const sign = signs.charAt((at * 7) % signs.length);
      return probe(`${sign} inserted before character ${at + 1}`, text.slice(0, at) + sign + text.slice(at));
    }),
    atPlaces('two characters swapped', (text, at) =>
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
  const first = (length: number) => (length === 1 ? 'its first character' : `its first ${length} characters`);
  const cut = (name: string, make: (text: string, length: number) => Probe, plain: 1 | -1): Family => {
    const some = (text: string, lengths: number[]) =>
      lengths.filter((length) => length > 0 && length < text.length).map((length) => make(text, length));
    return family(name, {
      everywhere: (text) => some(text, [plain === 1 ? 1 : text.length - 1]),
      once: (text) => some(text, [1, 8, Math.floor(text.length / 2), text.length - 4, text.length - 1]),
      deep: (text) => some(text, places(text)),
    });
  };
  return [
    cut('truncated', (text, length) => probe(first(length), text.slice(0, length)), -1),
    cut('beginning removed', (text, length) => probe(`without ${first(length)}`, text.slice(length)), 1),
  ];
}

/** The text with more text. */
export function extendedFamilies({ signs, longest }: Syntax): Family[] {
  const single = [...'xA0', ...signs];
  const lengths = [32, 64, 100, 128, 200, 256, 512, 900, 1000, 2000].filter((length) => length < longest);
  const oneMore = (name: string, put: (text: string, more: string) => string): Family => {
    const with1 = (text: string, some: string[]) =>
      some.map((sign) => probe(`with ${sign} ${name}`, put(text, sign)));
    return family(`one character ${name}`, {
      everywhere: (text) => with1(text, ['x']),
      once: (text) => with1(text, [...single.slice(1, 3), ...signs.slice(0, 2)]),
      deep: (text) => with1(text, single),
    });
  };
  return [
    oneMore('appended', (text, more) => text + more),
    oneMore('prepended', (text, more) => more + text),
    family('repeated', {
      once: (text) => [probe('repeated, with nothing between', text + text)],
      deep: (text) => [...signs].map((sign) => probe(`repeated, with ${sign} between`, text + sign + text)),
    }),
    family('long text appended', {
      everywhere: (text) => [
        probe(
          `with every special character and ${longest} letters appended`,
          `${text}${signs}${'x'.repeat(longest)}`,
        ),
      ],
      deep: (text) =>
        lengths.map((length) => probe(`with ${length} characters appended`, text + 'x'.repeat(length))),
    }),
    family('text appended', {
      once: (text) =>
        ['none', ...[...signs.slice(0, 4)].map((sign) => `${sign}none`)].map((more) =>
          probe(`with ${more} appended`, text + more),
        ),
      deep: (text) => [...signs].map((sign) => probe(`with ${sign}none appended`, `${text}${sign}none`)),
    }),
    family('text prepended', {
      once: (text) => ['none', 'none.', 'none-'].map((more) => probe(`with ${more} prepended`, more + text)),
    }),
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
  const at = (text: string, place: number, letter: string) =>
    probe(`character ${place + 1} from another alphabet`, withAt(text, place, sent(letter)));
  // The last byte of such a letter may be white space, which is another check.
  const counted = (probes: Probe[]) => probes.filter(({ value }) => value === value.trim());
  return family('one letter of another alphabet', {
    once: (text) =>
      counted(
        alphabets.flatMap((alike) => {
          const place = text.length < 2 ? -1 : [...text].findIndex((sign) => alike(sign));
          return place < 0 ? [] : at(text, place, alike(text.charAt(place)) ?? '');
        }),
      ),
    deep: (text) =>
      counted(
        places(text).flatMap((place) => {
          const letters = alphabets.flatMap((alike) => alike(text.charAt(place)) ?? []);
          return letters.length === 0 ? [] : at(text, place, letters[place % letters.length] ?? '');
        }),
      ),
  });
}
