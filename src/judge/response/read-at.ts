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

export function partOfId(name: string): 'job.id' | 'workflow.runId' {
  return name === 'job_id' ? 'job.id' : 'workflow.runId';
}

/** The id in a response: where the target file says, or else the first field with its name. */
export function idIn(answer: Answer, name: string, pointer?: Pointer, json: unknown = body(answer)): unknown {
  const part = partOfId(name);
  const isPointed = pointer !== undefined || part in (answer.exchange.read ?? {});
  return isPointed ? readAt(answer, part, pointer, json) : identifierIn(json, name);
}
