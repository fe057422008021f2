import { randomInt, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { withAt } from './characters';
import type { Family, Probe } from './family';
import { cutShort, exchanged, headless, leftOut, longer, putIn, twice } from './near';

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
  const [first] = prefixOf(like);
  const rest = like.slice(first.length);
  const large = String(randomInt(1_900_000_000, 2_147_000_000));
  if (isCount(rest)) return first + (rest.startsWith('0') ? `9${large}`.slice(0, rest.length) : large);
  const hexadecimal = isHexadecimal(like);
  const characters = [...like];
  const from = /[A-Za-z0-9]/.test(rest) ? first.length : 0;
  for (;;) {
    let drawn = 0;
    for (let index = characters.length - 1; index >= from && drawn < RANDOM; index--) {
      const alphabet = alphabetOf(characters[index] ?? '', hexadecimal);
      if (alphabet === '') continue;
      characters[index] = alphabet.charAt(randomInt(alphabet.length));
      drawn++;
    }
    const made = characters.join('');
    if (made !== like) return made;
  }
}

/** So many letters and digits at the end of an id are held to be drawn at random: no neighbour of it exists. */
const RANDOM = 12;

/** A word that every id of a service may begin with, by which it knows them: `job_`, `job-`, `run4b6c`. */
const prefixOf = (id: string) => /^(?:[a-z]+[-_.:])*(?:[a-z]*[g-z][a-z]*(?=\d))?/i.exec(id) ?? [''];

const isCount = (text: string) => /^\d{1,10}$/.test(text);

const isHexadecimal = (id: string) => /^[0-9a-f-]{12}$/i.test(id.slice(-12));

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

/**
 * The places at which another character makes another id of the same form that nobody was given: those of the random
 * part, where there is one. A UUID tells its version and variant at two others.
 */
function placesOf(id: string): number[] {
  const hexadecimal = isHexadecimal(id);
  const found = [...id].flatMap((sign, at) => (alphabetOf(sign, hexadecimal) === '' ? [] : [at]));
  const tail = id.match(/[A-Za-z0-9-]*$/)?.[0] ?? '';
  const [first] = prefixOf(id);
  const own = found.filter((at) => at >= Math.max(first.length, id.length - tail.length));
  const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id);
  const told = uuid ? [id.length - 22, id.length - 17] : [];
  // A number that counts has neighbours, and so has a word of a few characters.
  return own.length < RANDOM || !/[A-Za-z]/.test(tail) || !/\d/.test(tail)
    ? []
    : own.filter((at) => !told.includes(at));
}

const changedAt = (id: string, at: number): Probe => {
  const alphabet = [...alphabetOf(id.charAt(at), isHexadecimal(id))].filter(
    (sign) => sign.toLowerCase() !== id.charAt(at).toLowerCase(),
  );
  return {
    words: `character ${at + 1} changed`,
    value: withAt(id, at, alphabet[at % alphabet.length] ?? ''),
  };
};

function agreeing(id: string, length: number): Probe {
  const made = placesOf(id)
    .filter((at) => at >= length)
    .reduce((text, at) => changedAt(text, at).value, id);
  return { words: `other characters from the ${length + 1}. on`, value: made };
}

/** Ids of the form that the target gives, which it did not give: made from one of its own. */
export const unknownIds: Family[] = [
  {
    name: 'another id of the same form',
    classic: (id) => [{ words: 'of the same form', value: freshId(id) }],
    drawn: () => null,
  },
  {
    name: 'a character changed',
    classic: (id) =>
      placesOf(id)
        .filter((_, index, all) => index === 0 || index === all.length - 1)
        .map((at) => changedAt(id, at)),
    every: (id) => placesOf(id).map((at) => changedAt(id, at)),
    drawn: (id) =>
      placesOf(id).length === 0 ? null : fc.constantFrom(...placesOf(id)).map((at) => changedAt(id, at)),
  },
  {
    name: 'its start with another end',
    drawn: (id) =>
      placesOf(id).length === 0 ? null : fc.constantFrom(...placesOf(id)).map((at) => agreeing(id, at)),
  },
];

const odd = (words: string, value: string): Probe => ({ words, value });

/** No dot nor slash, encoded or not, nor a percent sign: front ends make something else of them. */
const kind = { signs: `-_~!$&'()*+,;=:@|^ "<>`, places: placesOf };

/** Ids that no service need take for one of its own, made of none: never served, and no failure of the server either. */
export const oddIds: Family[] = [
  {
    name: 'no id',
    classic: () => [
      odd('a random UUID', randomUUID()),
      odd('a number', '999999999'),
      odd('a quote', "job'1"),
      odd('in Korean', '작업'),
    ],
    drawn: () =>
      fc
        .constantFrom('null', 'undefined', 'test', 'none', '0', '-1', '*', '1 or 1=1', 'ид', 'ジョブ')
        .map((text) => odd(JSON.stringify(text), text)),
  },
  {
    name: 'very long',
    classic: () => [odd('200 characters', 'a'.repeat(200))],
    every: () => [64, 128, 256, 512, 900].map((length) => odd(`${length} characters`, 'a'.repeat(length))),
    drawn: () =>
      fc.integer({ min: 60, max: 900 }).map((length) => odd(`${length} characters`, 'a'.repeat(length))),
  },
];

/**
 * Whether an edit of an id may mean an id of the same account: another number that counts, or the same number or UUID
 * as a server that parses it reads it.
 */
function mayBeOwn(id: string, edit: string): boolean {
  const [first] = prefixOf(id);
  const [own, other] = [id, edit].map((text) => text.replace(first, '').replace(/[^a-z0-9]/gi, ''));
  if (isCount(id.slice(first.length))) return /^\d*$/.test(other ?? '');
  return own === other && /^[0-9a-f]{32}$/i.test(own ?? '');
}

/** The members of a family of edits that are surely no id of the same account. */
function noneOwn(family: Family): Family {
  const { every } = family;
  const isOther = (id: string) => (probe: Probe) => !mayBeOwn(id, probe.value);
  return {
    ...family,
    ...(every && { every: (id) => every(id).filter(isOther(id)) }),
    drawn(id) {
      const members = family.drawn(id);
      const some = members !== null && fc.sample(members, { seed: 1, numRuns: 20 }).some(isOther(id));
      return some ? members.filter(isOther(id)) : null;
    },
  };
}

const near: Family[] = [
  leftOut(kind),
  twice(kind),
  putIn(kind),
  exchanged(kind),
  {
    ...cutShort,
    every: (id) => cutShort.every?.(id).filter(({ value }) => value.length >= id.length / 2) ?? [],
    drawn: (id) =>
      cutShort
        .drawn(id)
        ?.map((probe) =>
          probe.value.length >= id.length / 2
            ? probe
            : odd('its first half', id.slice(0, Math.ceil(id.length / 2))),
        ) ?? null,
  },
  headless,
  {
    name: 'spelt in another way',
    drawn: (id) =>
      fc
        .constantFrom<[string, string]>(
          ['in braces', `{${id}}`],
          ['in quotes', `"${id}"`],
          ['backwards', [...id].reverse().join('')],
          ['in base64', Buffer.from(id).toString('base64url')],
          [
            'with hyphens as a UUID',
            id.replace(/[-_]/g, '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
          ],
          ['without signs', id.replace(/[^a-z0-9]/gi, '')],
          ['with other signs', id.replace(/[-_]/g, (sign) => (sign === '-' ? '_' : '-'))],
          ['after zeros', `000${id}`],
        )
        .filter(([, text]) => text !== id)
        .map(([words, text]) => odd(words, text)),
  },
  ...longer(kind),
];

/** Ids that are almost one that the target gave, and of another form. */
export const nearIds: Family[] = near.map(noneOwn);
