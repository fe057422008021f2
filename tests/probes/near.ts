import fc from 'fast-check';
import { withAt } from './characters';
import type { Family, Probe } from './family';

/** Texts that are almost a given one: families for keys, ids and names alike. */

const probe = (words: string, value: string): Probe => ({ words, value });
const letters = 'abcdefghjkmnpqrstvwxyz234567';

/** What a text is, and what may stand in it. */
export interface Kind {
  /** The signs that may be put in beside letters and digits. */
  signs: string;
  /** The places that may be changed, from 0; all where it is left out. */
  places?: (text: string) => number[];
}

const all = (text: string) => [...text].map((_, at) => at);
const differ = (one: string, other: string) => one.toLowerCase() !== other.toLowerCase();

/** A family of edits at a place: every one of them, and one drawn. */
function edits(
  name: string,
  placesOf: (text: string) => number[],
  edit: (text: string, at: number) => Probe,
): Family {
  return {
    name,
    every: (text) => placesOf(text).map((at) => edit(text, at)),
    drawn(text) {
      const places = placesOf(text);
      return places.length === 0 ? null : fc.constantFrom(...places).map((at) => edit(text, at));
    },
  };
}

export const leftOut = ({ places = all }: Kind) =>
  edits('a character left out', places, (text, at) =>
    probe(`character ${at + 1} left out`, withAt(text, at, '')),
  );

export const twice = ({ places = all }: Kind) =>
  edits('a character twice', places, (text, at) =>
    probe(`character ${at + 1} twice`, withAt(text, at, text.charAt(at).repeat(2))),
  );

export const exchanged = ({ places = all }: Kind) =>
  edits(
    'two characters exchanged',
    (text) => places(text).filter((at) => at > 0 && differ(text.charAt(at), text.charAt(at - 1))),
    (text, at) =>
      probe(
        `characters ${at} and ${at + 1} exchanged`,
        text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1),
      ),
  );

export function putIn({ signs }: Kind): Family {
  const sign = fc.oneof(fc.constantFrom(...letters), fc.constantFrom(...signs));
  return {
    name: 'a character put in',
    drawn: (text) =>
      fc
        .tuple(fc.nat({ max: text.length - 1 }), sign)
        .map(([at, more]) =>
          probe(`${more} put in before character ${at + 1}`, text.slice(0, at) + more + text.slice(at)),
        ),
  };
}

const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });

export const cutShort: Family = {
  name: 'cut short',
  every: (text) =>
    all(text)
      .slice(1)
      .map((length) => probe(`its first ${length} characters`, text.slice(0, length))),
  drawn: (text) =>
    text.length < 2
      ? null
      : fc
          .integer({ min: 1, max: text.length - 1 })
          .map((length) => probe(`its first ${length} characters`, text.slice(0, length))),
};

export const headless: Family = {
  name: 'without its beginning',
  every: (text) =>
    all(text)
      .slice(1)
      .map((length) => probe(`without its first ${length} characters`, text.slice(length))),
  drawn: (text) =>
    text.length < 2
      ? null
      : fc
          .integer({ min: 1, max: text.length - 1 })
          .map((length) => probe(`without its first ${length} characters`, text.slice(length))),
};

export const longer = ({ signs }: Kind): Family[] => [
  {
    name: 'with more behind it',
    drawn: (text) => word.map((more) => probe(`with ${more} behind it`, text + more)),
  },
  {
    name: 'with a sign and more behind it',
    every: (text) => [...signs].map((sign) => probe(`with ${sign}none behind it`, `${text}${sign}none`)),
    drawn: (text) =>
      fc
        .tuple(fc.constantFrom(...signs), word)
        .map(([sign, more]) => probe(`with ${sign}${more} behind it`, text + sign + more)),
  },
  {
    name: 'with more before it',
    drawn: (text) => word.map((more) => probe(`with ${more} before it`, more + text)),
  },
  {
    name: 'with a sign and more before it',
    every: (text) => [...signs].map((sign) => probe(`with none${sign} before it`, `none${sign}${text}`)),
    drawn: (text) =>
      fc
        .tuple(word, fc.constantFrom(...signs))
        .map(([more, sign]) => probe(`with ${more}${sign} before it`, more + sign + text)),
  },
  {
    name: 'doubled',
    drawn: (text) => fc.constantFrom('', ...signs).map((sign) => probe('doubled', text + sign + text)),
  },
  {
    name: 'with much behind it',
    drawn: (text) =>
      fc
        .integer({ min: 40, max: 900 })
        .map((length) => probe(`with ${length} characters behind it`, text + 'x'.repeat(length))),
  },
];

/** Letters of other alphabets that look like ours: Cyrillic, Greek, full width. */
const lookAlikes: Record<string, string> = {
  ...{
    a: 'аα',
    c: 'сϲ',
    e: 'еε',
    i: 'іι',
    o: 'оο',
    p: 'рρ',
    x: 'хχ',
    y: 'уγ',
    v: 'ѵν',
    u: 'ս',
    n: 'ո',
    t: 'т',
  },
  ...{
    A: 'АΑ',
    B: 'ВΒ',
    E: 'ЕΕ',
    H: 'НΗ',
    I: 'ІΙ',
    K: 'КΚ',
    M: 'МΜ',
    N: 'Ν',
    O: 'ОΟ',
    P: 'РΡ',
    T: 'ТΤ',
    X: 'ХΧ',
    Y: 'Υ',
    Z: 'Ζ',
  },
};
const fullWidth = (sign: string) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0);

/** @param sent how such a letter is sent: a header carries its bytes */
export function foreignLetters(sent: (letter: string) => string): Family {
  return edits(
    'letters of another alphabet',
    (text) => [...text].flatMap((sign, at) => (/[A-Za-z0-9]/.test(sign) ? [at] : [])),
    (text, at) => {
      const sign = text.charAt(at);
      const letters = [...(lookAlikes[sign] ?? ''), fullWidth(sign)];
      const letter = letters[at % letters.length] ?? '';
      return probe(`character ${at + 1} of another alphabet`, withAt(text, at, sent(letter)));
    },
  );
}
