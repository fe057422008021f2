import { randomInt, randomUUID } from 'node:crypto';

/** What every alphabet of ids has: without the letters and digits that base 32 or base 58 leaves out. */
const letters = 'abcdefghjkmnpqrstvwxyz';
const digits = '234567';

/**
 * A fresh id of the form of a given one: the last twelve letters and digits are drawn anew, each from its
 * own class (hexadecimal stays hexadecimal). A plain number becomes a large one that still fits in 31 bits.
 * Without an id to go by, a random UUID.
 */
export function freshId(like?: string): string {
  if (like === undefined || !/[A-Za-z0-9]/.test(like)) return randomUUID();
  if (/^\d{1,10}$/.test(like)) return String(randomInt(1_900_000_000, 2_147_000_000));
  const hexadecimal = /^[0-9a-f-]{12}$/i.test(like.slice(-12));
  const characters = [...like];
  for (;;) {
    let drawn = 0;
    for (let index = characters.length - 1; index >= 0 && drawn < 12; index--) {
      const alphabet = alphabetOf(characters[index] ?? '', hexadecimal);
      if (alphabet === '') continue;
      characters[index] = alphabet.charAt(randomInt(alphabet.length));
      drawn++;
    }
    const made = characters.join('');
    if (made !== like) return made;
  }
}

function alphabetOf(character: string, hexadecimal: boolean): string {
  const own = hexadecimal ? 'abcdef' : letters;
  if (/[0-9]/.test(character)) return digits;
  if (/[a-z]/.test(character)) return own;
  return /[A-Z]/.test(character) ? own.toUpperCase() : '';
}

/** A lower-case word with digits that is nobody's name: for blocks, fields and models. */
export function freshName(prefix: string): string {
  const letters = Array.from({ length: 4 }, () =>
    String.fromCharCode(97 + Math.floor(Math.random() * 26)),
  ).join('');
  return `${prefix}${letters}${10 + Math.floor(Math.random() * 90)}`;
}
