import { isObject } from '../judge/data/json';

/** Values that are prose, and may be rephrased. */
const prose = /^\p{L}[\p{L} .,!?'-]*$/u;
/** Prose has several words: a single word may be a role or a type. */
const sentence = /^\p{L}[\p{L}.,!?'-]* [\p{L} .,!?'-]*$/u;

/** A copy of a value with these words appended to all prose in it. */
export function reworded(value: unknown, more: string, words = prose): unknown {
  if (typeof value === 'string') return words.test(value) ? value + more : value;
  if (Array.isArray(value)) return value.map((each) => reworded(each, more, sentence));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, reworded(each, more, sentence)]),
  );
}
