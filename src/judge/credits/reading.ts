import { asNumber, at, type Pointer, walk } from '../data/json';
import { type Answer, digitsOf, isAccepted } from '../response/answer';

/**
 * The remaining credits in a response of GET /v1/credits, with the digits as received: the last ones of a long number show
 * what was spent. The value that a function of the target file read, the one at the pointer, or the only number or numeric
 * string; null if there is none.
 */
export function readingOf(answer: Answer, pointer?: Pointer): string | null {
  if (!isAccepted(answer)) return null;
  const read = answer.exchange.read?.credits;
  const json = digitsOf(answer);
  const found = pointer !== undefined ? [at(json, pointer)] : [...walk(json)].map(({ value }) => value);
  const numbers = (read !== undefined ? [read] : found).filter((value) => asNumber(value) !== undefined);
  return numbers.length === 1 ? String(numbers[0]).trim() : null;
}
