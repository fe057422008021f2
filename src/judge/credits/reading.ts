import { asNumber, asWritten, at, isObject, type Pointer, walk } from '../data/json';
import { type Answer, isAccepted } from '../response/answer';
import { difference } from './decimal';

/** A response of GET /v1/credits: the remaining credits if it is known which number that is, and the whole body. */
export interface Reading {
  /** The digits as received: the last ones of a long number show what was spent. */
  amount: string | null;
  whole: string;
}

/** The reading in a response; null if the credits could not be read. */
export function readingOf(answer: Answer, pointer?: Pointer): Reading | null {
  if (!isAccepted(answer)) return null;
  return { amount: amountIn(answer, pointer) ?? null, whole: answer.text ?? '' };
}

/** Whether two readings are equal: by the number if it is known, else by the whole body in any order of fields. */
export function sameCredits(a: Reading, b: Reading): boolean {
  if (a.amount !== null && b.amount !== null) return difference(a.amount, b.amount) === 0;
  return a.whole === b.whole || inOrder(a.whole) === inOrder(b.whole);
}

/** The text, with the fields of its objects by name where it is JSON that is not nested without end. */
function inOrder(text: string): string {
  const byName = (_: string, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  try {
    return JSON.stringify(asWritten(text).value, byName) ?? text;
  } catch {
    return text;
  }
}

/** The value at the pointer, or the only number or numeric string in the response. */
function amountIn(answer: Answer, pointer?: Pointer): string | undefined {
  const read = answer.exchange.read?.credits;
  if (read !== undefined) return asNumber(read) === undefined ? undefined : String(read).trim();
  const json = asWritten(answer.text ?? '').value;
  const values = pointer !== undefined ? [at(json, pointer)] : [...walk(json)].map(({ value }) => value);
  const numbers = values.filter((value) => asNumber(value) !== undefined);
  return numbers.length === 1 ? String(numbers[0]).trim() : undefined;
}
