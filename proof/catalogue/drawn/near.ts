import fc from 'fast-check';

/** A way in which a server may accept a text that is not the real one. */
interface Near {
  /** Words that follow "a key", "an id" or "a model name". */
  what: string;
  /** Whether the server takes the presented text for the real one. */
  agrees: (presented: string, real: string) => boolean;
  /** An example of such a text. */
  sample: (real: string) => string;
  /** The share of the texts of its kind that the server accepts. */
  share: number | null;
  /** Whether common database collations treat the text as equal, too. */
  collated?: boolean;
}

const other = (letter: string) => (letter.toLowerCase() === 'a' ? 'b' : 'a');

const changedAt = (text: string, at: number) =>
  text.slice(0, at) + other(text.charAt(at)) + text.slice(at + 1);

const same = (one: string, two: string, holds: (at: number) => boolean) =>
  one.length === two.length && [...two].every((letter, at) => !holds(at) || letter === one.charAt(at));

/** Characters that may stand before or after a word without being part of a path. */
const signs = [...'abcxyzABCXYZ01289,;:+=-_~!$&*@|^'] as const;

const lookAlikes: Readonly<Record<string, readonly [plain: string, alike: string]>> = {
  Cyrillic: ['aeopcxyi', 'аеорсхуі'],
  Greek: ['oviuAEKMNO', 'ονιυΑΕΚΜΝΟ'],
  fullwidth: ['aeioty019', 'ａｅｉｏｔｙ０１９'],
  mathematical: ['aeot', '𝐚𝐞𝐨𝐭'],
};

const utf8 = (text: string) => Buffer.from(text).toString('latin1');

/** Replaces the first letter that has a look-alike in the alphabet. */
function alike(text: string, alphabet: string): string {
  const [plain, other] = lookAlikes[alphabet] ?? ['', ''];
  const letters = [...other];
  const at = [...text].findIndex((letter) => plain.includes(letter));
  const found = letters[plain.indexOf(text.charAt(at))] ?? '';
  return at === -1 ? text : text.slice(0, at) + found + text.slice(at + 1);
}

function folded(text: string, alphabet: string): string {
  const [plain, other] = lookAlikes[alphabet] ?? ['', ''];
  return [...other].reduce(
    (left, letter, at) =>
      left.replaceAll(letter, plain.charAt(at)).replaceAll(utf8(letter), plain.charAt(at)),
    text,
  );
}

/** Accepts exactly one text, which `spell` makes of the real one. */
const only = (what: string, spell: (real: string) => string, share: number): Near => ({
  what,
  agrees: (text, real) => text === spell(real),
  sample: spell,
  share,
});

/** Families of wrong texts for a real one of this length: what the members have in common, and the members. */
export function nearTexts(length: number): [about: string, members: fc.Arbitrary<Near>][] {
  const at = fc.nat(length - 1);
  const proper = fc.integer({ min: 1, max: length - 1 });
  const families: Readonly<Record<string, fc.Arbitrary<Near>>> = {
    'one place is not compared': at.map((place) => ({
      what: `that differs at place ${place + 1} alone`,
      agrees: (text, real) => same(text, real, (each) => each !== place),
      sample: (real) => changedAt(real, place),
      share: 1 / length,
    })),
    'several places in a row are not compared': fc
      .tuple(fc.nat(length - 4), fc.integer({ min: 2, max: 8 }))
      .map(([from, wide]) => ({
        what: `that differs within places ${from + 1} to ${Math.min(from + wide, length)}`,
        agrees: (text, real) => same(text, real, (each) => each < from || each >= from + wide),
        sample: (real) => changedAt(real, from),
        share: (Math.min(from + wide, length) - from) / length,
      })),
    'they are compared up to a length': proper.map((compared) => ({
      what: `that agrees in its first ${compared} characters`,
      agrees: (text, real) => text.slice(0, compared) === real.slice(0, compared),
      sample: (real) => changedAt(real, real.length - 1),
      share: (length - compared) / length,
    })),
    'they are compared from a place on': proper.map((compared) => ({
      what: `that agrees in its last ${compared} characters`,
      agrees: (text, real) => text.slice(-compared) === real.slice(-compared),
      sample: (real) => changedAt(real, 0),
      share: (length - compared) / length,
    })),
    'beginning and end are compared': fc
      .tuple(
        fc.integer({ min: 1, max: Math.floor(length / 2) - 1 }),
        fc.integer({ min: 1, max: Math.floor(length / 2) - 1 }),
      )
      .map(([first, last]) => ({
        what: `that agrees in its first ${first} and last ${last} characters`,
        agrees: (text, real) =>
          text.slice(0, first) === real.slice(0, first) && text.slice(-last) === real.slice(-last),
        sample: (real) => changedAt(real, first),
        share: (length - first - last) / length,
      })),
    'cut off, they count from a length on': proper.map((kept) => ({
      what: `that is cut off after ${kept} characters or more`,
      agrees: (text, real) => text.length >= kept && real.startsWith(text),
      sample: (real) => real.slice(0, kept),
      share: (length - kept) / (length - 1),
    })),
    'cut off, they count at one length': proper.map((kept) =>
      only(`that is cut off after ${kept} characters`, (real) => real.slice(0, kept), 1 / (length - 1)),
    ),
    'without their beginning they count': proper.map((lost) => ({
      what: `that lacks up to ${lost} characters of its beginning`,
      agrees: (text, real) => text.length >= real.length - lost && real.endsWith(text),
      sample: (real) => real.slice(1),
      share: lost / (length - 1),
    })),
    'one place may be left out': at.map((place) => {
      const without = (real: string) => real.slice(0, place) + real.slice(place + 1);
      return only(`without its character ${place + 1}`, without, 1 / length);
    }),
    'one place may be doubled': at.map((place) => {
      const twice = (real: string) => real.slice(0, place + 1) + real.slice(place);
      return only(`with its character ${place + 1} twice`, twice, 1 / length);
    }),
    'one character may be added at a place': at.map((place) => ({
      what: `with a character added before its place ${place + 1}`,
      agrees: (text, real) => text.slice(0, place) + text.slice(place + 1) === real,
      sample: (real) => real.slice(0, place) + other(real.charAt(place)) + real.slice(place),
      share: 1 / (length + 1),
    })),
    'two neighbours may be swapped': fc.nat(length - 2).map((place) => {
      const swapped = (real: string) =>
        real.slice(0, place) + real.charAt(place + 1) + real.charAt(place) + real.slice(place + 2);
      return only(`with its characters ${place + 1} and ${place + 2} swapped`, swapped, 1 / (length - 1));
    }),
    'what follows one sign is dropped': fc.constantFrom(...signs).map((sign) => ({
      what: `with "${sign}" and more behind it`,
      agrees: (text, real) => text.startsWith(real + sign),
      sample: (real) => `${real}${sign}7`,
      share: 1 / signs.length,
    })),
    'one sign before them is dropped': fc
      .constantFrom(...signs)
      .map((sign) => only(`with "${sign}" before it`, (real) => sign + real, 1 / signs.length)),
    'they may be longer by a length': fc.integer({ min: 1, max: 200 }).map((more) => ({
      what: `with ${more} characters or more behind it`,
      agrees: (text, real) => text.startsWith(real) && text.length >= real.length + more,
      sample: (real) => real + 'a'.repeat(more),
      share: null,
    })),
    'a checksum is compared': fc.integer({ min: 2, max: 32 }).map((modulus) => {
      const sum = (text: string) =>
        [...text].reduce((total, letter) => total + letter.charCodeAt(0), 0) % modulus;
      return {
        what: `of the same length whose characters have the same sum modulo ${modulus}`,
        agrees: (text, real) => text.length === real.length && sum(text) === sum(real),
        sample: (real) => real.charAt(1) + real.charAt(0) + real.slice(2),
        share: 1 / modulus,
      };
    }),
    'letters of another alphabet are folded': fc.constantFrom(...Object.keys(lookAlikes)).map((alphabet) => ({
      what: `with a ${alphabet} look-alike of a letter`,
      agrees: (text, real) => folded(text, alphabet) === real,
      sample: (real) => alike(real, alphabet),
      share: 1 / Object.keys(lookAlikes).length,
      collated: ['fullwidth', 'mathematical'].includes(alphabet),
    })),
  };
  return Object.entries(families);
}
