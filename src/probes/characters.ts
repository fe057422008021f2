/** Replaces characters of a key or a name so that it still looks like one. */

const classes = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

/** Another character of the same class, this many places further in it. Punctuation stays as it is. */
function further(character: string, by: number): string {
  const own = classes.find((letters) => letters.includes(character));
  return own === undefined ? character : own.charAt((own.indexOf(character) + by) % own.length);
}

/**
 * Another character of the same class, half the class away, so that decoders of a key see other bits. Hyphen
 * and underscore replace each other, since both occur in variants of base64.
 */
export function other(character: string): string {
  const own = classes.find((letters) => letters.includes(character));
  if (own === undefined) return { '-': '_', _: '-', x: 'y' }[character] ?? 'x';
  return further(character, own.length / 2);
}

/** A letter in the other case; other characters stay as they are. */
export function otherCase(sign: string): string {
  return sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase();
}

/** The text with each letter and digit replaced by another one of its class. */
export const allOther = (text: string): string =>
  [...text].map((sign, index) => further(sign, 1 + ((index * 5) % 9))).join('');

/** The text with the character at this index replaced by others. */
export function withAt(text: string, place: number, instead: string): string {
  return text.slice(0, place) + instead + text.slice(place + 1);
}
