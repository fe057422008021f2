import { knownOperations } from '../../spec/contract';
import { knownIds, patternOf } from '../../spec/operations';
import { pointerTo } from '../../spec/pointer';
import { asNumber, isObject } from '../judge/data/json';
import { isTier } from '../judge/response/models';
import type { Endpoint } from './operations';
import { type Place, placesIn, unknownIn } from './unknown';
import { type Workflow, workflowIn } from './workflow';
import {
  codeOf,
  type Draft,
  headersOf,
  inputsIn,
  type Part,
  runRequest,
  submission,
  textRequest,
  withAt,
} from './write';

/** The prefix of the contract's paths (part 4) in all paths of the target. */
export function prefixOf(operations: readonly Endpoint[]): string {
  const known = operations.flatMap(({ method, path }) => {
    const paths = knownIds.filter((id) => knownOperations[id].method === method);
    const pattern = paths.map((id) => new RegExp(`${patternOf(id)}$`)).find((each) => each.test(path));
    return pattern === undefined ? [] : [path.replace(pattern, '')];
  });
  return known[0] ?? '';
}

type Tell = (line: string) => void;

/**
 * Drafts the target file from the operations of a target: each part as far as they show it.
 * @param tell receives one line for each part: what it is, or that it was not found
 * @returns the parts, and the function `asStep` that a workflow needs
 */
export function draftOf(operations: readonly Endpoint[], tell: Tell): { draft: Draft; asStep?: string } {
  const prefix = prefixOf(operations);
  const below = operations.filter(({ path }) => path.startsWith(`${prefix}/`));
  const isCommon = (name: string) => below.every(({ headers }) => name in headers);
  const headersIn = ({ headers }: Endpoint, common: boolean) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => isCommon(name) === common));
  const all = below.map((each) => ({
    ...each,
    path: each.path.slice(prefix.length),
    headers: headersIn(each, false),
  }));
  const read = (path: RegExp) => all.find((each) => each.method === 'GET' && path.test(each.path));

  const draft: Draft = {};
  const common = headersOf(below[0] ? headersIn(below[0], true) : {});
  if (Object.keys(common).length > 0)
    draft.headers = { code: `() => (${codeOf(common)})`, missing: unknownIn(common) };
  const text = chosen('text', all, tell);
  if (text) draft.text = textRequest(text);

  const job = chosen('job', all, tell);
  if (job) {
    const lookup = read(/^\/v1\/jobs\/\{[^}]+\}$/);
    draft.job = {
      ...(job !== text && { submit: textRequest(job) }),
      id: pointer('job.id', job, [isId('job_id')], tell),
      state: pointer('job.state', lookup, [isState], tell),
      result: pointer('job.result', lookup, [isResult], tell),
    };
  }

  const start = chosen('workflow', all, tell);
  const found = start && workflowOf(start);
  if (found) {
    const { blockTypes, samples, path, blocks } = found.workflow;
    draft.workflow = {
      blockTypes: { code: codeOf(blockTypes), missing: [] },
      samples: { code: codeOf(samples), missing: [] },
      submit: submission(
        start,
        withAt(found.body, path, () => blocks),
      ),
      runId: pointer('workflow.runId', start, [isId('run_id')], tell),
    };
    const run = chosen('run', all, tell);
    if (run) draft.run = runRequest(run, runIdIn(run) ?? '');
  }

  const balance = pointer('credits', read(/^\/v1\/credits$/), balances, tell);
  draft.credits = balance && { ...balance, code: `{ at: ${balance.code}, settlesWithin: 10 }` };
  draft.models = pointer('models', read(/^\/v1\/models$/), [isModels, isList], tell);
  return { draft, ...(found && { asStep: found.workflow.asStep }) };
}

const NEVER = -1;

const isAboutJobs = ({ path }: Endpoint) => /\b(?:jobs?|tasks?|async)\b/i.test(path);
const gives = ({ response }: Endpoint, id: string) => placesIn(response()).some(({ name }) => name === id);

const inputsOf = ({ bodies }: Endpoint) => new Set(bodies.flatMap((each) => inputsIn(each)?.has ?? []));

/** How much an operation looks like that of a part; below zero if it does not. */
const scores: Record<'text' | 'job' | 'workflow' | 'run', (operation: Endpoint) => number> = {
  text(operation) {
    const { size } = inputsOf(operation);
    if (size === 0) return NEVER;
    const isJob = isAboutJobs(operation) || gives(operation, 'job_id');
    const isOther = /image|video|audio|speech|transcri|embedding/i.test(operation.path);
    return size - (isJob ? 3 : 0) - (isOther ? 10 : 0);
  },
  job(operation) {
    if (inputsOf(operation).size === 0) return NEVER;
    return gives(operation, 'job_id') ? 4 : isAboutJobs(operation) ? 1 : NEVER;
  },
  workflow(operation) {
    if (workflowOf(operation) === undefined) return NEVER;
    return gives(operation, 'run_id') ? 1 : 0;
  },
  run: (operation) => (operation.method === 'GET' && runIdIn(operation) !== undefined ? 0 : NEVER),
};

/** The operation of a part: the one with the highest score, and of several the first. */
function chosen(
  name: keyof typeof scores,
  operations: readonly Endpoint[],
  tell: Tell,
): Endpoint | undefined {
  const rated = operations
    .map((operation) => ({ operation, score: scores[name](operation) - (operation.deprecated ? 10 : 0) }))
    .filter((each) => each.score >= 0)
    .sort((a, b) => b.score - a.score);
  const [best] = rated;
  const found = rated
    .filter((each) => each.score === best?.score)
    .map(({ operation: { method, path } }) => `${method} ${path}`);
  tell(`${name}: ${found.join(', or ') || 'not found, so it is a comment'}`);
  return best?.operation;
}

/**
 * The outermost value in a response that is the first of these; none where several are.
 * @param operation what has the response, if the target has it
 */
function pointer(
  name: string,
  operation: Endpoint | undefined,
  tests: readonly ((place: Place) => boolean)[],
  tell: Tell,
): Part | undefined {
  if (operation === undefined) return undefined;
  const places = placesIn(operation.response());
  const fitting = tests.map((test) => places.filter(test)).find((each) => each.length > 0) ?? [];
  const like = fitting.filter(({ path }) => path.length === fitting[0]?.path.length);
  const [only = '', ...others] = like.map(({ path }) => pointerTo(path));
  const found = [only, ...others].map((each) => each || 'the whole response').join(' or ');
  const isOne = like.length === 1;
  tell(`${name}: ${like.length === 0 ? 'not found' : found}${isOne ? '' : ', so it is a comment'}`);
  return isOne ? { code: codeOf(only), missing: [] } : undefined;
}

/** Whatever is beside a prompt is no list of blocks: functions belong to the model's tools. */
function workflowOf({ examples }: Endpoint): { workflow: Workflow; body: unknown } | undefined {
  for (const body of examples) {
    const workflow = inputsIn(body) === undefined ? workflowIn(body) : undefined;
    if (workflow !== undefined) return { workflow, body };
  }
  return undefined;
}

/** The name of the run in the address of a lookup: in its query, or at the end of its path. */
function runIdIn({ path, query }: Endpoint): string | undefined {
  const isRunId = (name: string | undefined) => /^run_?id$/i.test(name ?? '');
  const [, last] = /\{([^}]+)\}$/.exec(path) ?? [];
  return query.find(isRunId) ?? (isRunId(last) || /\bruns?\/[^/]*$/i.test(path) ? last : undefined);
}

const isNamed = (names: RegExp, { name, value }: Place) =>
  names.test(name) && ['string', 'number'].includes(typeof value);

const isId = (id: string) => (place: Place) => isNamed(new RegExp(`^${id}$`), place);

const isResult = ({ name }: Place) => /^(?:results?|outputs?|outcome|answer|completion)$/i.test(name);

const isState = (place: Place) =>
  isNamed(/^(?:state|status|phase|stage)$/i, place) &&
  !/^(?:ok|success|error|[\d.]+)$/i.test(`${place.value}`);

const isBalance =
  (words: RegExp) =>
  ({ path, name, value }: Place) =>
    asNumber(value) !== undefined &&
    words.test(name) &&
    !/used|spent|granted|limit|plan|total|quota|reset|expire/i.test(path.join(' '));
const balances = [/remaining|left|available/i, /balance|amount|credits/i, /^/].map(isBalance);

const idsIn = (list: unknown) =>
  (Array.isArray(list) ? list : []).flatMap((each) => (isObject(each) ? each.id : []));
const isList = ({ value }: Place) => idsIn(value).some((each) => each !== undefined);
const isModels = ({ value }: Place) => idsIn(value).some((each) => isTier(String(each)));
