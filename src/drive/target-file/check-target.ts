import { problemsOf, schemas } from '../../judge/schema';
import { soundChain } from '../../probes/chains';
import type { Target } from '../target';
import { checkBuilders, lookUpUnknown, needsAnswer } from './check-builders';
import { thrownWords } from './thrown';

const aString = { type: 'string', description: 'a string' };
const aFunction = { typeof: 'function', description: 'a function' };
const aPointer = {
  type: 'string',
  pattern: '^(/|$)',
  description: 'a JSON Pointer such as /data/id (or the empty string)',
};
const aLocator = {
  if: { typeof: 'function' },
  else: { ...aPointer, description: `${aPointer.description}, or a function of the answer` },
};
const aboveZero = { type: 'number', exclusiveMinimum: 0, description: 'a number above 0' };
/** A run waits as long: milliseconds would keep it for hours. */
const seconds = { ...aboveZero, maximum: 600, description: 'a number of seconds above 0, at most 600' };
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function fields(properties: Record<string, object>, required: string[] = [], description = 'an object') {
  return { type: 'object', properties, required, additionalProperties: false, description };
}

function lookup(description: string, values: object = aString) {
  return { type: 'object', additionalProperties: values, description };
}

/** A locator, or an object that holds one beside what else is told. */
function placed(properties: Record<string, object>) {
  const anObject = { type: 'object' };
  return { if: anObject, else: aLocator, allOf: [{ if: { not: anObject }, else: fields(properties) }] };
}

const isTarget = schemas.compile<Target>(
  fields(
    {
      headers: {
        if: { typeof: 'function' },
        else: lookup('an object of strings, or a function of the account'),
      },
      text: aFunction,
      messages: {},
      job: fields({ submit: aFunction, id: aLocator, state: aLocator, result: aLocator }),
      workflow: fields(
        {
          blockTypes: {
            type: 'array',
            minItems: 1,
            description: 'a list of block types',
            items: fields(
              {
                name: aString,
                inputs: lookup('an object: input -> kind or kinds', {
                  type: ['string', 'array'],
                  items: aString,
                  description: 'a kind or a list of kinds',
                }),
                outputs: lookup('an object: output field -> kind'),
              },
              ['name', 'inputs', 'outputs'],
            ),
          },
          samples: lookup('an object: kind -> literal', {}),
          submit: aFunction,
          blockName: aFunction,
          longest: { type: 'integer', minimum: 2, description: 'a whole number from 2' },
          runId: aLocator,
        },
        ['blockTypes', 'samples', 'submit'],
      ),
      run: aFunction,
      credits: placed({ at: aLocator, resolution: aboveZero, settlesWithin: seconds }),
      models: placed({ list: aLocator, next: aFunction }),
      patience: fields({ job: seconds, charge: seconds, window: seconds }),
      rateLimit: fields({ calls: aboveZero, seconds: aboveZero }, ['calls', 'seconds'], '{ calls, seconds }'),
      retryDelays: { type: 'array', minItems: 1, items: seconds, description: 'a list of seconds' },
    },
    [],
    'a Target object',
  ),
);

const isRequest = schemas.compile(
  fields(
    {
      method: {
        enum: [...methods, ...methods.map((method) => method.toLowerCase())],
        description: `one of ${methods.join(', ')}`,
      },
      path: { type: 'string', pattern: '^/', description: 'a path that begins with a slash' },
      headers: lookup('an object of strings'),
      body: {},
    },
    ['path'],
  ),
);

/** One line a problem of what a target file exports; none where it is sound. */
export function checkTarget(exported: unknown): string[] {
  if (!isTarget(exported)) return problemsOf(isTarget, 'the default export');
  try {
    const problems = checkRequests(exported);
    return problems.length > 0 ? problems : checkBuilders(exported);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function checkRequests({ text, job, workflow, run, messages }: Target): string[] {
  const sample = { model: 'a', prompt: 'b' };
  const chain = workflow && soundChain(workflow, 2);
  return [
    ...checkRequest('text', text && (() => text(sample))),
    ...checkRequest('job.submit', job?.submit && (() => job.submit?.(sample))),
    ...(workflow && chain ? checkRequest('workflow.submit', () => workflow.submit(chain)) : []),
    ...(run && !needsAnswer(run) ? checkRequest('run', () => lookUpUnknown(run, 'an-id')) : []),
    ...(job && !job.submit && !text ? ['job needs submit, or text beside it'] : []),
    ...(run && !workflow ? ['run needs workflow: nothing else gives a run_id to look up'] : []),
    ...(messages !== undefined && !text ? ['messages needs text: nothing else sends them'] : []),
  ];
}

/** @throws Error with one line a problem of a target, each naming the file, where there is one, and the field */
export function soundTarget(path: string | undefined, target: Target): Target {
  const problems = checkTarget(target);
  if (problems.length > 0)
    throw new Error(problems.map((problem) => `TARGET ${path}: ${problem}`).join('\n'));
  return target;
}

function checkRequest(field: string, make: (() => unknown) | undefined): string[] {
  if (make === undefined) return [];
  try {
    const made = make();
    if (made instanceof Promise) return [`${field} returns a promise: it must return the request itself`];
    if (!isRequest(made)) return problemsOf(isRequest, `${field}()`, `${field}()`);
    const { method, body } = made;
    return body !== undefined && method === undefined
      ? [`${field}() has a body and no method, which is GET: is method: 'POST' missing?`]
      : [];
  } catch (error) {
    return [`${field} threw ${thrownWords(error)}`];
  }
}
