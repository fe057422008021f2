import { knownOperations } from '../../spec/contract';
import { knownIds, patternOf } from '../../spec/operations';
import { pointerTo } from '../../spec/pointer';
import { asNumber, isObject } from '../judge/data/json';
import { isTier } from '../judge/response/models';
import { codeOf } from './code';
import { type Draft, type Endpoint, type Part, placesIn, unknownIn } from './endpoint';
import { inputsIn, isUnique, runRequest, submissionOf, textRequest } from './request';
import { workflowIn } from './workflow';

/** The prefix of the contract's paths (part 4) in the path of an operation; undefined where it is none of them. */
export function prefixIn({ method, path }: Pick<Endpoint, 'method' | 'path'>): string | undefined {
  const paths = knownIds.filter((id) => knownOperations[id].method === method);
  const known = paths.map((id) => new RegExp(`${patternOf(id)}$`)).find((each) => each.test(path));
  return known && path.replace(known, '');
}

/** The prefix of the contract's paths in all paths of the target. */
export function prefixOf(operations: readonly Endpoint[]): string {
  return operations.map(prefixIn).find((each) => each !== undefined) ?? '';
}

type Tell = (line: string) => void;
type Place = ReturnType<typeof placesIn>[number];

const part = (value: unknown): Part => ({ code: codeOf(value), missing: [] });

/**
 * Drafts the target file from the operations of a target: each part as far as they show it.
 * @param tell receives one line for each part: what it is, or that it was not found
 * @returns the parts, and the function `asStep` that a workflow needs
 */
export function draftOf(operations: readonly Endpoint[], tell: Tell): { draft: Draft; asStep?: string } {
  const prefix = prefixOf(operations);
  const below = operations.filter(({ path }) => path.startsWith(`${prefix}/`));
  // Headers of all operations, or of some only: one that is created anew needs a function.
  const headersOf = ({ headers }: Endpoint, ofAll: boolean) =>
    Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => (!isUnique.test(name) && below.every((each) => name in each.headers)) === ofAll,
      ),
    );
  const all = below.map((each) => ({
    ...each,
    path: each.path.slice(prefix.length),
    headers: headersOf(each, false),
  }));
  const read = (path: RegExp) => all.find((each) => each.method === 'GET' && path.test(each.path));

  const draft: Draft = {};
  const headers = below[0] ? headersOf(below[0], true) : {};
  if (Object.keys(headers).length > 0)
    draft.headers = {
      code: codeOf(headers),
      missing: Object.values(headers).flatMap((value) => unknownIn(value) ?? []),
    };

  const text = chosen('text', all, textScore, tell, nearText);
  if (text) draft.text = textRequest(text);

  const job = chosen('job', all, jobScore, tell, nearJob);
  if (job) {
    const lookup = read(/^\/v1\/jobs\/\{[^}]+\}$/);
    draft.job = {
      ...(job !== text && { submit: textRequest(job) }),
      id: pointer('job.id', job, 'job_id', [isId('job_id')], tell, true),
      state: pointer('job.state', lookup, 'state', [isState], tell, true),
      result: pointer('job.result', lookup, 'result', [isResult], tell, true),
    };
  }

  const start = chosen('workflow', all, workflowScore, tell, nearWorkflow);
  const found = start && workflowOf(start);
  if (found) {
    const { blockTypes, samples, path, blocks } = found.workflow;
    draft.workflow = {
      blockTypes: part(blockTypes),
      samples: part(samples),
      submit: submissionOf(start, found.body, path, blocks),
      runId: pointer('workflow.runId', start, 'run_id', [isId('run_id')], tell, true),
    };
    const run = chosen('run', all, runScore, tell, nearRun);
    if (run) draft.run = runRequest(run, runIdIn(run) ?? '');
  }

  const balance = pointer('credits', read(/^\/v1\/credits$/), 'number', balances, tell);
  draft.credits = balance && { ...balance, code: `{ at: ${balance.code}, settlesWithin: 10 }` };
  draft.models = pointer(
    'models',
    read(/^\/v1\/models$/),
    'list of objects with an id',
    [isModels, isList],
    tell,
  );
  return { draft, ...(found && { asStep: found.workflow.asStep }) };
}

/**
 * The operation of a part: the one with the highest score, and of several the first. None has one below zero.
 * @param near says what an operation lacks that looks like this part by its address
 */
function chosen<Each extends Endpoint>(
  name: string,
  operations: readonly Each[],
  score: (operation: Endpoint) => number,
  tell: Tell,
  near: (operation: Endpoint) => string | undefined,
): Each | undefined {
  const rated = operations
    .map((operation) => ({ operation, score: score(operation) - (operation.deprecated ? 10 : 0) }))
    .filter((each) => each.score >= 0)
    .sort((a, b) => b.score - a.score);
  const [best] = rated;
  const like = rated.filter((each) => each.score === best?.score);
  const found = like.map(({ operation: { method, path } }) => `${method} ${path}`);
  const misses = operations.flatMap((each) => {
    const lack = near(each);
    return lack === undefined ? [] : `. ${each.method} ${each.path} is there, and ${lack}`;
  });
  tell(`${name}: ${found.join(', or ') || `not found, so it is a comment${misses.slice(0, 2).join('')}`}`);
  return best?.operation;
}

/**
 * The only value in a response that is the first of these; none where several are.
 * @param operation what has the response, if the target has it
 * @param what names such a value
 * @param outermost whether a value counts only where no other is further out
 */
function pointer(
  name: string,
  operation: Endpoint | undefined,
  what: string,
  tests: readonly ((place: Place) => boolean)[],
  tell: Tell,
  outermost = false,
): Part | undefined {
  if (operation === undefined) return undefined;
  const { method, path, answer } = operation;
  const places = placesIn(answer ?? {});
  const fitting = tests.map((test) => places.filter(test)).find((each) => each.length > 0) ?? [];
  const like = fitting.filter(({ path }) => !outermost || path.length === fitting[0]?.path.length);
  const pointers = like.map(({ path }) => pointerTo(path));
  const [only = ''] = pointers;
  const isFound = pointers.length === 1;
  const found = pointers.map((each) => each || 'the whole response').join(' or ') || 'not found';
  const ids = places.filter((each) => isLikeId(what, each)).map((each) => pointerTo(each.path));
  const shown = ids.length > 0 ? `, but ${ids.slice(0, 3).join(', ')}` : '';
  const lack = answer === undefined ? 'its response is not shown' : `its response shows no ${what}${shown}`;
  const miss = pointers.length === 0 ? `. ${method} ${path} is there, and ${lack}` : '';
  tell(`${name}: ${found}${isFound ? '' : `, so it is a comment${miss}`}`);
  return isFound ? part(only) : undefined;
}

const mentions = (operation: Endpoint, words: RegExp) => words.test(`${operation.path} ${operation.words}`);
const gives = ({ answer }: Endpoint, id: string) => placesIn(answer).some(({ name }) => name === id);
const submits = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';

function inputsOf(operation: Endpoint): string[] {
  return submits(operation) ? operation.bodies.flatMap((each) => inputsIn(each)?.has ?? []) : [];
}

const NEVER = -1;

const NO_INPUT = 'its body shows neither messages nor prompt';

function nearText(operation: Endpoint): string | undefined {
  const isLike = /text|generat|complet|chat|message/i.test(operation.path);
  return submits(operation) && isLike ? NO_INPUT : undefined;
}

function nearJob(operation: Endpoint): string | undefined {
  const isLike = submits(operation) && /\b(?:jobs?|tasks?)$/i.test(operation.path);
  return isLike ? NO_INPUT : undefined;
}

function nearWorkflow(operation: Endpoint): string | undefined {
  const isLike = submits(operation) && /(?:flow|pipeline|chain|graph)s?$/i.test(operation.path);
  return isLike ? "no example of its body shows a block that reads another block's output" : undefined;
}

function nearRun({ method, path }: Endpoint): string | undefined {
  const isLike = method === 'GET' && /(?:runs?|flows?|pipelines?|executions?)\b.*\{/i.test(path);
  return isLike ? 'none of its parameters is named run_id' : undefined;
}

function textScore(operation: Endpoint): number {
  const has = new Set(inputsOf(operation)).size;
  if (has === 0) return NEVER;
  const isJob = gives(operation, 'job_id') || mentions(operation, /\b(?:jobs?|tasks?|async)\b/i);
  const isOther = /image|video|audio|speech|transcri|embedding/i.test(operation.path);
  const isNamed = mentions(operation, /text|generat|complet|chat|message|respon/i);
  const isComplete = textRequest(operation).missing.length === 0;
  return has + (isNamed ? 1 : 0) + (isComplete ? 1 : 0) - (isJob ? 3 : 0) - (isOther ? 10 : 0);
}

function jobScore(operation: Endpoint): number {
  if (inputsOf(operation).length === 0) return NEVER;
  const isNamed = mentions(operation, /\b(?:jobs?|tasks?)\b/i);
  return gives(operation, 'job_id') ? 4 : isNamed ? 1 : NEVER;
}

/** Whatever is beside a prompt is no list of blocks: functions belong to the model's tools. */
function workflowOf({ bodies }: Endpoint) {
  for (const body of bodies) {
    const workflow = inputsIn(body) === undefined ? workflowIn(body) : undefined;
    if (workflow !== undefined) return { workflow, body };
  }
  return undefined;
}

function workflowScore(operation: Endpoint): number {
  if (!submits(operation) || workflowOf(operation) === undefined) return NEVER;
  const onlyChecks = mentions(operation, /validat|estimat|draft|template|dry/i);
  return 2 + (gives(operation, 'run_id') ? 3 : 0) - (onlyChecks ? 2 : 0);
}

/** The name of the run in the address of a lookup: in its query, or at the end of its path. */
function runIdIn({ path, query }: Endpoint): string | undefined {
  const isId = (name: string | undefined) => /^run_?id$/i.test(name ?? '');
  const [, last] = /\{([^}]+)\}$/.exec(path) ?? [];
  const asked = [...query.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name).find(isId);
  return asked ?? (isId(last) || /\bruns?\/[^/]*$/i.test(path) ? last : undefined);
}

function runScore(operation: Endpoint): number {
  const id = operation.method === 'GET' ? runIdIn(operation) : undefined;
  return id === undefined ? NEVER : /^run/i.test(id) ? 1 : 0;
}

const isResult = ({ name }: Place) => /^(?:results?|outputs?|outcome|answer|completion)$/i.test(name);
const isId =
  (id: string) =>
  ({ name, value }: Place) =>
    name === id && ['string', 'number'].includes(typeof value);

/** An ID under another name than the one that is looked for. */
const isLikeId = (id: string, { name, value }: Place) =>
  id.endsWith('_id') && /id$/i.test(name) && ['string', 'number'].includes(typeof value);

const isState = ({ name, value }: Place) =>
  /^(?:state|status|phase|stage)$/i.test(name) &&
  typeof value === 'string' &&
  !/^(?:ok|success|error)$/i.test(value);

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
