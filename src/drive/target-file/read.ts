import { partNames, parts } from '../../../spec/target-file';
import { type Answer, isPlacing, parse } from '../../judge/answer';
import type { Exchange, Operation } from '../../judge/evidence';
import { at, identifierIn } from '../../judge/json';
import { idIn } from '../../judge/read-at';
import { locatorOf, pointerOf, type Received, type Target } from '../target';
import { formatThrown } from './thrown';

/**
 * An answer as a function of a target file is given it.
 * @param list its headers, where they are there unmasked
 */
export function receivedOf(
  answer: Pick<Answer, 'status' | 'text' | 'headers'> & Partial<Pick<Answer, 'exchange'>>,
  list = answer.headers ?? answer.exchange?.response?.headers ?? [],
): Received {
  const headers = list.map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    // Anew for each function, which may change it.
    get body() {
      return parse(answer.text);
    },
  };
}

/** What functions of the target file read of an answer, and what those threw that read nothing, by part. */
export type Read = Required<Pick<Exchange, 'read' | 'threw'>>;

/** It is kept, so that the answer can be judged anew. */
export function readBy(target: Target, operation: Operation, received: Received): Read {
  const { job } = target;
  // Whoever is sent on to a job was given one, also where jobs are submitted apart.
  const asJob = job !== undefined && (job.submit === undefined || isPlacing(received));
  const read: Read['read'] = {};
  const threw: Read['threw'] = {};
  for (const part of partNames) {
    const { field, leadsInto, named } = parts[part];
    if (!field || !leadsInto?.includes(operation) || (operation === 'text' && !asJob)) continue;
    const locator = locatorOf(target, field);
    if (typeof locator !== 'function') {
      // Whether this is a success depends on the id alone.
      if (isPlacing(received) && named !== undefined)
        read[part] = (locator ? at(received.body, locator) : identifierIn(received.body, named)) ?? null;
      continue;
    }
    try {
      read[part] = asJson(locator(received));
    } catch (error) {
      // One that expects another shape: there may be no result yet, or the function is wrong.
      read[part] = null;
      threw[part] = formatThrown(error);
    }
  }
  return { read, threw };
}

/** The id of the work that a served submission began, where its answer tells one. */
export function workIdIn({ job, workflow }: Target, answer: Answer): string | undefined {
  const id =
    answer.exchange.operation === 'workflow'
      ? idIn(answer, 'run_id', pointerOf(workflow?.runId))
      : idIn(answer, 'job_id', pointerOf(job?.id));
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** As a record keeps it; what a function returned may be its own, and change. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null) ?? 'null');
}

/**
 * What an exchange keeps of it.
 * @param mask of what was thrown, which may repeat what the function was given
 */
export function storedRead(
  { read, threw }: Read,
  mask: (text: string) => string,
): Pick<Exchange, 'read' | 'threw'> {
  const masked = Object.entries(threw).map(([part, words]) => [part, mask(words)]);
  return {
    ...(Object.keys(read).length > 0 && { read }),
    ...(masked.length > 0 && { threw: Object.fromEntries(masked) }),
  };
}
