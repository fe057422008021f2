import { type Answer, body, errorOf } from '../../judge/answer';
import { headerNames } from '../../judge/indistinguishable';
import { isObject, kindOf, shapeOf } from '../../judge/json';
import { withoutRandomPart } from '../../probes/ids';
import { currentEvidence } from './recorder';

/** What was seen of this answer is kept: that is all that is asked of it. */
function noteObserved({ exchange }: Answer): void {
  const evidence = currentEvidence();
  evidence.observed = [...(evidence.observed ?? []), exchange.id];
}

/** Keeps what was seen of a thing that the contract does not show: the status and the shape, no values. */
export function observe(what: string, answer: Answer): void {
  noteObserved(answer);
  const { code } = errorOf(answer);
  const json = body(answer);
  const shape = json === undefined ? answer.contentType || 'no body' : shapeOf(json, withoutRandomPart);
  currentEvidence().observations[what] =
    `${answer.status}${code ? ` ${code}` : ''}, ${isObject(json) || Array.isArray(json) ? shape : kindOf(json)}`;
}

/** Keeps whether a header was there, not its value. */
export function observeHeader(name: string, answer: Answer): void {
  noteObserved(answer);
  currentEvidence().observations[`${answer.status} ${name}`] = headerNames(answer).includes(name)
    ? 'there'
    : 'absent';
}
