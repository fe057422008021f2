import { type Answer, body } from './answer';
import { at, identifierIn, type Pointer } from './json';

/**
 * The value that a part of the target file leads to: what its function read, or what stands at its pointer, or the
 * first field of this name.
 * @param json the body, where it was read otherwise
 */
export function located(
  answer: Answer,
  part: string,
  pointer?: Pointer,
  name?: string,
  json: unknown = body(answer),
): unknown {
  const { read } = answer.exchange;
  if (read && part in read) return read[part];
  if (pointer !== undefined) return at(json, pointer);
  return name === undefined ? undefined : identifierIn(json, name);
}
