import fc from 'fast-check';

/** Replaces characters of a key or a name so that it still looks like one. */

const classes = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

/**
 * Another character of the same class, half the class away, so that decoders of a key see other bits. Hyphen
 * and underscore replace each other, since both occur in variants of base64.
 */
export function other(character: string): string {
  const own = classes.find((letters) => letters.includes(character));
  if (own === undefined) return { '-': '_', _: '-', x: 'y' }[character] ?? 'x';
  return own.charAt((own.indexOf(character) + own.length / 2) % own.length);
}

/** A letter in the other case; other characters stay as they are. */
export function otherCase(sign: string): string {
  return sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase();
}

/** A random character of the same class; punctuation stays as it is. */
function alike(character: string): fc.Arbitrary<string> {
  const own = classes.find((letters) => letters.includes(character));
  return own === undefined ? fc.constant(character) : fc.constantFrom(...own);
}

/** The text with each character replaced by a random one of its class. */
export function allAlike(text: string): fc.Arbitrary<string> {
  return fc.tuple(...[...text].map(alike)).map((characters) => characters.join(''));
}

/** The text with the character at this index replaced by others. */
export function withAt(text: string, place: number, instead: string): string {
  return text.slice(0, place) + instead + text.slice(place + 1);
}
