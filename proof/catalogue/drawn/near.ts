/** A way in which a server may take a wrong text for the right one. */
export interface Near {
  /** Words that follow "a key", "an ID" or "a model name". */
  what: string;
  /** Whether the server takes the presented text for the right one. */
  agrees: (presented: string, right: string) => boolean;
}

/** Takes exactly one wrong text, made of the right one. */
export const only = (what: string, spell: (right: string) => string): Near => ({
  what,
  agrees: (text, right) => text === spell(right),
});

/** Places count from 1. These are not compared. */
function ignoring(from: number, to: number): Near['agrees'] {
  return (text, right) =>
    text.length === right.length &&
    [...text].every((letter, at) => (at + 1 >= from && at + 1 <= to) || letter === right.charAt(at));
}

export const differsAt = (place: number): Near => ({
  what: `that differs at place ${place} alone`,
  agrees: ignoring(place, place),
});

export const differsWithin = (from: number, to: number): Near => ({
  what: `that differs within places ${from} to ${to}`,
  agrees: ignoring(from, to),
});

export const agreesInFirst = (compared: number): Near => ({
  what: `that agrees in its first ${compared} characters`,
  agrees: (text, right) => text.slice(0, compared) === right.slice(0, compared),
});

export const agreesInLast = (compared: number): Near => ({
  what: `that agrees in its last ${compared} characters`,
  agrees: (text, right) => text.slice(-compared) === right.slice(-compared),
});

export const agreesAtEnds = (first: number, last: number): Near => ({
  what: `that agrees in its first ${first} and last ${last} characters`,
  agrees: (text, right) => agreesInFirst(first).agrees(text, right) && agreesInLast(last).agrees(text, right),
});

export const cutAfterAtLeast = (kept: number): Near => ({
  what: `that is cut off after ${kept} characters or more`,
  agrees: (text, right) => text.length >= kept && right.startsWith(text),
});

export const cutAfter = (kept: number): Near =>
  only(`that is cut off after ${kept} characters`, (right) => right.slice(0, kept));

export const lacksBeginning = (lost: number): Near => ({
  what: `that lacks up to ${lost} characters of its beginning`,
  agrees: (text, right) => text.length >= right.length - lost && right.endsWith(text),
});

export const lacksCharacter = (place: number): Near =>
  only(`without its character ${place}`, (right) => right.slice(0, place - 1) + right.slice(place));

export const hasTwice = (place: number): Near =>
  only(`with its character ${place} twice`, (right) => right.slice(0, place) + right.slice(place - 1));

export const hasAdded = (place: number): Near => ({
  what: `with a character added before its place ${place}`,
  agrees: (text, right) => text.slice(0, place - 1) + text.slice(place) === right,
});

export const endsAt = (sign: string): Near => ({
  what: `with "${sign}" and more behind it`,
  agrees: (text, right) => text.startsWith(right + sign),
});

export const beginsWith = (kind: string, pattern: RegExp): Near => ({
  what: `with ${kind} before it`,
  agrees: (text, right) => pattern.test(text.charAt(0)) && text.slice(1) === right,
});

export const isLonger = (more: number): Near => ({
  what: `with ${more} characters or more behind it`,
  agrees: (text, right) => text.startsWith(right) && text.length >= right.length + more,
});

const sumOf = (text: string) => [...text].reduce((total, letter) => total + letter.charCodeAt(0), 0);

export const hasChecksum = (modulus: number): Near => ({
  what: `of the same length whose characters have the same sum modulo ${modulus}`,
  agrees: (text, right) => text.length === right.length && sumOf(text) % modulus === sumOf(right) % modulus,
});

const lookAlikes = {
  Cyrillic: ['aeopcxyi', 'аеорсхуі'],
  Greek: ['oviuAEKMNO', 'ονιυΑΕΚΜΝΟ'],
  fullwidth: ['aeioty019', 'ａｅｉｏｔｙ０１９'],
} as const;

/** Headers carry UTF-8 as bytes. */
export const bytes = (text: string) => Buffer.from(text).toString('latin1');

export const looksAlike = (alphabet: keyof typeof lookAlikes): Near => {
  const [plain, alike] = lookAlikes[alphabet];
  const folded = (text: string) =>
    [...alike].reduce(
      (left, letter, at) =>
        left.replaceAll(letter, plain.charAt(at)).replaceAll(bytes(letter), plain.charAt(at)),
      text,
    );
  return {
    what: `with a ${alphabet} look-alike of a letter`,
    agrees: (text, right) => folded(text) === right,
  };
};
