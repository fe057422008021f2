import { type Work, works } from '../../../spec/works';
import { at, identifierIn, type Pointer } from '../data/json';
import { type Answer, body } from './answer';

/**
 * The value that a part of the target file leads to: what its function returned, or what is at its pointer.
 * @param json the body, if it was parsed in another way
 */
export function readAt(
  answer: Answer,
  part: string,
  pointer?: Pointer,
  json: unknown = body(answer),
): unknown {
  const { read } = answer.exchange;
  if (read && part in read) return read[part];
  return pointer === undefined ? undefined : at(json, pointer);
}

/** The id in a response: where the target file says, or else the first field with its name. */
export function idIn(answer: Answer, what: Work, pointer?: Pointer, json: unknown = body(answer)): unknown {
  const { id: name, idAt: part } = works[what];
  const isPointed = pointer !== undefined || part in (answer.exchange.read ?? {});
  return isPointed ? readAt(answer, part, pointer, json) : identifierIn(json, name);
}
