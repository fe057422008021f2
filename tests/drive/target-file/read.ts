import { type Answer, isPlacing, parse } from '../../engine/answer';
import type { Operation } from '../../engine/evidence';
import { at, identifierIn } from '../../engine/json';
import { idIn } from '../../engine/located';
import { creditsAt, type Locator, modelsAt, pointerOf, type Received, type Target } from '../target';

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

/** What the functions of the target file read of an answer, by part: kept, so that it can be judged anew. */
export function readBy(target: Target, operation: Operation, received: Received): Record<string, unknown> {
  const { job, workflow } = target;
  // Whoever is sent on to a job was given one, also where jobs are submitted apart.
  const asJob = job !== undefined && (job.submit === undefined || isPlacing(received));
  const submits = operation === 'submit' || (operation === 'text' && asJob);
  const locators: [part: string, is: boolean, locator: Locator | undefined][] = [
    ['models', operation === 'models', modelsAt(target)],
    ['credits', operation === 'credits', creditsAt(target)],
    ['job.id', submits, job?.id],
    ['job.state', operation === 'job', job?.state],
    ['job.result', operation === 'job', job?.result],
    ['workflow.runId', operation === 'workflow', workflow?.runId],
  ];
  const read: Record<string, unknown> = {};
  for (const [part, is, locator] of locators) {
    if (!is) continue;
    if (typeof locator !== 'function') {
      // Whether this is a success depends on the id alone.
      const name = { 'job.id': 'job_id', 'workflow.runId': 'run_id' }[part];
      if (isPlacing(received) && name !== undefined)
        read[part] = (locator ? at(received.body, locator) : identifierIn(received.body, name)) ?? null;
      continue;
    }
    try {
      read[part] = locator(received) ?? null;
    } catch {
      // A function that expects another shape has read nothing.
      read[part] = null;
    }
  }
  return read;
}

/** The id of the work that a served submission began, where its answer tells one. */
export function workIdIn({ job, workflow }: Target, answer: Answer): string | undefined {
  const id =
    answer.exchange.operation === 'workflow'
      ? idIn(answer, 'run_id', pointerOf(workflow?.runId))
      : idIn(answer, 'job_id', pointerOf(job?.id));
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
