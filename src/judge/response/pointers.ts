import { isObject, type Pointer, walk } from '../data/json';
import { type Answer, body, valuesInAddress } from './answer';

/** True for the id that was looked up, and for a value with it in place of a state. */
export function isTheId(value: unknown, { exchange }: Answer, part: string): boolean {
  const named = valuesInAddress(exchange);
  const values = part === 'job.state' ? [...walk(value)].map((each) => each.value) : [value];
  return values.some((each) => typeof each === 'string' && each !== '' && named.includes(each));
}

/** True for a pointer to a field of this name. */
export function isNamed(pointer: Pointer | undefined, name: string): boolean {
  return pointer?.split('/').at(-1) === name;
}

/** The pointers to such values in a response, the first few. */
export function pointersIn(
  answer: Answer,
  holds: (each: { name: string; value: unknown }) => boolean,
): Pointer[] {
  const found = [...walk(body(answer))].filter((each) => holds(each) && !isObject(each.value));
  return found.slice(0, 3).map(({ pointer }) => pointer);
}
