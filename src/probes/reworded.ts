import { isObject } from '../judge/json';

/** Words that may well be other words. */
const prose = /^\p{L}[\p{L} .,!?'-]*$/u;
/** Several: a single one beside others may be a role or a type. */
const sentence = /^\p{L}[\p{L}.,!?'-]* [\p{L} .,!?'-]*$/u;

/** A copy of a value with these words added to whatever of it is prose. */
export function reworded(value: unknown, more: string, words = prose): unknown {
  if (typeof value === 'string') return words.test(value) ? value + more : value;
  if (Array.isArray(value)) return value.map((each) => reworded(each, more, sentence));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, reworded(each, more, sentence)]),
  );
}
