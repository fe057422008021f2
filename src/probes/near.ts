import { otherCase, withAt } from './characters';
import { type Family, family, type Probe, probe } from './family';

/** Texts that differ slightly from a given one: families for keys, IDs and names. */

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

/** One edit of a text: at the first two indexes, the middle and the last, then at each. */
export const atPlaces = (name: string, edit: (text: string, at: number) => Probe | []): Family =>
  family(name, { once: 4 }, (text) => {
    // A single character has nothing in common with what it is changed to.
    if (text.length < 2) return [];
    const few = [0, 1, Math.floor(text.length / 2), text.length - 1];
    return [...few, ...text.split('').keys()].flatMap((at) => edit(text, at));
  });

/** The text with all letters in the other case, and with each letter alone. */
export function inOtherCase(text: string): Probe[] {
  const letters = [...text].flatMap((sign, at) => (otherCase(sign) === sign ? [] : [at]));
  if (letters.length === 0) return [];
  return [
    probe('in the other letter case', [...text].map(otherCase).join('')),
    ...letters.map((at) =>
      probe(`character ${at + 1} in the other letter case`, withAt(text, at, otherCase(text.charAt(at)))),
    ),
  ];
}

/** Families of texts that differ from the given one by one edit. */
export function oneEditFamilies({ signs, sent }: Syntax): Family[] {
  const inserted = letters + signs;
  return [
    atPlaces('one character removed', (text, at) =>
      probe(`character ${at + 1} removed`, withAt(text, at, '')),
    ),
    atPlaces('one character doubled', (text, at) =>
      probe(`character ${at + 1} doubled`, withAt(text, at, text.charAt(at).repeat(2))),
    ),
    atPlaces('one character inserted', (text, at) => {
      const sign = inserted.charAt((at * 7) % inserted.length);
      return probe(`${sign} inserted before character ${at + 1}`, text.slice(0, at) + sign + text.slice(at));
    }),
    atPlaces('two characters swapped', (text, at) => {
      const [one, other] = [text.charAt(at - 1), text.charAt(at)];
      if (at === 0 || one.toLowerCase() === other.toLowerCase()) return [];
      return probe(
        `characters ${at} and ${at + 1} swapped`,
        text.slice(0, at - 1) + other + one + text.slice(at + 1),
      );
    }),
    foreignLetters(sent),
  ];
}

/** Parts of a text: its beginning, its end. */
export function truncatedFamilies(): Family[] {
  const first = (length: number) => (length === 1 ? 'its first character' : `its first ${length} characters`);
  const lengthsOf = (text: string, [...few]: number[]) =>
    [...few, Math.floor(text.length / 2), ...text.split('').keys()].filter(
      (length) => length > 0 && length < text.length,
    );
  return [
    family('truncated', { everywhere: 1, once: 5 }, (text) =>
      lengthsOf(text, [text.length - 1, 1, 8, text.length - 4]).map((length) =>
        probe(first(length), text.slice(0, length)),
      ),
    ),
    family('beginning removed', { everywhere: 1, once: 5 }, (text) =>
      lengthsOf(text, [1, 8, text.length - 4, text.length - 1]).map((length) =>
        probe(`without ${first(length)}`, text.slice(length)),
      ),
    ),
  ];
}

/** The text with more text. */
export function extendedFamilies({ signs, longest }: Syntax): Family[] {
  const added = ['x', 'A', '0', ...signs];
  const lengths = [32, 64, 100, 128, 200, 256, 512, 900, 1000, 2000].filter((length) => length < longest);
  const everySign = `${signs}${'x'.repeat(longest)}`;
  return [
    family('one character appended', { everywhere: 1, once: 5 }, (text) =>
      added.map((sign) => probe(`with ${sign} appended`, text + sign)),
    ),
    family('one character prepended', { everywhere: 1, once: 5 }, (text) =>
      added.map((sign) => probe(`with ${sign} prepended`, sign + text)),
    ),
    family('repeated', { once: 1 }, (text) =>
      ['', ...signs].map((sign) => probe(`repeated, with ${sign || 'nothing'} between`, text + sign + text)),
    ),
    family('long text appended', { everywhere: 1, once: 1 }, (text) => [
      probe(`with every special character and ${longest} letters appended`, text + everySign),
      ...lengths.map((length) => probe(`with ${length} characters appended`, text + 'x'.repeat(length))),
    ]),
    family('text appended', { once: 5 }, (text) =>
      ['', ...signs].map((sign) => probe(`with ${sign}none appended`, `${text}${sign}none`)),
    ),
    family('text prepended', {}, (text) =>
      ['none', 'none.', 'none-'].map((more) => probe(`with ${more} prepended`, more + text)),
    ),
  ];
}

/** Letters of other alphabets that look like Latin letters: Cyrillic, Greek, full width, mathematical. */
const lookAlikes = [
  ['aceiopxyvABEHIKMOPTX', 'асеіорхуѵАВЕНІКМОРТХ'],
  ['aeiouvxpnABEHIKMNOPTXYZ', 'αειουνχρηΑΒΕΗΙΚΜΝΟΡΤΧΥΖ'],
  [
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
    'ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ０１２３４５６７８９',
  ],
  [
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
    '𝐚𝐛𝐜𝐝𝐞𝐟𝐠𝐡𝐢𝐣𝐤𝐥𝐦𝐧𝐨𝐩𝐪𝐫𝐬𝐭𝐮𝐯𝐰𝐱𝐲𝐳𝐀𝐁𝐂𝐃𝐄𝐅𝐆𝐇𝐈𝐉𝐊𝐋𝐌𝐍𝐎𝐏𝐐𝐑𝐒𝐓𝐔𝐕𝐖𝐗𝐘𝐙',
  ],
] as const;

/** For each alphabet the first letter in the text that it has, then at each index a letter of one of them. */
const foreignLetters = (sent: (letter: string) => string = (letter) => letter): Family =>
  family('one letter of another alphabet', { once: lookAlikes.length }, (text) => {
    if (text.length < 2) return [];
    const found = [...text].flatMap((sign, at) => {
      const letters = lookAlikes.flatMap(([plain, alike]) => [...alike][plain.indexOf(sign)] ?? []);
      return letters.length === 0 ? [] : [[at, letters[at % letters.length] as string] as const];
    });
    const firsts = lookAlikes.flatMap(([plain, alike]) => {
      const at = [...text].findIndex((sign) => plain.includes(sign));
      return at < 0 ? [] : [[at, [...alike][plain.indexOf(text.charAt(at))] as string] as const];
    });
    return (
      [...firsts, ...found]
        .map(([at, letter]) =>
          probe(`character ${at + 1} from another alphabet`, withAt(text, at, sent(letter))),
        )
        // The last byte of such a letter may be white space, which is another check.
        .filter(({ value }) => value === value.trim())
    );
  });
