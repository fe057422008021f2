import { randomInt, randomUUID } from 'node:crypto';
import { withAt } from './characters';
import { type Family, family, type Probe, probe, probesIn } from './family';
import { extendedFamilies, oneEditFamilies, type Syntax, truncatedFamilies } from './near';

/** Characters that every alphabet of ids has: those that base 32 and base 58 leave out are not among them. */
const letters = 'abcdefghjkmnpqrstvwxyz';
const digits = '234567';

/**
 * A new id of the same form: the last twelve letters and digits become random ones of the same class, so that
 * hexadecimal stays hexadecimal. A plain number becomes a number of nine digits, which fits in 31 bits.
 * Without an id, a random UUID.
 */
export function freshId(like?: string): string {
  if (like === undefined || !/[A-Za-z0-9]/.test(like)) return randomUUID();
  const first = prefixOf(like);
  const rest = like.slice(first.length);
  // After a word, or with a few digits, there may be no letters by chance. The new id has as many digits, and
  // is a number that the service has not reached yet.
  const fixed = rest.startsWith('0') || /[a-z]$/i.test(first) || /^\d{6,8}$/.test(rest);
  if (isCount(rest) && !fixed) return first + randomInt(900_000_000, 1_000_000_000);
  if (isCount(rest))
    return (
      first + (rest.startsWith('9') ? '8' : '9') + Array.from(rest.slice(1), () => oneOf(digits)).join('')
    );
  const ends = signsFrom(like, /[A-Za-z0-9]/.test(rest) ? first.length : 0).slice(-RANDOM);
  let made = like;
  while (made === like)
    made = ends.reduce((text, at) => withAt(text, at, oneOf(alphabetOf(text.charAt(at)))), like);
  return made;
}

const oneOf = (alphabet: string) => alphabet.charAt(randomInt(alphabet.length));

/** The indexes of the letters and digits from this one on. */
const signsFrom = (id: string, from: number) =>
  [...id].flatMap((sign, at) => (at < from || alphabetOf(sign) === '' ? [] : [at]));

/** How many letters and digits at the end of an id are assumed to be random, so that no neighbouring id exists. */
const RANDOM = 12;

/**
 * A prefix that all ids of a service may have, with a year or a date after it: `job_`, `job-`, `run4b6c`,
 * `JOB-2026-`, `2026/11/25/`, `20261125T0930-`.
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

/** The letters a to f replace each other only, since an id of any length may be hexadecimal. */
function alphabetOf(character: string): string {
  const own = /[a-f]/i.test(character) ? 'abcdef' : letters;
  if (/[0-9]/.test(character)) return digits;
  if (/[a-z]/.test(character)) return own;
  return /[A-Z]/.test(character) ? own.toUpperCase() : '';
}

/** A lower-case word with digits that nothing on the target has as its name: for blocks, fields and models. */
export function freshName(prefix: string): string {
  let name = prefix;
  for (let letter = 0; letter < 4; letter++) name += String.fromCharCode(97 + Math.floor(Math.random() * 26));
  return `${name}${10 + Math.floor(Math.random() * 90)}`;
}

/** The name of a block without the part that `freshName` chose at random, so that runs can be compared. */
export function withoutRandomPart(name: string): string {
  return name.replace(/(?<=^step)[a-z]{4}\d{2}$/, '');
}

/** The indexes of the random part of an id, if it has one. */
function placesOf(id: string): number[] {
  const tail = id.match(/[A-Za-z0-9-]*$/)?.[0] ?? '';
  const own = signsFrom(id, Math.max(prefixOf(id).length, id.length - tail.length));
  const signs = own.map((at) => id.charAt(at)).join('');
  // Counted numbers have neighbours, with or without a date before them. So may a word of a few characters.
  return own.length < RANDOM || isNumber(signs) || !/\d/.test(signs) ? [] : own;
}

/**
 * The indexes of the random part at which every character of the class may occur. Elsewhere there may be a
 * time, a checksum, or the version and variant of a UUID.
 */
function freePlacesOf(id: string): number[] {
  const own = placesOf(id);
  if (!own.every((at) => /[0-9a-f]/i.test(id.charAt(at)))) return own.slice(-RANDOM);
  return own.length === 32 ? own.filter((_, index) => index !== 12 && index !== 16) : own;
}

/** Base64 as a lenient decoder reads it: it skips other characters and ends at the padding. */
const bytesOf = (text: string) => Buffer.from(text.replace(/=.*/s, ''), 'base64').toString('latin1');

/** Whether an id is text in base64, or has padding like base64. */
const isBase64 = (id: string) =>
  /^[\w+/-]{8,}={0,2}$/.test(id) &&
  (id.endsWith('=') || /^[\x20-\x7e]+$/.test(bytesOf(id)) || /^(?=.*[a-z])(?=.*[A-Z]).{22}$/.test(id));

const changedAt = (id: string, at: number): Probe => {
  const own = id.charAt(at);
  const others = (alphabet: string) =>
    [...alphabet].filter((sign) => sign.toLowerCase() !== own.toLowerCase());
  // The last base64 digit may contain bits that decoders ignore.
  const isRead = (sign: string) => bytesOf(withAt(id, at, sign)) !== bytesOf(id);
  const alphabets = [alphabetOf(own), ...(isBase64(id) ? [letters] : [])].map(others);
  const alphabet =
    alphabets.map((signs) => signs.filter(isRead)).find((signs) => signs.length > 0) ?? alphabets[0] ?? [];
  return probe(`character ${at + 1} changed`, withAt(id, at, alphabet[at % alphabet.length] ?? ''));
};

function agreeing(id: string, length: number): Probe {
  const made = freePlacesOf(id)
    .filter((at) => at >= length)
    .reduce((text, at) => changedAt(text, at).value, id);
  return probe(`other characters from character ${length + 1} on`, made);
}

/** A new ID with each of these signs at the beginning of its random part. Its end must be random. */
function otherFirst(id: string, signs: string): Probe[] {
  const [first] = placesOf(id);
  if (first === undefined) return [];
  return [...signs].map((sign) =>
    probe(`a random ID of the same format, beginning with ${sign}`, withAt(freshId(id), first, sign)),
  );
}

/** The first and the last of them, then all. */
const endsFirst = (places: number[]): number[] => [...places.slice(0, 1), ...places.slice(-1), ...places];

/**
 * jobs.lookup.unknown, runs.lookup.unknown: ids that have the form of the target's ids but are not the target's, made
 * from one of them.
 */
export const unknownIds: Family[] = [
  family('random ID of the same format', { everywhere: 1, once: 1 }, (id) => [
    probe('a random ID of the same format', freshId(id)),
    ...(isHexadecimal(id) ? otherFirst(id, `0123456789${/[A-F]/.test(id) ? 'ABCDEF' : 'abcdef'}`) : []),
  ]),
  family('one character changed', { everywhere: 2, once: 2 }, (id) =>
    endsFirst(freePlacesOf(id)).map((at) => changedAt(id, at)),
  ),
  family('same beginning, random rest', { once: 2 }, (id) =>
    endsFirst(freePlacesOf(id)).map((at) => agreeing(id, at)),
  ),
];

/** Without dots, slashes (encoded or not), percent signs, < and >, since proxies treat these specially. */
const kind: Syntax = {
  signs: `-_~!$&'()*+,;=:@|^ "[]{}\``,
  longest: 900,
};
const named = (texts: string[]) => texts.map((text) => probe(JSON.stringify(text), text));

/**
 * jobs.lookup.odd, runs.lookup.odd: ids that are not made from an id of the target and that no service needs to accept. They must not be
 * accepted, and must not cause a server error.
 */
export const oddIds: Family[] = [
  family('not an ID', { everywhere: 2, once: 7 }, () => [
    probe('a random UUID', randomUUID()),
    probe('a number', '999999999'),
    ...named(['null', 'undefined', '0', '-1', '작업']),
    ...named('nil none NaN true false test [] {} ид ジョブ 😀'.split(' ')),
  ]),
  family('special characters', { everywhere: 1, once: 5 }, () => {
    const foreign = ['é', 'ß', '한', '日', 'ж', '😀'];
    return [
      probe('with every special character', `a${kind.signs}${foreign.join('')}b`),
      ...[...'\'"$*', ...kind.signs, ...foreign].map((sign) => probe(`with ${sign}`, `a${sign}b`)),
    ];
  }),
  family('very long', { everywhere: 1, once: 2 }, () =>
    [980, 200, 64, 100, 128, 256, 300, 512, 700].map((length) =>
      probe(`${length} characters`, 'a'.repeat(length)),
    ),
  ),
];

/** Ids as they appear in a path, each with a control character. The first and the last of ASCII come first. */
export const controlIds = 'a%00b a%7Fb a%1Bb a%09b a%0Ab a%0Db a%08b a%07b'.split(' ');

/** Ids as they appear in a path that proxies rewrite, or reject themselves. */
export const idsInFront = (): string[] => [
  ...'a%2Fb a%00b a%0Ab ..%2Fcredits %2e%2e%2Fcredits a%5Cb a%0D%0Ax-a:%20b a%09 a%7F'.split(' '),
  ...'a%25 a%2525 a%3Fb=c a%23b a;b=c a.json a%3Cb%3E %24ne 1%20or%201=1'.split(' '),
  'a'.repeat(2000),
];

/**
 * Whether an edited id may refer to an id of the same account: the same id with white space around it, with
 * accents or letters that a database compares as equal, another counted number, or the same number, UUID,
 * ULID or base64 text as a server parses it.
 */
function mayBeOwn(id: string, edit: string): boolean {
  if (edit.trim() === id || collated(edit) === collated(id)) return true;
  const first = prefixOf(id);
  const [own = '', other = ''] = [id, edit].map((text) => text.replace(first, ''));
  if (isNumber(id.slice(first.length))) return /^\d*$/.test(other.replace(/[^a-z0-9]/gi, ''));
  if ((isBase64(id) && bytesOf(id) === bytesOf(edit)) || (isBase64(own) && bytesOf(own) === bytesOf(other)))
    return true;
  // The prefix is split off first; the rest is parsed strictly.
  const signs = first === '' ? /[^a-z0-9]/gi : /[-{}]/g;
  const [uuid, same] = [own, other].map((text) => text.replace(signs, ''));
  return uuid === same && /^(?:[0-9a-f]{32}|[0-9a-hjkmnp-tv-z]{26})$/i.test(uuid ?? '');
}

/** A text as a database with an accent-insensitive collation compares it. */
const collated = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

/** The probes of an edit family that are certainly no id of the same account. */
export const noneOwn = (made: Family): Family => ({
  ...made,
  probes: (id) => made.probes(id).filter(({ value }) => !mayBeOwn(id, value)),
});

/** Whatever stands before the random part of an id: `job_`. */
const headOf = (id: string) => id.slice(0, placesOf(id)[0] ?? 0);

const changedBeginnings = (id: string): Probe[] =>
  [...headOf(id)].map((sign, at) => {
    const instead = /[a-z]/i.test(sign) ? (sign === 'x' ? 'y' : 'x') : sign === '_' ? '-' : '_';
    return probe(`character ${at + 1} changed`, withAt(id, at, instead));
  });

/** An ID in other forms: wrapped, encoded, with other punctuation or another prefix. */
function respelled(id: string): Probe[] {
  const head = headOf(id);
  const tail = id.slice(head.length);
  const hyphens = (text: string) => text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const prefixes = head === '' ? [] : ['', 'job_', 'run_', 'id_', 'task_', 'job-', 'run-'];
  const others = probesIn({
    ...Object.fromEntries(
      ['{}', '""', "''", '()', '[]'].map(([first = '', last = '']) => [
        `between ${first} and ${last}`,
        first + id + last,
      ]),
    ),
    'last character replaced by _': `${id.slice(0, -1)}_`,
    'end replaced by *': `${id.slice(0, -3)}*`,
    reversed: [...id].reverse().join(''),
    'in base64': Buffer.from(id).toString('base64url'),
    'in hexadecimal': Buffer.from(id).toString('hex'),
    'with the hyphens of a UUID': hyphens(id.replace(/[-_]/g, '')),
    'after its prefix, with the hyphens of a UUID': head + hyphens(tail.replace(/-/g, '')),
    'without punctuation': id.replace(/[^a-z0-9]/gi, ''),
    '- and _ swapped': id.replace(/[-_]/g, (sign) => (sign === '-' ? '_' : '-')),
    'zeros prepended': `000${id}`,
    'zeros inserted after its prefix': `${head}00${tail}`,
    ...Object.fromEntries(
      prefixes.flatMap((other) => {
        const how = `prefix ${other === '' ? 'removed' : `replaced by ${other}`}`;
        return [
          [how, other + tail],
          [`${how}, rest in capitals`, other + tail.toUpperCase()],
        ];
      }),
    ),
  });
  return id.length < 2 ? [] : others.filter(({ value }) => value.toLowerCase() !== id.toLowerCase());
}

const near: Family[] = [
  family('another beginning', { once: 2 }, (id) => {
    const free = freePlacesOf(id);
    return [
      ...changedBeginnings(id),
      ...placesOf(id).flatMap((at) => (free.includes(at) ? [] : changedAt(id, at))),
      ...(isHexadecimal(id) ? [] : otherFirst(id, letters + letters.toUpperCase() + digits)),
    ];
  }),
  ...oneEditFamilies(kind),
  ...truncatedFamilies(),
  family('another form of the ID', {}, respelled),
  ...extendedFamilies(kind),
];

/** jobs.lookup.odd, runs.lookup.odd: ids that differ slightly from an id of the target and have another form. */
export const nearIds: Family[] = near.map(noneOwn);
