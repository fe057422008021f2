import { described, exactly, lookup, matching, oneOf, shape, text } from '../../../spec/shapes';
import { targetFields } from '../../../spec/target-file';
import { problemsOf, schemas } from '../../judge/data/schema';
import { buildersOf, checkBuilders } from './check-builders';
import type { RequestSpec, Target } from './target';
import { formatThrown } from './thrown';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const isTarget = schemas.compile<Target>(described('a Target object', exactly({}, targetFields)));

const isRequest = schemas.compile<RequestSpec>(
  exactly(
    { path: described('a path that begins with a slash', matching('^/')) },
    {
      method: described(
        `one of ${methods.join(', ')}`,
        oneOf([...methods, ...methods.map((method) => method.toLowerCase())]),
      ),
      headers: described('an object of strings', lookup(described('a string', text))),
      body: shape<unknown>({}),
    },
  ),
);

/** The problems of what a target file exports, one line each; none if it is valid. */
export function checkTarget(exported: unknown): string[] {
  if (!isTarget(exported)) return problemsOf(isTarget, 'the default export');
  try {
    const problems = checkRequests(exported);
    return problems.length > 0 ? problems : checkBuilders(exported);
  } catch (error) {
    return [`a function threw ${formatThrown(error)}`];
  }
}

function checkRequests(target: Target): string[] {
  const { text, job, workflow, run, messages } = target;
  return [
    ...Object.entries(buildersOf(target)).flatMap(([part, build]) => checkRequest(part, build)),
    ...(job && !job.submit && !text ? ['job needs submit, or text beside it'] : []),
    ...(run && !workflow ? ['run needs workflow: nothing else gives a run_id to look up'] : []),
    ...(messages !== undefined && !text ? ['messages needs text: nothing else sends them'] : []),
  ];
}

/** @throws Error with one line for each problem, with the file, if there is one, and the field */
export function soundTarget(path: string | undefined, target: Target): Target {
  const problems = checkTarget(target);
  if (problems.length > 0)
    throw new Error(problems.map((problem) => `TARGET ${path}: ${problem}`).join('\n'));
  return target;
}

function checkRequest(field: string, build: () => unknown): string[] {
  try {
    const made = build();
    if (made instanceof Promise) return [`${field} returns a promise: it must return the request itself`];
    if (!isRequest(made)) return problemsOf(isRequest, `${field}()`, `${field}()`);
    const { method, body } = made;
    return body !== undefined && method === undefined
      ? [`${field}() has a body and no method, which is GET: is method: 'POST' missing?`]
      : [];
  } catch (error) {
    return [`${field} threw ${formatThrown(error)}`];
  }
}
