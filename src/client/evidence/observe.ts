import { mergedObservations } from '../../judge/data/evidence';
import { isObject, kindOf, shapeOf } from '../../judge/data/json';
import { type Answer, body, errorOf } from '../../judge/response/answer';
import { headerNames } from '../../judge/response/indistinguishable';
import { withoutRandomPart } from '../../probes/ids';
import type { CheckSession } from './recorder';

/** Records what a response shows that the check only observes. */
function recordObservation({ evidence }: CheckSession, name: string, shown: string): void {
  evidence.observations = mergedObservations([evidence.observations, { [name]: [shown] }]);
}

/** Records what the contract does not show: the status and the shape of the body, without values. */
export function observe(session: CheckSession, what: string, answer: Answer): void {
  const { code } = errorOf(answer);
  const json = body(answer);
  const shape = json === undefined ? answer.contentType || 'no body' : shapeOf(json, withoutRandomPart);
  const kind = isObject(json) || Array.isArray(json) ? shape : kindOf(json);
  recordObservation(session, what, `${answer.status}${code ? ` ${code}` : ''}, ${kind}`);
}

/** Records whether a header was present, without its value. */
export function observeHeader(session: CheckSession, name: string, answer: Answer): void {
  const isThere = headerNames(answer).includes(name);
  recordObservation(session, `${answer.status} ${name}`, isThere ? 'there' : 'absent');
}
