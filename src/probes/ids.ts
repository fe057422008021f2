import { randomInt, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { withAt } from './characters';
import { countable, type Family, type Probe, probe } from './family';
import { edited, longer, pieces, type Syntax } from './near';

/** What every alphabet of ids has: without the letters and digits that base 32 or base 58 leaves out. */
const letters = 'abcdefghjkmnpqrstvwxyz';
const digits = '234567';

/**
 * A fresh id of the form of a given one: the last twelve letters and digits are drawn anew, each from its
 * own class (hexadecimal stays hexadecimal). A plain number becomes a large one of nine digits, which fits in 31 bits.
 * Without an id to go by, a random UUID.
 */
export function freshId(like?: string): string {
  if (like === undefined || !/[A-Za-z0-9]/.test(like)) return randomUUID();
  const first = prefixOf(like);
  const rest = like.slice(first.length);
  // Behind a word alone, or of some digits, it may be chance that no letter follows: as many digits, and a number that
  // is not reached yet.
  const fixed = rest.startsWith('0') || /[a-z]$/i.test(first) || /^\d{6,8}$/.test(rest);
  if (isCount(rest) && !fixed) return first + randomInt(900_000_000, 1_000_000_000);
  if (isCount(rest)) {
    const replaced = Array.from(rest.slice(1), () => digits.charAt(randomInt(digits.length)));
    return first + (rest.startsWith('9') ? '8' : '9') + replaced.join('');
  }
  const characters = [...like];
  const from = /[A-Za-z0-9]/.test(rest) ? first.length : 0;
  for (;;) {
    let replaced = 0;
    for (let index = characters.length - 1; index >= from && replaced < RANDOM; index--) {
      const alphabet = alphabetOf(characters[index] ?? '');
      if (alphabet === '') continue;
      characters[index] = alphabet.charAt(randomInt(alphabet.length));
      replaced++;
    }
    const made = characters.join('');
    if (made !== like) return made;
  }
}

/** How many letters and digits at the end of an id are held to be drawn at random: no neighbour of it exists. */
const RANDOM = 12;

/**
 * A word that every id of a service may begin with, by which it knows them, and a year or a date behind it: `job_`,
 * `job-`, `run4b6c`, `JOB-2026-`, `2026/11/25/`, `20261125T0930-`.
 */
const prefixOf = (id: string) => {
  const [word = ''] = /^(?:(?:[a-z]+[-_.:])+|[a-z]*[g-z][a-z]*(?=\d))?/i.exec(id) ?? [];
  const [date = ''] =
    /^20\d\d(?:([-_.:/]?)[01]\d(?:\1[0-3]\d(?:T?\d{4,6}Z?)?)?)?[-_.:/]/.exec(id.slice(word.length)) ?? [];
  return word + date;
};

const isCount = (text: string) => /^\d{1,10}$/.test(text);
const isNumber = (text: string) => /^[^a-z]*\d[^a-z]*$/i.test(text);

const isHexadecimal = (id: string) => /^[0-9a-f-]{12}$/i.test(id.slice(-12));

/** The letters a to f are exchanged for each other: an id of any length may be hexadecimal. */
function alphabetOf(character: string): string {
  const own = /[a-f]/i.test(character) ? 'abcdef' : letters;
  if (/[0-9]/.test(character)) return digits;
  if (/[a-z]/.test(character)) return own;
  return /[A-Z]/.test(character) ? own.toUpperCase() : '';
}

/** A lower-case word with digits that is nobody's name: for blocks, fields and models. */
export function freshName(prefix: string): string {
  let name = prefix;
  for (let letter = 0; letter < 4; letter++) name += String.fromCharCode(97 + Math.floor(Math.random() * 26));
  return `${name}${10 + Math.floor(Math.random() * 90)}`;
}

/** A name by which runs are compared: that of a block without what `freshName` drew. */
export function withoutRandomPart(name: string): string {
  return name.replace(/(?<=^step)[a-z]{4}\d{2}$/, '');
}

/** The places of the random part of an id, where there is one. */
function placesOf(id: string): number[] {
  const found = [...id].flatMap((sign, at) => (alphabetOf(sign) === '' ? [] : [at]));
  const tail = id.match(/[A-Za-z0-9-]*$/)?.[0] ?? '';
  const first = prefixOf(id);
  const own = found.filter((at) => at >= Math.max(first.length, id.length - tail.length));
  const signs = own.map((at) => id.charAt(at)).join('');
  // A number that counts has neighbours, a date before it or not, and so has a word of a few characters.
  return own.length < RANDOM || isNumber(signs) || !/\d/.test(signs) ? [] : own;
}

/**
 * Those of them at which every sign of their class may stand: elsewhere there may be a time, a sum, or of a UUID the
 * version and the variant.
 */
function freePlacesOf(id: string): number[] {
  const own = placesOf(id);
  if (!own.every((at) => /[0-9a-f]/i.test(id.charAt(at)))) return own.slice(-RANDOM);
  return own.length === 32 ? own.filter((_, index) => index !== 12 && index !== 16) : own;
}

/** What a lenient reader makes of base64: it passes over other signs, and ends where the padding begins. */
const bytesOf = (text: string) => Buffer.from(text.replace(/=.*/s, ''), 'base64').toString('latin1');

/** Whether an id is some text in base64, or padded as this is. */
const isBase64 = (id: string) =>
  /^[\w+/-]{8,}={0,2}$/.test(id) &&
  (id.endsWith('=') || /^[\x20-\x7e]+$/.test(bytesOf(id)) || /^(?=.*[a-z])(?=.*[A-Z]).{22}$/.test(id));

const changedAt = (id: string, at: number): Probe => {
  const own = id.charAt(at);
  const others = (alphabet: string) =>
    [...alphabet].filter((sign) => sign.toLowerCase() !== own.toLowerCase());
  // The last digit of base64 may hold bits that nobody reads.
  const isRead = (sign: string) => bytesOf(withAt(id, at, sign)) !== bytesOf(id);
  const alphabets = [alphabetOf(own), ...(isBase64(id) ? [letters] : [])].map(others);
  const alphabet =
    alphabets.map((signs) => signs.filter(isRead)).find((signs) => signs.length > 0) ?? alphabets[0] ?? [];
  return {
    words: `character ${at + 1} changed`,
    value: withAt(id, at, alphabet[at % alphabet.length] ?? ''),
  };
};

function agreeing(id: string, length: number): Probe {
  const made = freePlacesOf(id)
    .filter((at) => at >= length)
    .reduce((text, at) => changedAt(text, at).value, id);
  return { words: `other characters from the ${length + 1}. on`, value: made };
}

const HEXADECIMAL = '0123456789ABCDEF';

/** Every letter or digit that an id of these may begin with, where its end is random. */
function otherFirst(id: string, signs: string): Probe[] {
  const [first] = placesOf(id);
  if (first === undefined) return [];
  return [...signs].map((sign) => ({
    words: `of the same form, beginning with ${sign}`,
    value: withAt(freshId(id), first, sign),
  }));
}

/** Ids of the form that the target gives, which it did not give: made from one of its own. */
export const unknownIds: Family[] = [
  countable(
    'another id of the same form',
    (id) =>
      isHexadecimal(id) ? otherFirst(id, /[A-F]/.test(id) ? HEXADECIMAL : HEXADECIMAL.toLowerCase()) : [],
    (id) => [{ words: 'of the same form', value: freshId(id) }],
  ),
  countable(
    'a character changed',
    (id) => freePlacesOf(id).map((at) => changedAt(id, at)),
    (id) =>
      freePlacesOf(id)
        .filter((_, index, all) => index === 0 || index === all.length - 1)
        .map((at) => changedAt(id, at)),
  ),
  {
    name: 'its start with another end',
    sampled(id) {
      const free = freePlacesOf(id);
      return free.length === 0 ? null : fc.constantFrom(...free).map((at) => agreeing(id, at));
    },
  },
];

/** No dot nor slash, encoded or not, nor a percent sign, and no < nor >: front ends make something else of them. */
const kind: Syntax = {
  signs: `-_~!$&'()*+,;=:@|^ "[]{}\``,
  fits: (id) => id.length > 1,
  longest: 900,
  sent: (letter) => letter,
};
const foreign = ['é', 'ß', '한', '日', 'ж', '😀'];
const nobodys = 'null undefined nil none NaN true false test 0 -1 [] {}'.split(' ');

/** Ids that no service need take for one of its own, made of none: never served, and no failure of the server either. */
export const oddIds: Family[] = [
  countable(
    'no id',
    () => [
      ...nobodys.map((text) => probe(JSON.stringify(text), text)),
      ...['작업', 'ид', 'ジョブ', '😀'].map((text) => probe(JSON.stringify(text), text)),
    ],
    () => [probe('a random UUID', randomUUID()), probe('a number', '999999999')],
  ),
  countable(
    'with odd signs',
    () => [...kind.signs, ...foreign].map((sign) => probe(`with ${sign} in it`, `a${sign}b`)),
    () => [probe('with every sign in it', `a${kind.signs}${foreign.join('')}b`)],
  ),
  countable(
    'very long',
    () =>
      [64, 100, 128, 200, 256, 300, 512, 700].map((length) =>
        probe(`${length} characters`, 'a'.repeat(length)),
      ),
    () => [probe('980 characters', 'a'.repeat(980))],
  ),
];

/** Ids as they stand in a path, each with a control character in it: the first and the last of ASCII come first. */
export const controlIds = 'a%00b a%7Fb a%1Bb a%09b a%0Ab a%0Db a%08b a%07b'.split(' ');

/** Ids as they stand in a path, of which front ends make something else, or for which they answer themselves. */
export const idsInFront = (): string[] => [
  ...'a%2Fb a%00b a%0Ab ..%2Fcredits %2e%2e%2Fcredits a%5Cb a%0D%0Ax-a:%20b a%09 a%7F'.split(' '),
  ...'a%25 a%2525 a%3Fb=c a%23b a;b=c a.json a%3Cb%3E %24ne 1%20or%201=1'.split(' '),
  'a'.repeat(2000),
];

/**
 * Whether an edit of an id may mean an id of the same account: the same with white space around it, or with accents or
 * in letters that a database compares as equal, another number that counts, or the same number, UUID, ULID or text in
 * base64 as a server that parses it reads it.
 */
function mayBeOwn(id: string, edit: string): boolean {
  if (edit.trim() === id || collated(edit) === collated(id)) return true;
  const first = prefixOf(id);
  const [own = '', other = ''] = [id, edit].map((text) => text.replace(first, ''));
  if (isNumber(id.slice(first.length))) return /^\d*$/.test(other.replace(/[^a-z0-9]/gi, ''));
  if ((isBase64(id) && bytesOf(id) === bytesOf(edit)) || (isBase64(own) && bytesOf(own) === bytesOf(other)))
    return true;
  // What follows a prefix is taken apart from it first, and read strictly.
  const signs = first === '' ? /[^a-z0-9]/gi : /[-{}]/g;
  const [uuid, same] = [own, other].map((text) => text.replace(signs, ''));
  return uuid === same && /^(?:[0-9a-f]{32}|[0-9a-hjkmnp-tv-z]{26})$/i.test(uuid ?? '');
}

/** A text as a database sorts it that takes letters for their base. */
const collated = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

/** The members of a family of edits that are surely no id of the same account. */
export function noneOwn(family: Family): Family {
  const others = (make: Family['every']) =>
    make && ((id: string) => make(id).filter(({ value }) => !mayBeOwn(id, value)));
  const [every, classic] = [others(family.every), others(family.classic)];
  return {
    name: family.name,
    ...(every && { every }),
    ...(classic && { classic }),
    sampled(id) {
      const members = family.sampled?.(id) ?? null;
      const isOther = ({ value }: Probe) => !mayBeOwn(id, value);
      const some = members !== null && fc.sample(members, { seed: 1, numRuns: 20 }).some(isOther);
      return some ? members.filter(isOther) : null;
    },
  };
}

/** Whatever stands before the random part of an id: `job_`. */
const headOf = (id: string) => id.slice(0, placesOf(id)[0] ?? 0);

const near: Family[] = [
  countable('another beginning', (id) => {
    const free = freePlacesOf(id);
    return [
      ...[...headOf(id)].flatMap((sign, at) => {
        const instead = /[a-z]/i.test(sign) ? (sign === 'x' ? 'y' : 'x') : sign === '_' ? '-' : '_';
        return probe(`character ${at + 1} changed`, withAt(id, at, instead));
      }),
      ...placesOf(id).flatMap((at) => (free.includes(at) ? [] : changedAt(id, at))),
      ...(isHexadecimal(id) ? [] : otherFirst(id, letters + letters.toUpperCase() + digits)),
    ];
  }),
  ...edited(kind),
  ...pieces(kind),
  countable('spelt in another way', (id) => {
    const head = headOf(id);
    const tail = id.slice(head.length);
    const hyphens = (text: string) => text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const others: [string, string][] = [
      ...['{}', '""', "''", '()', '[]'].map((pair): [string, string] => [
        `between ${pair.charAt(0)} and ${pair.charAt(1)}`,
        pair.charAt(0) + id + pair.charAt(1),
      ]),
      ['with _ for its last character', `${id.slice(0, -1)}_`],
      ['with * for its end', `${id.slice(0, -3)}*`],
      ['backwards', [...id].reverse().join('')],
      ['in base64', Buffer.from(id).toString('base64url')],
      ['in hexadecimal', Buffer.from(id).toString('hex')],
      ['with hyphens as a UUID', hyphens(id.replace(/[-_]/g, ''))],
      ['its end with hyphens as a UUID', head + hyphens(tail.replace(/-/g, ''))],
      ['without signs', id.replace(/[^a-z0-9]/gi, '')],
      ['with other signs', id.replace(/[-_]/g, (sign) => (sign === '-' ? '_' : '-'))],
      ['after zeros', `000${id}`],
      ['its end after zeros', `${head}00${tail}`],
      ...(head === ''
        ? []
        : ['', 'job_', 'run_', 'id_', 'task_', 'job-', 'run-'].flatMap((other): [string, string][] => [
            [`with ${other || 'nothing'} before its end`, other + tail],
            [`with ${other || 'nothing'} before its end, in capitals`, other + tail.toUpperCase()],
          ])),
    ];
    return others
      .filter(([, text]) => kind.fits?.(id) && text.toLowerCase() !== id.toLowerCase())
      .map(([words, text]) => probe(words, text));
  }),
  ...longer(kind),
];

/** Ids that are almost one that the target gave, and of another form. */
export const nearIds: Family[] = near.map(noneOwn);
