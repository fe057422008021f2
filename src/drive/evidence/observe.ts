import { isObject, kindOf, shapeOf } from '../../judge/data/json';
import { type Answer, body, errorOf } from '../../judge/response/answer';
import { headerNames } from '../../judge/response/indistinguishable';
import { withoutRandomPart } from '../../probes/ids';
import { currentEvidence } from './recorder';

/** Records a response that the check only observes. */
function recordObservation({ exchange }: Answer): void {
  const evidence = currentEvidence();
  evidence.observed = [...(evidence.observed ?? []), exchange.id];
}

/** Records what the contract does not show: the status and the shape of the body, without values. */
export function observe(what: string, answer: Answer): void {
  recordObservation(answer);
  const { code } = errorOf(answer);
  const json = body(answer);
  const shape = json === undefined ? answer.contentType || 'no body' : shapeOf(json, withoutRandomPart);
  currentEvidence().observations[what] =
    `${answer.status}${code ? ` ${code}` : ''}, ${isObject(json) || Array.isArray(json) ? shape : kindOf(json)}`;
}

/** Records whether a header was present, without its value. */
export function observeHeader(name: string, answer: Answer): void {
  recordObservation(answer);
  currentEvidence().observations[`${answer.status} ${name}`] = headerNames(answer).includes(name)
    ? 'there'
    : 'absent';
}
