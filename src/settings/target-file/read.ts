import { partNames, parts } from '../../../spec/target-file';
import type { Exchange, Operation } from '../../judge/data/evidence';
import { at, identifierIn } from '../../judge/data/json';
import { type Answer, body, digitsOf, isPlacing } from '../../judge/response/answer';
import { idIn } from '../../judge/response/read-at';
import { idAt, locatorOf, pointerOf, type Received, type Target } from './target';
import { formatThrown } from './thrown';

export function receivedOf(answer: Answer): Received {
  const { headers: all = [] } = answer.exchange.response ?? {};
  const headers = all.map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    // A new copy for each function, which may change it.
    get body() {
      return structuredClone(body(answer));
    },
  };
}

/** What functions of the target file returned for a response, and what they threw, by part. */
type Read = Required<Pick<Exchange, 'read' | 'threw'>>;

/** It is recorded so that the response can be judged again. */
export function readBy(target: Target, operation: Operation, received: Received): Read {
  const { job } = target;
  // A redirect to a job has its id, even if jobs are submitted at another operation.
  const asJob = job !== undefined && (job.submit === undefined || isPlacing(received));
  const read: Read['read'] = {};
  const threw: Read['threw'] = {};
  for (const part of partNames) {
    const { field, leadsInto, named } = parts[part];
    if (!field || !leadsInto?.includes(operation) || (operation === 'text' && !asJob)) continue;
    const locator = locatorOf(target, field);
    if (typeof locator !== 'function') {
      // Only the id says whether this is a success.
      if (isPlacing(received) && named !== undefined)
        read[part] = (locator ? at(received.body, locator) : identifierIn(received.body, named)) ?? null;
      continue;
    }
    try {
      read[part] = asJson(locator(received));
    } catch (error) {
      // The function expects another shape: either there is no result yet, or the function is wrong.
      read[part] = null;
      threw[part] = formatThrown(error);
    }
  }
  return { read, threw };
}

/** The id of the work that an accepted submission started, if its response contains one. */
export function workIdIn(target: Target, answer: Answer): string | undefined {
  // Requests name it as it is written: a long number has more digits than a parsed one.
  const what = answer.exchange.operation === 'workflow' ? 'run' : 'job';
  const id = idIn(answer, what, pointerOf(idAt(target, what)), digitsOf(answer));
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** A copy for the record: the object that a function returned may change. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null) ?? 'null');
}

export function storedRead({ read, threw }: Read): Pick<Exchange, 'read' | 'threw'> {
  return {
    ...(Object.keys(read).length > 0 && { read }),
    ...(Object.keys(threw).length > 0 && { threw }),
  };
}
