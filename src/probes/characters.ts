import fc from 'fast-check';

/** What a character of a key or a name may become and still look like one. */

const classes = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

/**
 * Another character of the same class, half the class away: a server that decodes a key sees other bits. Of hyphen and
 * underscore the other, since some spell base64 with both.
 */
export function other(character: string): string {
  const own = classes.find((letters) => letters.includes(character));
  if (own === undefined) return { '-': '_', _: '-', x: 'y' }[character] ?? 'x';
  return own.charAt((own.indexOf(character) + own.length / 2) % own.length);
}

/** The same letter in the other case; any other sign as it is. */
export function otherCase(sign: string): string {
  return sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase();
}

/** A character of the same class; a sign stays as it is. */
function alike(character: string): fc.Arbitrary<string> {
  const own = classes.find((letters) => letters.includes(character));
  return own === undefined ? fc.constant(character) : fc.constantFrom(...own);
}

/** A text in which every character is drawn anew from its class. */
export function allAlike(text: string): fc.Arbitrary<string> {
  return fc.tuple(...[...text].map(alike)).map((characters) => characters.join(''));
}

/** The text with the character at this place, from 0, exchanged for others. */
export function withAt(text: string, place: number, instead: string): string {
  return text.slice(0, place) + instead + text.slice(place + 1);
}
