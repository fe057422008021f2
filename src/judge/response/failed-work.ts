import type { Unjudged } from '../data/evidence';
import { at, isObject, type Pointer, walk } from '../data/json';
import { type Answer, body, valuesInAddress } from './answer';
import { readAt } from './read-at';

/** Why a job has no result: its lookup says that it failed. */
export const jobFailed: Unjudged = {
  verdict: 'inconclusive',
  reason: {
    kind: 'words',
    words:
      'each job that was asked for a result failed, as its lookup says: does the cheapest model of this account work?',
  },
};

/** Where a job's state and result are, as far as the target file has pointers to them. */
interface Places {
  state?: Pointer | undefined;
  result?: Pointer | undefined;
}

/** The contract does not show the names of states (part 3). One of these means that work failed. */
const FAILED = /^(fail(ed|ure)?|error(ed)?|cancell?ed|aborted|expired|rejected|time(d[ _-]?)?out)$/i;

const STATE = /(state|status|phase)$/i;

/**
 * Whether the lookup of a job or run says that the work failed: by its state, or by an error in place of its
 * result. The target file says where the state is. Without a pointer, or with one that leads nowhere, it is a
 * field of that name beside the id, beside the result or around them. Elsewhere such words may mean anything:
 * the level of a log line.
 */
export function saysFailed(answer: Answer, { state, result }: Places): boolean {
  const around = objectsAround(answer, result);
  const described = answer.exchange.operation === 'job' ? readAt(answer, 'job.state', state) : undefined;
  const states = described != null ? [described] : around.flatMap(statesIn);
  return states.some(isFailure) || around.some(({ error }) => isError(error));
}

/** The objects that contain the result and the id. */
function objectsAround(answer: Answer, result: Pointer | undefined): Record<string, unknown>[] {
  const json = body(answer);
  const named = valuesInAddress(answer.exchange);
  const isId = ({ name, value }: { name: string; value: unknown }) =>
    /^(job|run)_id$/.test(name) || (/id$/i.test(name) && named.includes(String(value)));
  const id = [...walk(json)].find(isId)?.pointer;
  const above = [result, id].flatMap((pointer) => (pointer === undefined ? '' : pointersAbove(pointer)));
  return [...new Set(above)].map((pointer) => at(json, pointer)).filter(isObject);
}

/** `/data/job/result` -> the empty string, `/data` and `/data/job`. */
function pointersAbove(pointer: Pointer): Pointer[] {
  const steps = pointer.split('/');
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'));
}

function statesIn(holder: Record<string, unknown>): unknown[] {
  return Object.entries(holder).flatMap(([name, value]) => (STATE.test(name) ? [value] : []));
}

function isFailure(state: unknown): boolean {
  const words = isObject(state) ? Object.values(state) : [state];
  return words.some((word) => typeof word === 'string' && FAILED.test(word));
}

function isError(value: unknown): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : typeof value === 'string' && value !== '';
}
