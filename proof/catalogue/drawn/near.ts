import fc from 'fast-check';

/** A way in which a server may take a wrong text for the right one. */
interface Near {
  /** Words that follow "a key", "an ID" or "a model name". */
  what: string;
  /** Whether the server takes the presented text for the right one. */
  agrees: (presented: string, right: string) => boolean;
  /** Whether common database collations do that, too. */
  collated?: boolean;
}

const same = (one: string, two: string, holds: (at: number) => boolean) =>
  one.length === two.length && [...two].every((letter, at) => !holds(at) || letter === one.charAt(at));

/** Characters that may stand before or after a word without being part of a path. */
const signs = [...'abcxyzABCXYZ01289,;:+=-_~!$&*@|^'] as const;

/** A night sends only some signs of each kind. */
const kindsOfSigns: readonly [kind: string, pattern: RegExp][] = [
  ['a letter', /[a-z]/i],
  ['a digit', /\d/],
  ['a punctuation mark', /[^a-z\d]/i],
];

const lookAlikes: Readonly<Record<string, readonly [plain: string, alike: string]>> = {
  Cyrillic: ['aeopcxyi', 'аеорсхуі'],
  Greek: ['oviuAEKMNO', 'ονιυΑΕΚΜΝΟ'],
  fullwidth: ['aeioty019', 'ａｅｉｏｔｙ０１９'],
  mathematical: ['aeot', '𝐚𝐞𝐨𝐭'],
};

const utf8 = (text: string) => Buffer.from(text).toString('latin1');

function folded(text: string, alphabet: string): string {
  const [plain, other] = lookAlikes[alphabet] ?? ['', ''];
  return [...other].reduce(
    (left, letter, at) =>
      left.replaceAll(letter, plain.charAt(at)).replaceAll(utf8(letter), plain.charAt(at)),
    text,
  );
}

/** Takes exactly one wrong text, made of the right one. */
const only = (what: string, spell: (right: string) => string): Near => ({
  what,
  agrees: (text, right) => text === spell(right),
});

/** Families of wrong texts for a right one of this length. */
export function nearTexts(length: number): Readonly<Record<string, fc.Arbitrary<Near>>> {
  const at = fc.nat(length - 1);
  const proper = fc.integer({ min: 1, max: length - 1 });
  const part = fc.integer({ min: 1, max: Math.floor(length / 2) - 1 });
  return {
    'one place is not compared': at.map((place) => ({
      what: `that differs at place ${place + 1} alone`,
      agrees: (text, right) => same(text, right, (each) => each !== place),
    })),
    'several places in a row are not compared': fc
      .tuple(fc.nat(length - 4), fc.integer({ min: 2, max: 8 }))
      .map(([from, wide]) => ({
        what: `that differs within places ${from + 1} to ${Math.min(from + wide, length)}`,
        agrees: (text, right) => same(text, right, (each) => each < from || each >= from + wide),
      })),
    'they are compared up to a length': proper.map((compared) => ({
      what: `that agrees in its first ${compared} characters`,
      agrees: (text, right) => text.slice(0, compared) === right.slice(0, compared),
    })),
    'they are compared from a place on': proper.map((compared) => ({
      what: `that agrees in its last ${compared} characters`,
      agrees: (text, right) => text.slice(-compared) === right.slice(-compared),
    })),
    'beginning and end are compared': fc.tuple(part, part).map(([first, last]) => ({
      what: `that agrees in its first ${first} and last ${last} characters`,
      agrees: (text, right) =>
        text.slice(0, first) === right.slice(0, first) && text.slice(-last) === right.slice(-last),
    })),
    'cut off, they count from a length on': proper.map((kept) => ({
      what: `that is cut off after ${kept} characters or more`,
      agrees: (text, right) => text.length >= kept && right.startsWith(text),
    })),
    'cut off, they count at one length': proper.map((kept) =>
      only(`that is cut off after ${kept} characters`, (right) => right.slice(0, kept)),
    ),
    'without their beginning they count': proper.map((lost) => ({
      what: `that lacks up to ${lost} characters of its beginning`,
      agrees: (text, right) => text.length >= right.length - lost && right.endsWith(text),
    })),
    'one place may be left out': at.map((place) =>
      only(`without its character ${place + 1}`, (right) => right.slice(0, place) + right.slice(place + 1)),
    ),
    'one place may be doubled': at.map((place) =>
      only(
        `with its character ${place + 1} twice`,
        (right) => right.slice(0, place + 1) + right.slice(place),
      ),
    ),
    'one character may be added at a place': at.map((place) => ({
      what: `with a character added before its place ${place + 1}`,
      agrees: (text, right) => text.slice(0, place) + text.slice(place + 1) === right,
    })),
    // No service takes a letter for the end of an ID.
    'what follows one sign is dropped': fc
      .constantFrom(...signs.filter((sign) => !/\w/.test(sign)))
      .map((sign) => ({
        what: `with "${sign}" and more behind it`,
        agrees: (text, right) => text.startsWith(right + sign),
      })),
    'one sign before them is dropped': fc.constantFrom(...kindsOfSigns).map(([kind, pattern]) => ({
      what: `with ${kind} before it`,
      agrees: (text, right) => pattern.test(text.charAt(0)) && text.slice(1) === right,
    })),
    'they may be longer by a length': fc.integer({ min: 1, max: 200 }).map((more) => ({
      what: `with ${more} characters or more behind it`,
      agrees: (text, right) => text.startsWith(right) && text.length >= right.length + more,
    })),
    'a checksum is compared': fc.integer({ min: 2, max: 32 }).map((modulus) => {
      const sum = (text: string) =>
        [...text].reduce((total, letter) => total + letter.charCodeAt(0), 0) % modulus;
      return {
        what: `of the same length whose characters have the same sum modulo ${modulus}`,
        agrees: (text, right) => text.length === right.length && sum(text) === sum(right),
      };
    }),
    'letters of another alphabet are folded': fc.constantFrom(...Object.keys(lookAlikes)).map((alphabet) => ({
      what: `with a ${alphabet} look-alike of a letter`,
      agrees: (text, right) => folded(text, alphabet) === right,
      collated: ['fullwidth', 'mathematical'].includes(alphabet),
    })),
  };
}
