import { randomInt } from 'node:crypto';

/** Probes made from a key. Each keeps the key's form and is never the key itself. */

const classes = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

/** Another character of the same class, half the class away: never the same bits of a base64 digit. */
function other(character: string): string {
  const own = classes.find((letters) => letters.includes(character));
  if (own === undefined) return character === 'x' ? 'y' : 'x';
  return own.charAt((own.indexOf(character) + own.length / 2) % own.length);
}

function fresh(character: string): string {
  const own = classes.find((letters) => letters.includes(character));
  return own === undefined ? character : own.charAt(randomInt(own.length));
}

/**
 * One character changed for another of its class.
 * @param place 0 is the start, 1 the end; the very last characters are left alone, since a base64 digit
 *   there may carry no meaning
 */
export function withOneCharacterChanged(key: string, place: number): string {
  const index = Math.max(0, Math.min(key.length - 4, Math.round(place * (key.length - 1))));
  return key.slice(0, index) + other(key.charAt(index)) + key.slice(index + 1);
}

/** Upper case for lower and the reverse; null for a key without letters. */
export function withCaseChanged(key: string): string | null {
  const changed = [...key]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
  return changed === key ? null : changed;
}

/** A random key of the same form: prefix, separators, length and classes of characters are kept. */
export function ofTheSameForm(key: string): string {
  const prefix = /^[A-Za-z]+[-_](?:[A-Za-z]+[-_])*/.exec(key)?.[0] ?? '';
  const body = [...key.slice(prefix.length)];
  for (;;) {
    const made = prefix + body.map(fresh).join('');
    if (made !== key) return made;
    if (!/[A-Za-z0-9]/.test(body.join(''))) return `${key}x`;
  }
}

const kept = {
  half: (length: number) => Math.ceil(length / 2),
  most: (length: number) => Math.max(1, length - 4),
  'all but one': (length: number) => length - 1,
};

/** The first half of the key, the key less its last four characters, and less its last one. */
export function cutOff(key: string, keep: keyof typeof kept): string {
  return key.slice(0, kept[keep](key.length));
}
