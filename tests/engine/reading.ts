import type { Shown } from '../drive/matchers';
import type { Pointer } from '../drive/target';
import { type Answer, body, isServed } from './answer';
import { difference } from './decimal';
import { asNumber, at, doubted, numbersAsWritten, walk } from './json';
import { parse } from './judge';

/** What GET /v1/credits shows: the remaining number where it is known which one that is, and the whole body. */
export interface Reading {
  /** As the answer spells it: the last digits of a long number tell what was spent. */
  amount: string | null;
  whole: string;
}

/** A reading of an answer, or null where the credits could not be read. */
export function readingOf(answer: Answer, pointer?: Pointer): Reading | null {
  if (!isServed(answer)) return null;
  return { amount: amountIn(answer, pointer) ?? null, whole: answer.text ?? '' };
}

/** Two readings of the same credits: by the number where it is known, else by the whole body. */
export function sameCredits(a: Reading, b: Reading): boolean {
  return a.amount !== null && b.amount !== null ? difference(a.amount, b.amount) === 0 : a.whole === b.whole;
}

export function spoken(reading: Reading): string {
  return reading.amount === null ? 'a body without a known number' : `${reading.amount} credits`;
}

/** At the pointer, or the only number or numeric string in the answer. */
function amountIn(answer: Answer, pointer?: Pointer): string | undefined {
  const json = parse(answer.text === null ? null : numbersAsWritten(answer.text));
  const values = pointer !== undefined ? [at(json, pointer)] : [...walk(json)].map(({ value }) => value);
  const numbers = values.filter((value) => asNumber(value) !== undefined);
  return numbers.length === 1 ? String(numbers[0]).trim() : undefined;
}

/** A number or numeric string is in the answer: at the pointer, or anywhere (contract 4). */
export function remainingCredits(pointer?: Pointer): (answer: Answer) => Shown {
  return (answer) => {
    const expected = `a number or numeric string${pointer === undefined ? '' : ` at ${pointer || 'the top'}`}`;
    const found =
      pointer === undefined ? [...walk(body(answer))].map(({ value }) => value) : [at(body(answer), pointer)];
    const met = isServed(answer) && found.some((value) => asNumber(value) !== undefined);
    return { met, expected, received: met ? 'one' : `${answer.status}, none`, ...doubted(met, pointer) };
  };
}
