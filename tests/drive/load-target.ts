import { pathToFileURL } from 'node:url';
import { isObject, kindOf } from '../engine/json';
import { inProject } from './settings';
import type { RequestSpec, Target } from './target';

/**
 * Reads a target file.
 * @param path of a TypeScript or JavaScript module, relative to the project
 * @throws Error with one line a problem, each naming the file and the field
 */
export async function loadTarget(path: string): Promise<Target> {
  let exported: unknown;
  try {
    exported = await importFile(inProject(path));
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0];
    throw new Error(`TARGET ${path} cannot be loaded: ${reason}`);
  }
  const problems = checkTarget(exported);
  if (problems.length > 0)
    throw new Error(problems.map((problem) => `TARGET ${path}: ${problem}`).join('\n'));
  return exported as Target;
}

/** By `require`, since the loader that reads TypeScript has no hand in `import()`; a pure ES module needs that. */
async function importFile(path: string): Promise<unknown> {
  const module: unknown = /\.m[jt]s$/.test(path) ? await import(pathToFileURL(path).href) : require(path);
  if (isObject(module) && module.__esModule && !('default' in module)) return undefined;
  let value = module;
  while (isObject(value) && 'default' in value) value = value.default;
  return value;
}

type Check = (value: unknown, field: string) => string[];

const mustBe =
  (what: string, holds: (value: unknown) => boolean): Check =>
  (value, field) =>
    holds(value) ? [] : [`${field} must be ${what}, not ${kindOf(value)}`];

const aFunction = mustBe('a function', (value) => typeof value === 'function');
const aPointer = mustBe('a JSON Pointer such as /data/id (or the empty string)', (value) => {
  return typeof value === 'string' && /^(\/|$)/.test(value);
});
const words = (value: unknown) => typeof value === 'string' || (Array.isArray(value) && value.every(isWord));
const isWord = (value: unknown) => typeof value === 'string';
const aRecord = (what: string, holds: (value: unknown) => boolean) =>
  mustBe(what, (value) => isObject(value) && Object.values(value).every(holds));
const anything: Check = () => [];
const positive = (value: unknown) => typeof value === 'number' && value > 0;

const fields: Record<string, Check> = {
  headers: aRecord('an object of strings', isWord),
  text: aFunction,
  messages: anything,
  job: (value, field) =>
    checkFields(value, field, { submit: aFunction, id: aPointer, state: aPointer, result: aPointer }),
  workflow: (value, field) => [
    ...checkFields(value, field, {
      blockTypes: checkBlockTypes,
      samples: mustBe('an object: kind -> literal', isObject),
      submit: aFunction,
      blockName: aFunction,
      longest: mustBe('a whole number from 2', (value) => Number.isInteger(value) && Number(value) >= 2),
      runId: aPointer,
    }),
    ...(isObject(value)
      ? ['blockTypes', 'samples', 'submit']
          .filter((name) => value[name] === undefined)
          .map((name) => `${field}.${name} is missing`)
      : []),
  ],
  run: aFunction,
  credits: aPointer,
  models: aPointer,
  rateLimit: mustBe('{ calls, seconds }, both above 0', (value) => {
    return isObject(value) && positive(value.calls) && positive(value.seconds);
  }),
  retryDelays: mustBe(
    'a list of seconds',
    (value) => Array.isArray(value) && value.length > 0 && value.every(positive),
  ),
};

/** One line a problem of what a target file exports; none where it is sound. */
export function checkTarget(exported: unknown): string[] {
  if (!isObject(exported)) return [`the default export must be a Target object, not ${kindOf(exported)}`];
  const problems = checkFields(exported, '', fields);
  if (problems.length > 0) return problems;
  const target = exported as Target;
  return [
    ...(target.text ? checkRequest('text', () => target.text?.({ model: 'a', prompt: 'b' })) : []),
    ...(target.job?.submit
      ? checkRequest('job.submit', () => target.job?.submit?.({ model: 'a', prompt: 'b' }))
      : []),
    ...(target.workflow ? checkRequest('workflow.submit', () => target.workflow?.submit([])) : []),
    ...(target.run
      ? checkRequest('run', () => target.run?.('an-id', { status: 200, headers: {}, body: {} }))
      : []),
    ...(target.job && !target.job.submit && !target.text ? ['job needs submit, or text beside it'] : []),
  ];
}

function checkFields(value: unknown, field: string, checks: Record<string, Check>): string[] {
  if (!isObject(value)) return [`${field} must be an object, not ${kindOf(value)}`];
  const prefix = field === '' ? '' : `${field}.`;
  return Object.entries(value).flatMap(([name, child]) => {
    if (child === undefined) return [];
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined)
      return [`${prefix}${name} is unknown: ${Object.keys(checks).join(', ')} are known`];
    return check(child, prefix + name);
  });
}

function checkBlockTypes(value: unknown, field: string): string[] {
  if (!Array.isArray(value) || value.length === 0) return [`${field} must be a list of block types`];
  return value.flatMap((type, index) => {
    const at = `${field}[${index}]`;
    const missing = ['name', 'inputs', 'outputs'].filter((name) => !isObject(type) || !(name in type));
    if (missing.length > 0) return missing.map((name) => `${at}.${name} is missing`);
    return checkFields(type, at, {
      name: mustBe('a string', isWord),
      inputs: aRecord('an object: input -> kind or kinds', words),
      outputs: aRecord('an object: output field -> kind', isWord),
    });
  });
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function checkRequest(field: string, make: () => RequestSpec | undefined): string[] {
  let made: unknown;
  try {
    made = make();
  } catch (error) {
    return [`${field} threw: ${error instanceof Error ? error.message : String(error)}`];
  }
  if (made instanceof Promise) return [`${field} returns a promise: it must return the request itself`];
  return checkFields(made, `${field}()`, {
    method: mustBe(`one of ${methods.join(', ')}`, (value) => methods.includes(String(value).toUpperCase())),
    path: mustBe(
      'a path that begins with a slash',
      (value) => typeof value === 'string' && value.startsWith('/'),
    ),
    headers: aRecord('an object of strings', isWord),
    body: anything,
  }).concat(isObject(made) && !('path' in made) ? [`${field}().path is missing`] : []);
}
