import { knownOperations } from '../../spec/contract';
import { knownIds, patternOf } from '../../spec/operations';
import { pointerTo } from '../../spec/pointer';
import { asNumber, isObject } from '../judge/data/json';
import { isTier } from '../judge/response/models';
import type { Endpoint } from './operations';
import { type Place, placesIn } from './unknown';
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
  const common = below[0] ? headersIn(below[0], true) : {};
  if (Object.keys(common).length > 0) {
    const { code, missing, isUnique } = headersOf(common);
    draft.headers = { code: isUnique ? `() => (${code})` : code, missing };
  }
  const text = chosen('text', all, tell);
  if (text) draft.text = textRequest(text);

  const job = chosen('job', all, tell);
  if (job) {
    const lookup = read(/^\/v1\/jobs\/\{[^}]+\}$/);
    draft.job = {
      ...(job !== text && { submit: textRequest(job) }),
      id: pointer('job.id', job, 'job_id', [isId('job_id')], tell, true),
      state: pointer('job.state', lookup, 'state', [isState], tell, true),
      result: pointer('job.result', lookup, 'result', [isResult], tell, true),
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
      runId: pointer('workflow.runId', start, 'run_id', [isId('run_id')], tell, true),
    };
    const run = chosen('run', all, tell);
    if (run) draft.run = runRequest(run, runIdIn(run) ?? '');
  }

  const balance = pointer('credits', read(/^\/v1\/credits$/), 'number', balances, tell);
  draft.credits = balance && { ...balance, code: `{ at: ${balance.code}, settlesWithin: 10 }` };
  const lists = [isModels, isList];
  draft.models = pointer('models', read(/^\/v1\/models$/), 'list of objects with an id', lists, tell);
  return { draft, ...(found && { asStep: found.workflow.asStep }) };
}

const NEVER = -1;

const mentions = ({ path, words }: Endpoint, names: RegExp) => names.test(`${path} ${words}`);
const gives = ({ response }: Endpoint, id: string) =>
  placesIn(response().body).some(({ name }) => name === id);
const submits = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';

function inputsOf(operation: Endpoint): string[] {
  return submits(operation) ? operation.bodies.flatMap((each) => inputsIn(each)?.has ?? []) : [];
}

const lacksInput = ({ lacks }: Endpoint) => lacks ?? 'its body shows neither messages nor prompt';

/** How the operation of a part is found: none has a score below zero. */
interface Search {
  score: (operation: Endpoint) => number;
  /** Whether an operation looks like this part by its address. */
  isLike: (operation: Endpoint) => boolean;
  /** What such an operation lacks. */
  lacks: (operation: Endpoint) => string;
}

const searches: Record<'text' | 'job' | 'workflow' | 'run', Search> = {
  text: {
    score(operation) {
      const has = new Set(inputsOf(operation)).size;
      if (has === 0) return NEVER;
      const isJob = mentions(operation, /\b(?:jobs?|tasks?|async)\b/i) || gives(operation, 'job_id');
      const isOther = /image|video|audio|speech|transcri|embedding/i.test(operation.path);
      const isNamed = mentions(operation, /text|generat|complet|chat|message|respon/i);
      const isComplete = textRequest(operation).missing.length === 0;
      return has + (isNamed ? 1 : 0) + (isComplete ? 1 : 0) - (isJob ? 3 : 0) - (isOther ? 10 : 0);
    },
    isLike: (each) => submits(each) && /text|generat|complet|chat|message/i.test(each.path),
    lacks: lacksInput,
  },
  job: {
    score(operation) {
      if (inputsOf(operation).length === 0) return NEVER;
      return gives(operation, 'job_id') ? 4 : mentions(operation, /\b(?:jobs?|tasks?)\b/i) ? 1 : NEVER;
    },
    isLike: (each) => submits(each) && /\b(?:jobs?|tasks?)$/i.test(each.path),
    lacks: lacksInput,
  },
  workflow: {
    score(operation) {
      if (!submits(operation) || workflowOf(operation) === undefined) return NEVER;
      const onlyChecks = mentions(operation, /validat|estimat|draft|template|dry/i);
      return 2 + (gives(operation, 'run_id') ? 3 : 0) - (onlyChecks ? 2 : 0);
    },
    isLike: (each) => submits(each) && /(?:flow|pipeline|chain|graph)s?$/i.test(each.path),
    lacks: ({ lacks }) => lacks ?? "no example of its body shows a block that reads another block's output",
  },
  run: {
    score(operation) {
      const id = operation.method === 'GET' ? runIdIn(operation) : undefined;
      return id === undefined ? NEVER : /^run/i.test(id) ? 1 : 0;
    },
    isLike: ({ method, path }) =>
      method === 'GET' && /(?:runs?|flows?|pipelines?|executions?)\b.*\{/i.test(path),
    lacks: () => 'none of its parameters is named run_id',
  },
};

/** The operation of a part: the one with the highest score, and of several the first. */
function chosen(
  name: keyof typeof searches,
  operations: readonly Endpoint[],
  tell: Tell,
): Endpoint | undefined {
  const { score, isLike, lacks } = searches[name];
  const rated = operations
    .map((operation) => ({ operation, score: score(operation) - (operation.deprecated ? 10 : 0) }))
    .filter((each) => each.score >= 0)
    .sort((a, b) => b.score - a.score);
  const [best] = rated;
  const found = rated
    .filter((each) => each.score === best?.score)
    .map(({ operation: { method, path } }) => `${method} ${path}`);
  const misses = operations
    .filter(isLike)
    .slice(0, 2)
    .map((each) => `. ${each.method} ${each.path} is there, and ${lacks(each)}`);
  tell(`${name}: ${found.join(', or ') || `not found, so it is a comment${misses.join('')}`}`);
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
  const { body, isWhole } = operation.response();
  const places = placesIn(body ?? {});
  const fitting = tests.map((test) => places.filter(test)).find((each) => each.length > 0) ?? [];
  const like = fitting.filter(({ path }) => !outermost || path.length === fitting[0]?.path.length);
  const pointers = like.map(({ path }) => pointerTo(path));
  const [only = ''] = pointers;
  const found = pointers.map((each) => each || 'the whole response').join(' or ');
  if (pointers.length === 1) {
    tell(`${name}: ${found}`);
    return { code: codeOf(only), missing: [] };
  }
  const ids = places.filter((each) => what.endsWith('_id') && isNamed(/id$/i, each)).slice(0, 3);
  const others = ids.length > 0 ? `, but ${ids.map((each) => pointerTo(each.path)).join(', ')}` : '';
  const shown = body === undefined ? 'is not shown' : `shows no ${what}${others}`;
  const doubt = isWhole ? '' : ', as far as it was read: see below';
  const miss = `. ${operation.method} ${operation.path} is there, and its response ${shown}${doubt}`;
  tell(`${name}: ${found || 'not found'}, so it is a comment${found === '' ? miss : ''}`);
  return undefined;
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
