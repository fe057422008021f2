import { escapeRegExp } from '../data/escape-reg-exp';
import type { Connection, Expectation } from '../data/expectation';
import { type Answer, errorOf } from './answer';

/** Words for the positions 1 to 5, in the languages of servers seen so far. */
const ordinals: [place: number, words: RegExp][] = [
  [1, /\bfirst\b|첫\s?번째/iu],
  [2, /\bsecond\b|두\s?번째/iu],
  [3, /\bthird\b|세\s?번째/iu],
  [4, /\bfourth\b|네\s?번째/iu],
  [5, /\bfifth\b|다섯\s?번째/iu],
];
const last = /\blast\b|마지막/iu;
/** A number, or an ordinal in digits: `3`, `3rd`, `3e`, `1ère`. */
const count = /(?<![A-Za-z0-9])\d+(?=(?:st|nd|rd|th|er|[eè]re?|[eè]me|e)?(?![A-Za-z0-9]))/g;
/** Digits that are not positions: dates and times. */
const moment = /\d{4}-\d\d-\d\d|\d\d?:\d\d(?::\d\d)?(?:[.,]\d+)?/g;

/** A faulty workflow, and its rejection. */
interface Rejected extends Pick<Answer, 'status' | 'reading' | 'exchange'> {
  chain: { blocks: readonly { name: string }[]; connection: Connection };
}

/**
 * The message of a rejection names a block or field at an end of the faulty connection.
 * @param elsewhere the rejection of the same fault at another connection
 * @param position whether the position of such a block is enough
 */
export function namesConnection(
  rejected: Rejected & { elsewhere?: Rejected | undefined },
  position: boolean,
): Extract<Expectation, { kind: 'names connection' }> {
  const { chain, elsewhere } = rejected;
  const { connection, blocks } = chain;
  const ends = [connection.consumer, connection.source];
  return {
    kind: 'names connection',
    connection,
    others: blocks.map(({ name }) => name).filter((name) => !ends.includes(name)),
    positions: blocks.flatMap(({ name }, index) => (ends.includes(name) ? index + 1 : [])),
    position,
    ...(elsewhere && {
      elsewhere: wordsOf(rejected) === wordsOf(elsewhere) ? 'same' : isNamed(elsewhere) ? 'named' : 'unnamed',
    }),
  };
}

/** Whether the message names the faulty connection, and not another one. */
function isNamed(rejected: Rejected): boolean {
  const { connection, others, positions } = namesConnection(rejected, false);
  const how = classifyMessage(errorOf(rejected).message ?? '', connection, others, positions);
  return how === 'names' || how === 'position';
}

/**
 * How a message identifies the faulty connection (contract 2.1): by the name of a block or field at one of
 * its ends, by the position of such a block, by naming only another connection, or not at all. A field whose
 * name is an ordinary word counts if it is set off from prose (in quotes, after punctuation, before an
 * arrow), or if the field at the other end is named too: `from score to text`.
 * @param others names of the blocks at neither end
 * @param positions positions of the blocks at both ends, from 1
 */
export function classifyMessage(
  message: string,
  { consumer, source, field, input }: Connection,
  others: readonly string[],
  positions: readonly number[],
): 'names' | 'position' | 'another' | 'nothing' {
  // A name ends where ASCII letters end: Korean appends particles directly.
  const says = (word: string, before = '(?<![A-Za-z0-9])', after = '(?![A-Za-z0-9])', flags = 'u') =>
    new RegExp(before + escapeRegExp(word) + after, flags).test(message);
  // In another alphabet than that of the names, no word of prose can be a name.
  const isForeign = /(?!\p{Script=Latin})\p{L}/u.test(message);
  // If blocks are named by numbers, a number in a message may be a position that is counted differently.
  const names = (block: string) => !/^\d+$/.test(block) && says(block, undefined, undefined, 'iu');
  const setOff = (word: string) =>
    ((/\d|[-_]/.test(word) || isForeign) && says(word)) ||
    says(word, '(?![-_,;])[\\p{P}\\p{S}]') ||
    says(word, '^', '(?= ?[:：])') ||
    says(word, undefined, '(?= ?(?:[=→⇒]|-[->]))') ||
    says(word, '(?:[=→⇒]|->) ');
  if (names(consumer) || names(source)) return 'names';
  if (others.some(names)) return 'another';
  if (setOff(field) || setOff(input) || (field !== input && says(field) && says(input))) return 'names';
  const numbers = (message.replace(moment, ' ').match(count) ?? []).map(Number);
  const places = ordinals.flatMap(([place, words]) => (words.test(message) ? place : []));
  // A position may be counted from 0.
  const meant = numbers.some((number) => positions.includes(number) || positions.includes(number + 1));
  const blocks = others.length + positions.length;
  if (last.test(message)) places.push(blocks);
  return meant || places.some((place) => positions.includes(place)) ? 'position' : 'nothing';
}

/** Parts that differ from request to request: times, long numbers, ids. */
const noise = /^(?:\d{4,}|(?=.*\d)(?=.*[a-z])[\w-]{6,}|[0-9a-f-]{8,})$/i;

/** The share of the words of a request, in their order, by which a message repeats the request. */
const MOST = 0.8;

/**
 * What a message says about a workflow, whatever the names of its blocks: each is its place. If the message repeats the
 * workflow, only where it has words besides it counts.
 */
function wordsOf({ exchange, chain: { blocks }, ...answer }: Rejected): string {
  const places = new Map(blocks.map(({ name }, index) => [name.toLowerCase(), `block ${index + 1}`]));
  const inPlaces = (words: string) =>
    words.replace(anyOf([...places.keys()]), (name) => ` ${places.get(name.toLowerCase())} `);
  const split = (words: string) => words.match(/[\p{L}\d_-]+/gu) ?? [];
  const message = errorOf(answer).message ?? '';
  const words = split(inPlaces(message.slice(0, LONGEST).replace(moment, ' ')));
  const sent = split(inPlaces((exchange.request.body ?? '').slice(0, LONGEST)));
  let [at, repeated] = [0, 0];
  const own = words.map((word) => {
    // It may leave out a few.
    const skipped = sent.slice(at, at + 3).indexOf(word);
    if (skipped < 0) return word;
    at += skipped + 1;
    repeated += 1;
    return 'sent';
  });
  const isRepeated = sent.length > 0 && repeated >= MOST * sent.length;
  return (isRepeated ? own : words).filter((word) => !noise.test(word)).join(' ');
}

const LONGEST = 10_000;

/** Any of these names, the longest first, where no letter or digit of ASCII is beside it. */
const anyOf = (names: readonly string[]) =>
  new RegExp(
    `(?<![A-Za-z0-9])(?:${names
      .toSorted((a, b) => b.length - a.length)
      .map(escapeRegExp)
      .join('|')})(?![A-Za-z0-9])`,
    'giu',
  );
