import { type Answer, body, isServed } from './answer';
import { asNumber, at, walk } from './json';
import type { Shown } from './matchers';
import type { Pointer } from './target';

/** What GET /v1/credits shows: the remaining number where it is known which one that is, and the whole body. */
export interface Reading {
  amount: number | null;
  whole: string;
}

/** A reading of an answer, or null where the credits could not be read. */
export function readingOf(answer: Answer, pointer?: Pointer): Reading | null {
  if (!isServed(answer)) return null;
  return { amount: amountIn(answer, pointer) ?? null, whole: answer.text ?? '' };
}

/** Two readings of the same credits: by the number where it is known, else by the whole body. */
export function sameCredits(a: Reading, b: Reading): boolean {
  return a.amount !== null && b.amount !== null ? a.amount === b.amount : a.whole === b.whole;
}

export function spoken(reading: Reading): string {
  return reading.amount === null ? 'a body without a known number' : `${reading.amount} credits`;
}

/** At the pointer, or the only number or numeric string in the answer. */
function amountIn(answer: Answer, pointer?: Pointer): number | undefined {
  if (pointer !== undefined) return asNumber(at(body(answer), pointer));
  const numbers = [...walk(body(answer))].flatMap(({ value }) => asNumber(value) ?? []);
  return numbers.length === 1 ? numbers[0] : undefined;
}

/** A number or numeric string is in the answer: at the pointer, or anywhere (contract 4). */
export function remainingCredits(pointer?: Pointer): (answer: Answer) => Shown {
  return (answer) => {
    const expected = `a number or numeric string${pointer === undefined ? '' : ` at ${pointer || 'the top'}`}`;
    const found =
      pointer === undefined ? [...walk(body(answer))].map(({ value }) => value) : [at(body(answer), pointer)];
    const met = isServed(answer) && found.some((value) => asNumber(value) !== undefined);
    return { met, expected, received: met ? 'one' : `${answer.status}, none` };
  };
}
