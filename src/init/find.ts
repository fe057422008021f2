import { knownOperations } from '../../spec/contract';
import { knownIds, patternOf } from '../../spec/operations';
import { pointerTo } from '../../spec/pointer';
import { isObject } from '../judge/data/json';
import { isTier } from '../judge/response/models';
import { codeOf } from './code';
import type { Draft, Part } from './draft';
import {
  type Endpoint,
  exampleOf,
  itemsOf,
  nameOf,
  partsIn,
  placesIn,
  propertiesOf,
  type Schema,
  type SchemaPlace,
  typeOf,
} from './operation';
import { fieldsIn, inputsIn, messagesIn, requestTaking, submissionOf, textRequest } from './request';
import { type Blocks, blocksIn, spellingOf } from './workflow';

const known = knownIds.map((id) => ({
  method: knownOperations[id].method,
  path: new RegExp(`${patternOf(id)}$`),
}));

/** Whether a request is for an operation of the contract, below any prefix. */
export function isKnownPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean {
  return known.some((each) => each.method === method && each.path.test(path));
}

/** The prefix of the contract's paths (part 4) in all paths of the target. */
export function prefixOf(operations: readonly Endpoint[]): string {
  for (const { method, path } of known) {
    const operation = operations.find((each) => each.method === method && path.test(each.path));
    if (operation !== undefined) return operation.path.replace(path, '');
  }
  return '';
}

/** How likely something is a part, and the evidence for it. */
interface Scored {
  score: number;
  why: string;
}

type Tell = (line: string) => void;

const part = (value: unknown): Part => ({ code: codeOf(value), missing: [] });

/**
 * Drafts the target file from the operations of a target: each part as far as they show it.
 * @param tell receives one line for each part: what it is and why, or that it was not found
 */
export function draftOf(operations: readonly Endpoint[], tell: Tell): Draft {
  const prefix = prefixOf(operations);
  const below = operations
    .filter(({ path }) => path.startsWith(`${prefix}/`))
    .map((operation) => ({ ...operation, path: operation.path.slice(prefix.length) }));
  const common = Object.entries(below[0]?.headers ?? {}).filter(([name]) =>
    below.every(({ headers }) => name in headers),
  );
  const operation = operationChooser(
    below.map(({ headers, ...each }) => ({
      ...each,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !common.some(([each]) => each === name)),
      ),
    })),
    tell,
  );
  const pointer = pointerChooser(tell);
  const answerOf = (path: RegExp) =>
    below.find((each) => each.method === 'GET' && path.test(each.path))?.answer;

  const draft: Draft = common.length > 0 ? { headers: headersOf(common) } : {};

  const text = operation('text', textScore);
  if (text) draft.text = textRequest(text);
  const messages = messagesIn(text?.body);
  if (messages !== undefined) draft.messages = part(messages);

  const submit = operation('job', jobScore);
  if (submit) {
    const isApart = text === undefined || nameOf(submit) !== nameOf(text);
    const lookup = answerOf(/^\/v1\/jobs\/\{[^}]+\}$/);
    const id = pointer('job.id', submit.answer, (place) => idScore(place, 'job_id'));
    const state = pointer('job.state', lookup, stateScore);
    const result = pointer('job.result', lookup, resultScore);
    draft.job = {
      ...(isApart && { submit: textRequest(submit) }),
      ...(id && { id }),
      ...(state && { state }),
      ...(result && { result }),
    };
  }

  const workflow = operation('workflow', workflowScore);
  const blocks = workflow && blocksIn(workflow.body);
  const spelling = blocks && spellingOf(workflow.body, blocks);
  if (workflow && !spelling)
    tell('workflow: how its blocks read each other was not found, so it is a comment');
  if (workflow && spelling) {
    const runId = pointer('workflow.runId', workflow.answer, (place) => idScore(place, 'run_id'));
    draft.asStep = spelling.asStep;
    draft.workflow = {
      blockTypes: part(spelling.blockTypes),
      samples: part(spelling.samples),
      submit: submissionOf(workflow, blocks.path, spelling.blocks),
      ...(runId && { runId }),
    };
    const run = operation('run', runScore);
    if (run) draft.run = requestTaking(run, idAsked(run) ?? '');
  }

  const credits = pointer('credits', answerOf(/^\/v1\/credits$/), creditsScore);
  const models = pointer('models', answerOf(/^\/v1\/models$/), modelsScore);
  return { ...draft, ...(credits && { credits }), ...(models && { models }) };
}

function headersOf(common: readonly [string, string | null][]): Part {
  const values = common.map(([name, value]): [string, string] => [name, value ?? `<${name}>`]);
  const missing = common.flatMap(([name, value]) => (value === null ? [name] : []));
  return { code: codeOf(Object.fromEntries(values)), missing };
}

/** Finds the operation of a part: the one with the most evidence, and of several the first in the document. */
function operationChooser(operations: readonly Endpoint[], tell: Tell) {
  return (name: string, score: (operation: Endpoint) => Scored | null): Endpoint | undefined => {
    const rated = operations
      .flatMap((endpoint) => {
        const scored = score(endpoint);
        return scored === null
          ? []
          : [{ endpoint, ...scored, score: scored.score - (endpoint.deprecated ? 10 : 0) }];
      })
      .filter(({ score }) => score >= 0)
      .sort((a, b) => b.score - a.score);
    const [best, ...others] = rated;
    if (best === undefined) {
      tell(`${name}: not found, so it is a comment`);
      return undefined;
    }
    const like = others.filter(({ score }) => score === best.score).map(({ endpoint }) => nameOf(endpoint));
    tell(
      `${name}: ${nameOf(best.endpoint)}: ${best.why}${like.length > 0 ? `, and so does ${like.join(', ')}` : ''}`,
    );
    return best.endpoint;
  };
}

/** Finds a value in a response by its name; nothing where several fit equally well. */
function pointerChooser(tell: Tell) {
  return (
    name: string,
    answer: Schema | undefined,
    score: (place: SchemaPlace) => Scored | null,
  ): Part | undefined => {
    const rated = placesIn(answer)
      .flatMap((place) => {
        const scored = score(place);
        return scored === null ? [] : [{ pointer: pointerTo(place.path), ...scored }];
      })
      .sort((a, b) => b.score - a.score);
    const [best, second] = rated;
    if (best === undefined) {
      if (answer !== undefined) tell(`${name}: not found, so it is a comment`);
      return undefined;
    }
    if (second !== undefined && best.score - second.score < 0.25) {
      const like = rated.filter(({ score }) => best.score - score < 0.25).map(({ pointer }) => pointer);
      tell(`${name}: ${like.join(' or ')}, so it is a comment`);
      return undefined;
    }
    tell(`${name}: ${best.pointer || 'the whole response'}: ${best.why}`);
    return part(best.pointer);
  };
}

const submits = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';
const takes = (has: string[]) => `takes ${has.map((name) => `\`${name}\``).join(', ')}`;
const mentions = (operation: Endpoint, words: RegExp) => words.test(`${operation.path} ${operation.words}`);

function gives({ answer }: Endpoint, id: 'job_id' | 'run_id'): boolean {
  return placesIn(answer).some(({ path }) => path.at(-1) === id);
}

/**
 * Where a body has blocks. Whatever is beside or below a prompt or messages is not one: a list of functions
 * belongs to the model's tools, and a schema describes its output.
 */
function blocksBeside(body: Schema | undefined): Blocks | null {
  const blocks = blocksIn(body);
  const isAbove = (path: string[]) =>
    path.length < (blocks?.path.length ?? 0) && path.every((name, depth) => name === blocks?.path[depth]);
  const holders = placesIn(body, 3).filter(({ path }) => isAbove(path));
  return holders.some(({ schema }) => inputsIn(schema).length > 0) ? null : blocks;
}

function textScore(operation: Endpoint): Scored | null {
  const fields = fieldsIn(operation.body);
  if (!submits(operation) || fields === null || blocksBeside(operation.body) !== null) return null;
  const submitted = gives(operation, 'job_id') || mentions(operation, /\b(?:jobs?|tasks?|async)\b/i);
  const named = mentions(operation, /text|generat|complet|chat|message|respon/i);
  const isOther = /image|video|audio|speech|transcri|embedding/i.test(operation.path);
  return {
    score: fields.has.length + (named ? 1 : 0) - (submitted ? 3 : 0) - (isOther ? 10 : 0),
    why: takes(fields.has) + (submitted ? ' and gives a job' : ''),
  };
}

function jobScore(operation: Endpoint): Scored | null {
  const fields = fieldsIn(operation.body);
  if (!submits(operation) || fields === null || blocksBeside(operation.body) !== null) return null;
  const named = mentions(operation, /\b(?:jobs?|tasks?)\b/i);
  const answers = gives(operation, 'job_id') ? ' and answers a `job_id`' : '';
  if (!answers && !named) return null;
  return { score: (answers ? 4 : 0) + (named ? 1 : 0), why: takes(fields.has) + answers };
}

function workflowScore(operation: Endpoint): Scored | null {
  const blocks = blocksBeside(operation.body);
  if (!submits(operation) || blocks === null) return null;
  const named = mentions(operation, /workflow|flow|pipeline|chain/i);
  const onlyChecks = mentions(operation, /validat|estimat|draft|template|dry/i);
  const answers = gives(operation, 'run_id');
  // Many lists have items with a type; blocks also refer to each other.
  if (!named && !answers && spellingOf(operation.body, blocks) === null) return null;
  return {
    score: (named ? 1 : 0) + (answers ? 3 : 0) - (onlyChecks ? 2 : 0),
    why: `takes blocks in \`${blocks.path.join('.') || 'the body'}\`${answers ? ' and answers a `run_id`' : ''}`,
  };
}

/** An operation of the contract, or below its path, is not the lookup of something else. */
const isBelowKnown = new RegExp(
  `^(?:${knownIds.map((id) => knownOperations[id].path.replace(/\/\{.*/, '')).join('|')})\\b`,
);

/** The parameter by which a lookup asks for something: the end of its path, or one of its query. */
function idAsked({ path, query }: Endpoint): string | undefined {
  const [, within] = /\{([^}]+)\}$/.exec(path) ?? [];
  return (
    within ??
    query.find((name) => /^run_?id$/i.test(name)) ??
    query.find((name) => /run|flow|^id$/i.test(name))
  );
}

function runScore(operation: Endpoint): Scored | null {
  const asked = idAsked(operation);
  if (operation.method !== 'GET' || asked === undefined || isBelowKnown.test(operation.path)) return null;
  const named = mentions(operation, /\bruns?\b|flow|execution/i);
  if (!named && !/run/i.test(asked)) return null;
  const exact = /^run_?id$/i.test(asked);
  return { score: (named ? 1 : 0) + (exact ? 2 : 0), why: `looks up by \`${asked}\`` };
}

function idScore({ path, schema }: SchemaPlace, name: string): Scored | null {
  const last = path.at(-1) ?? '';
  if (!['string', 'number'].includes(typeOf(schema))) return null;
  if (last === name) return { score: 5 - path.length / 4, why: `named \`${name}\` as in the contract` };
  const like = new RegExp(`^(?:${name.replace('_', '_?')}|id|uuid)$`, 'i').test(last);
  return like || /_id$|Id$/.test(last) ? { score: like ? 2 : 1, why: `an id, named \`${last}\`` } : null;
}

function stateScore({ path, schema }: SchemaPlace): Scored | null {
  const last = path.at(-1) ?? '';
  if (!/^(?:state|status|phase|stage)$/i.test(last) || typeOf(schema) !== 'string') return null;
  const words = partsIn(schema).flatMap(({ const: only, enum: values = [] }) =>
    only === undefined ? [values.length] : [1],
  );
  const envelope = words.includes(1) || ['ok', 'success', 'error'].includes(String(exampleOf(schema)));
  const isEnumerated = words.some((count) => count > 1);
  return {
    score: 2 + (isEnumerated ? 1 : 0) - (envelope ? 2 : 0) - path.length / 4,
    why: `named \`${last}\`${isEnumerated ? ', one of several words' : ''}`,
  };
}

function resultScore({ path }: SchemaPlace): Scored | null {
  const last = path.at(-1) ?? '';
  if (!/^(?:results?|outputs?|outcome|answer|completion)$/i.test(last)) return null;
  return {
    score: (/^(?:result|output)s?$/i.test(last) ? 3 : 2) - path.length / 4,
    why: `named \`${last}\``,
  };
}

function creditsScore({ path, schema }: SchemaPlace): Scored | null {
  const last = path.at(-1) ?? '';
  const example = exampleOf(schema);
  const isNumeric = typeof example === 'string' && !Number.isNaN(Number(example));
  const isText = typeOf(schema) === 'string' && example === undefined;
  const mayBe =
    isText &&
    (/(?:remaining|balance|credits)$/i.test(last) ||
      partsIn(schema).some(({ format }) => format === 'decimal'));
  if (typeOf(schema) !== 'number' && !isNumeric && !mayBe) return null;
  if (/remaining|left|available/i.test(last)) return { score: 4, why: `named \`${last}\`` };
  if (/balance|amount|credits/i.test(last)) return { score: 3, why: `named \`${last}\`` };
  const spent = /used|spent|granted|limit|plan|total|quota|reset|expire/i.test(path.join(' '));
  return {
    score: spent ? 0 : 1,
    why: path.length === 0 ? 'a number by itself' : `a number, named \`${last}\``,
  };
}

function modelsScore({ path, schema }: SchemaPlace): Scored | null {
  if (typeOf(schema) !== 'array' || !('id' in propertiesOf(itemsOf(schema)))) return null;
  const last = path.at(-1) ?? '';
  const listed = [exampleOf(schema)].flat();
  const [id = exampleOf(propertiesOf(itemsOf(schema)).id)] = listed.map((each) => isObject(each) && each.id);
  const like = isTier(String(id));
  const named = /^(?:models|data|items)$/i.test(last);
  return {
    score: (like ? 4 : 0) + (/^models$/i.test(last) ? 2 : named ? 1 : 0),
    why: like ? 'its ids are model names' : `a list with ids${last && `, named \`${last}\``}`,
  };
}
