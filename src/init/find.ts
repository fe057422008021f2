import { knownOperations } from '../../spec/contract';
import { knownIds, patternOf } from '../../spec/operations';
import { pointerTo } from '../../spec/pointer';
import type { BlockType } from '../drive/target';
import { parse } from '../judge/answer';
import { isObject } from '../judge/json';
import { isTier } from '../judge/models';
import { catalogueIn, samplesFor, typeFrom, typesOf, typesShown } from './block-types';
import type { Draft, RequestShape, WorkflowDraft } from './draft';
import {
  type Endpoint,
  exampleOf,
  itemsOf,
  nameOf,
  partsIn,
  placesIn,
  propertiesOf,
  requiredIn,
  type Schema,
  type SchemaPlace,
  schemaOf,
  typeOf,
} from './operation';
import type { Candidate, Choose } from './question';
import { type Blocks, blockReferenceOf, blocksIn, blocksOf, referencesIn } from './spelling';

type RequestPart = 'text' | 'job' | 'workflow' | 'run';
type Tell = (line: string) => void;
const unclear = 'was not found: write it by hand as tests/targets/example.ts shows';

/** Whether a request is for an operation of the contract, below any prefix. */
export function isKnownPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean {
  return method === 'GET' && knownIds.some((id) => new RegExp(`${patternOf(id)}$`).test(path));
}

/** The prefix of the contract's paths (part 4) in all paths of the target. */
export function prefixOf(operations: readonly Endpoint[]): string {
  for (const known of knownIds.map((id) => new RegExp(`${patternOf(id)}$`))) {
    const operation = operations.find(({ method, path }) => method === 'GET' && known.test(path));
    if (operation !== undefined) return operation.path.replace(known, '');
  }
  return '';
}

/**
 * Drafts the target file from the operations of a target: each part as far as they show it.
 * @param operations from a document or captured exchanges; with none, everything is asked for
 * @param choose receives the candidates for each part; returns the chosen one, or null
 * @param tell receives one line for each given thing that is left out
 */
export async function draftOf(operations: readonly Endpoint[], choose: Choose, tell: Tell): Promise<Draft> {
  const prefix = prefixOf(operations);
  const below = operations
    .filter(({ path }) => path.startsWith(`${prefix}/`))
    .map((operation) => ({ ...operation, path: operation.path.slice(prefix.length) }));
  const find = finder(below, choose, tell);
  const draft: Draft = {};

  const headers = await find.headers();
  if (Object.keys(headers).length > 0) draft.headers = headers;

  const text = await find.operation('text', rated(below, textScore));
  if (text !== null) {
    const body = await find.body(text, 'text-body', '{"model": "acme-text-mini", "prompt": "Hello"}');
    draft.text = await find.filled(shapeOf(text, body), text);
    const messages = messagesIn(body);
    if (messages !== undefined) draft.messages = messages;
  }

  const submit = await find.operation('job', rated(below, jobScore), unspelt(below, 'job_id', 'input'));
  if (submit !== null) {
    const isText = text !== null && nameOf(submit) === nameOf(text);
    const own = await find.body(submit, 'job-body', isText ? null : '{"prompt": "Hello"}');
    const lookUp = below.find(({ method, path }) => method === 'GET' && /^\/v1\/jobs\/\{[^}]+\}$/.test(path));
    const id = await find.pointer('job-id', submit.answer, (place) => idScore(place, 'job_id'));
    const state = await find.pointer('job-state', lookUp?.answer, stateScore);
    const result = await find.pointer('job-result', lookUp?.answer, resultScore);
    draft.job = {
      ...(own !== undefined && { submit: await find.filled(shapeOf(submit, own), submit) }),
      ...(id !== null && { id }),
      ...(state !== null && { state }),
      ...(result !== null && { result }),
    };
  }

  const flows = rated(below, workflowScore);
  const workflow = await find.operation('workflow', flows, unspelt(below, 'run_id', 'blocks'));
  if (workflow !== null) {
    const drafted = await find.workflow(workflow);
    if (drafted !== null) {
      const runId = await find.pointer('run-id', workflow.answer, (place) => idScore(place, 'run_id'));
      draft.workflow = await find.filled({ ...drafted, ...(runId !== null && { runId }) }, workflow);
      const run = await find.operation('run', rated(below, runScore));
      if (run !== null) draft.run = await find.filled({ method: run.method, path: runPath(run) }, run);
    }
  }

  const answerOf = (path: string) =>
    below.find((each) => each.method === 'GET' && each.path === path)?.answer;
  const credits = await find.pointer('credits', answerOf('/v1/credits'), creditsScore);
  if (credits !== null) draft.credits = credits;
  const models = await find.pointer('models', answerOf('/v1/models'), modelsScore);
  if (models !== null) draft.models = models;
  return draft;
}

function finder(operations: readonly Endpoint[], ask: Choose, tell: Tell) {
  const common = Object.keys(Object.assign({}, ...operations.map(({ headers }) => headers))).filter((name) =>
    operations.every(({ headers }) => name in headers),
  );
  /** The value of a parameter: from an example, or by asking. */
  const valueFor = async (name: string, value: string | null, { method, path }: Endpoint) => {
    const options =
      value === null ? [] : [{ value: `${name}: ${value}`, why: 'as the document shows', score: 1 }];
    const neededFor = nameOf({ method, path });
    const line = await ask({ part: 'parameter', options, shown: false, about: name, neededFor });
    return line === null ? null : line.replace(/^[^:]*:\s*/, '');
  };
  return {
    /** A request with the parameters that its operation requires in path, query and headers. */
    async filled<Request extends Addressed>(request: Request, endpoint: Endpoint): Promise<Request> {
      let { path } = request;
      const { parameters, headers } = endpoint;
      for (const [name, value] of Object.entries(parameters?.path ?? {})) {
        if (!path.includes(`{${name}}`) || name === 'id') continue;
        const filled = await valueFor(name, value, endpoint);
        if (filled !== null) path = path.replace(`{${name}}`, encodeURIComponent(filled));
      }
      for (const [name, value] of Object.entries(parameters?.query ?? {})) {
        if (path.includes(`${name}={id}`)) continue;
        const filled = await valueFor(name, value, endpoint);
        if (filled === null) continue;
        path += `${path.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(filled)}`;
      }
      const own: Record<string, string> = {};
      for (const [name, value] of Object.entries(headers)) {
        const filled = common.includes(name) ? null : await valueFor(name, value, endpoint);
        if (filled !== null) own[name] = filled;
      }
      return { ...request, path, ...(Object.keys(own).length > 0 && { headers: own }) };
    },

    async operation(part: RequestPart, options: Candidate[], unspelt?: string): Promise<Endpoint | null> {
      const chosen = await ask({ part, options, shown: operations.length > 0, unspelt });
      if (chosen === null) return null;
      const [method = '', path = ''] = chosen.split(/\s+/);
      const known = operations.find((each) => each.method === method.toUpperCase() && each.path === path);
      const unknown = { words: '', deprecated: false, headers: {}, query: [] };
      return known ?? { method: method.toUpperCase(), path, ...unknown };
    },

    /**
     * The schema of its body: of the given example, or of the document.
     * @param usual an example where there is neither; null where the operation has a body only if one is
     *   given
     */
    async body<Usual extends string | null>(
      { body }: Endpoint,
      part: 'text-body' | 'job-body',
      usual: Usual,
    ): Promise<Schema | (Usual extends null ? undefined : never)> {
      const given = await ask({
        part,
        options: [],
        shown: false,
        flagOnly: body !== undefined || usual === null,
      });
      if (given !== null) return schemaOf(parse(given));
      if (usual === null) return undefined as Usual extends null ? undefined : never;
      return body ?? schemaOf(parse(usual));
    },

    async pointer(
      part: 'job-id' | 'job-state' | 'job-result' | 'run-id' | 'credits' | 'models',
      answer: Schema | undefined,
      score: (place: SchemaPlace) => Scored | null,
    ): Promise<string | null> {
      const options = placesIn(answer).flatMap((place) => {
        const scored = score(place);
        return scored === null ? [] : [{ value: pointerTo(place.path), ...scored }];
      });
      return ask({ part, options: options.sort((a, b) => b.score - a.score), shown: answer !== undefined });
    },

    async headers(): Promise<Record<string, string>> {
      const required = common.map((name): [string, string | null] => [
        name,
        operations[0]?.headers[name] ?? null,
      ]);
      const why = operations[0]?.captured ? 'every request carried it' : 'every operation requires it';
      const given = await ask({ part: 'header', options: [], shown: false, flagOnly: true });
      const chosen: Record<string, string> = {};
      for (const [, name = '', value = ''] of (given ?? '').matchAll(/^([^:]+):\s*(.*)$/gm))
        chosen[name] = value;
      const isChosen = (name: string) =>
        Object.keys(chosen).some((each) => each.toLowerCase() === name.toLowerCase());
      for (const [name, value] of required) {
        if (isChosen(name)) continue;
        const options = value === null ? [] : [{ value: `${name}: ${value}`, why, score: 1 }];
        const line = await ask({
          part: 'header',
          options,
          shown: true,
          about: name,
          neededFor: 'every operation',
        });
        if (line !== null) chosen[name] = line.replace(/^[^:]*:\s*/, '');
      }
      return chosen;
    },

    async workflow(operation: Endpoint): Promise<WorkflowDraft | null> {
      const { method, path } = operation;
      const documented = workflowIn(operation.body);
      const given = await ask({
        part: 'workflow-body',
        options: [],
        shown: false,
        flagOnly: documented !== null,
        neededBy: 'workflow',
      });
      if (given === null && documented === null) return null;
      const read = given === null ? documented : workflowIn(schemaOf(parse(given)));
      if (read === null) {
        tell(`workflow: how the blocks of this body read each other ${unclear}`);
        return null;
      }
      const { body, blocks, shown, variants, reference, connections } = read;
      const { name, type, inputs } = blocks;
      const told = inputs === null ? [] : typesOf(variants, type, inputs);
      const known = told.length > 0 ? told : catalogueIn(operations);
      const seen = typesShown(shown, connections);
      const types = known?.map((type) => withOutputs(type, seen)) ?? seen;
      const isChain = types.some(({ outputs }) => Object.keys(outputs).length > 0);
      const lines = await ask({
        part: 'block',
        options: isChain ? types.map((type) => ({ value: lineOf(type), why: '', score: 1 })) : [],
        shown: isChain,
        several: true,
        neededBy: 'workflow',
      });
      const blockTypes = (lines ?? '').split('\n').flatMap((line) => typeFrom(line) ?? []);
      if (blockTypes.length === 0) return null;
      const used = [blocks.blocks[0], ...(reference.kind === 'links' ? [reference.links[0]] : [])];
      const spelling = { blocks: blocks.blocks, name, type, inputs, reference, besides: besides(body, used) };
      return { method, path, spelling, blockTypes, samples: samplesFor(blockTypes, shown) };
    },
  };
}

/** What a body says of workflows; null where the blocks, or how they refer to each other, cannot be identified. */
function workflowIn(body: Schema | undefined) {
  const example = exampleOf(body);
  const shown = blocksIn(example);
  const declared = blocksOf(body);
  const blocks: Blocks | null = shown ?? declared;
  if (blocks === null) return null;
  const read = shown && referencesIn(example, shown.shown);
  const variants = declared?.variants ?? [];
  const reference = read?.reference ?? blockReferenceOf(body, blocks, variants);
  if (reference === null) return null;
  const connections = read?.connections ?? [];
  return { body, blocks, shown: shown?.shown ?? [], variants, reference, connections };
}

/** A block type with no known outputs, with the outputs that an example refers to. */
function withOutputs(type: BlockType, seen: BlockType[]): BlockType {
  const read = seen.find(({ name }) => name === type.name);
  return read && Object.keys(type.outputs).length === 0 ? { ...type, outputs: read.outputs } : type;
}

/** `write: prompt=text -> text=text`. */
function lineOf({ name, inputs, outputs }: BlockType): string {
  const pairs = (kinds: object) =>
    Object.entries(kinds)
      .map(([field, kind]) => `${field}=${[kind].flat().join('|')}`)
      .join(', ');
  return `${name}: ${pairs(inputs)} -> ${pairs(outputs)}`;
}

interface Scored {
  score: number;
  why: string;
}

function rated(operations: readonly Endpoint[], score: (operation: Endpoint) => Scored | null): Candidate[] {
  return operations
    .flatMap((operation) => {
      const scored = score(operation);
      if (scored === null) return [];
      const old = operation.deprecated ? { score: scored.score - 10, why: `${scored.why}; deprecated` } : {};
      return [{ value: nameOf(operation), ...scored, ...old }];
    })
    .sort((a, b) => b.score - a.score);
}

/** A request in the form of a draft. */
interface Addressed {
  path: string;
  headers?: Record<string, string>;
}

const submits = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';

/** The object in a body that contains the fields of a text request (contract 2.3). */
function fieldsIn(body: Schema | undefined): { path: string[]; has: string[] } | null {
  for (const { path, schema } of placesIn(body, 2)) {
    const has = inputsIn(schema);
    if (has.length > 0) return { path, has: 'model' in propertiesOf(schema) ? [...has, 'model'] : has };
  }
  return null;
}

/**
 * Which of `messages` and `prompt` an object accepts, by their types: a price, a flag or a hint may have
 * these names, too.
 */
function inputsIn(schema: Schema): string[] {
  const { messages, prompt } = propertiesOf(schema);
  const has = [
    ...(messages !== undefined && isInput(messages) ? ['messages'] : []),
    ...(prompt !== undefined && isInput(prompt) ? ['prompt'] : []),
  ];
  const required = requiredIn(schema).filter((name) => name !== 'model');
  // Fields required besides these are part of the input.
  const isHint = required.length > 0 && !required.some((name) => has.includes(name));
  return isHint && has.join() === 'prompt' ? [] : has;
}

/** A string, or a list of messages. */
function isInput(schema: Schema): boolean {
  const parts = partsIn(schema);
  if (parts.some(({ enum: values, const: only }) => values !== undefined || only !== undefined)) return false;
  const types = parts.flatMap((each) => ((each.type ?? each.properties ?? each.items) ? [typeOf(each)] : []));
  if (types.length === 0) return ['string', 'array', 'undefined'].includes(typeOf(schema));
  return types.includes('string') || types.includes('array');
}

/**
 * Where a body has blocks. Whatever is beside or below a prompt or messages is not one: a list of functions
 * belongs to the model's tools, and a schema describes its output.
 */
function blocksBeside(body: Schema | undefined): Blocks | null {
  const blocks = blocksIn(exampleOf(body)) ?? blocksOf(body);
  const isAbove = (path: string[]) =>
    path.length < (blocks?.blocks.length ?? 0) && path.every((name, depth) => name === blocks?.blocks[depth]);
  const holders = placesIn(body, 3).filter(({ path }) => isAbove(path));
  return holders.some(({ schema }) => inputsIn(schema).length > 0) ? null : blocks;
}

function gives({ answer }: Endpoint, id: 'job_id' | 'run_id'): boolean {
  return placesIn(answer).some(({ path }) => path.at(-1) === id);
}

/** Signs of a job or a workflow, where nothing more can be read. */
function unspelt(operations: readonly Endpoint[], id: 'job_id' | 'run_id', part: string): string | undefined {
  const there = operations.find((each) => submits(each) && gives(each, id) && workflowScore(each) === null);
  return there && `${nameOf(there)} answers ${id}, but its ${part} ${unclear}`;
}

const takes = (has: string[]) => `takes ${has.map((name) => `\`${name}\``).join(', ')}`;
const mentions = (operation: Endpoint, words: RegExp) => words.test(`${operation.path} ${operation.words}`);

function textScore(operation: Endpoint): Scored | null {
  const fields = fieldsIn(operation.body);
  if (!submits(operation) || fields === null || blocksBeside(operation.body) !== null) return null;
  const submitted = gives(operation, 'job_id') || mentions(operation, /\b(?:jobs?|tasks?|async)\b/i);
  const named = mentions(operation, /text|generat|complet|chat|message|respon/i);
  const isOther = /image|video|audio|speech|transcri|embedding/i.test(operation.path);
  return {
    score: fields.has.length + (named ? 1 : 0) - (submitted ? 3 : 0) - (isOther ? 10 : 0),
    why: takes(fields.has) + (isOther ? ', but for no text' : submitted ? ' and gives a job' : ''),
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
  if (!named && !answers && workflowIn(operation.body) === null) return null;
  return {
    score: (named ? 1 : 0) + (answers ? 3 : 0) - (onlyChecks ? 2 : 0),
    why: `takes blocks in \`${blocks.blocks.join('.') || 'the body'}\`${answers ? ' and answers a `run_id`' : ''}`,
  };
}

/** An operation of the contract, or below its path, is not the lookup of something else. */
const isBelowKnown = new RegExp(
  `^(?:${knownIds.map((id) => knownOperations[id].path.replace(/\/\{.*/, '')).join('|')})\\b`,
);

function runScore(operation: Endpoint): Scored | null {
  const { method, path, query } = operation;
  const [, within] = /\{([^}]+)\}$/.exec(path) ?? [];
  const asked = within ?? query.find((name) => /run|flow|^id$/i.test(name));
  if (method !== 'GET' || asked === undefined || isBelowKnown.test(path)) return null;
  const named = mentions(operation, /\bruns?\b|flow|execution/i);
  if (!named && !/run/i.test(asked)) return null;
  const exact = /^run_?id$/i.test(asked);
  return { score: (named ? 1 : 0) + (exact ? 2 : 0), why: `looks up by \`${asked}\`` };
}

/** `{id}` for the id to look up. */
function runPath({ path, query }: Endpoint): string {
  if (/\{[^}]+\}$/.test(path)) return path.replace(/\{[^}]+\}$/, '{id}');
  const asked =
    query.find((name) => /^run_?id$/i.test(name)) ?? query.find((name) => /run|flow|^id$/i.test(name));
  return asked === undefined ? path : `${path}?${asked}={id}`;
}

function idScore({ path, schema }: SchemaPlace, name: string): Scored | null {
  const last = path.at(-1) ?? '';
  if (!['string', 'number'].includes(typeOf(schema))) return null;
  if (last === name) return { score: 5 - path.length / 4, why: `named \`${name}\` as in the contract` };
  const like = new RegExp(`^(?:${name.replace('_', '_?')}|id|uuid)$`, 'i').test(last);
  return like || /_id$|Id$/.test(last) ? { score: like ? 2 : 1, why: `an id, named \`${last}\`` } : null;
}

const isEnumerated = (schema: Schema) =>
  partsIn(schema).some(({ enum: values }) => (values?.length ?? 0) > 1);

function stateScore({ path, schema }: SchemaPlace): Scored | null {
  const last = path.at(-1) ?? '';
  if (!/^(?:state|status|phase|stage)$/i.test(last) || typeOf(schema) !== 'string') return null;
  const fixed = partsIn(schema).some(
    ({ const: only, enum: values }) => only !== undefined || values?.length === 1,
  );
  const envelope = ['ok', 'success', 'error'].includes(String(exampleOf(schema)));
  const score = 2 + (isEnumerated(schema) ? 1 : 0) - (fixed || envelope ? 2 : 0) - path.length / 4;
  return {
    score,
    why: isEnumerated(schema) ? `named \`${last}\`, one of several words` : `named \`${last}\``,
  };
}

function resultScore({ path, schema }: SchemaPlace): Scored | null {
  const last = path.at(-1) ?? '';
  if (!/^(?:results?|outputs?|outcome|answer|completion)$/i.test(last)) return null;
  const score = (/^(?:result|output)s?$/i.test(last) ? 3 : 2) - path.length / 4;
  return { score, why: `named \`${last}\`${typeOf(schema) === 'object' ? ', an object' : ''}` };
}

function creditsScore({ path, schema }: SchemaPlace): Scored | null {
  const last = path.at(-1) ?? '';
  const example = exampleOf(schema);
  const isNumeric = typeof example === 'string' && !Number.isNaN(Number(example));
  const mayBe = example === undefined && /(?:remaining|balance|credits)$/i.test(last);
  if (
    typeOf(schema) !== 'number' &&
    !isNumeric &&
    !(typeOf(schema) === 'string' && mayBe) &&
    partsIn(schema).every(({ format }) => format !== 'decimal')
  )
    return null;
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
    why: like ? `its ids are model names` : `a list with ids${last && `, named \`${last}\``}`,
  };
}

function shapeOf({ method, path }: Endpoint, body: Schema | undefined): RequestShape {
  const { path: within = [], has = ['model'] } = fieldsIn(body) ?? {};
  const fields = within.length > 0 ? [within[0]] : ['model', 'prompt', 'messages'];
  const holder = placesIn(body, 2).find(
    ({ path, schema }) => 'model' in propertiesOf(schema) && path[0] !== within[0],
  );
  if (has.includes('model') || holder === undefined)
    return { method, path, within, besides: besides(body, fields) };
  const model = [...holder.path, 'model'];
  return { method, path, within, model, besides: besides(body, [...fields, model[0]]) };
}

/** What a body requires beside these fields, with the values from the document. */
function besides(body: Schema | undefined, used: (string | undefined)[]): Record<string, unknown> {
  const example = exampleOf(body);
  // With only an example, all fields seem required.
  const required = requiredIn(body ?? {});
  return Object.fromEntries(
    Object.entries(propertiesOf(body)).flatMap(([name, schema]) => {
      if (used.includes(name) || !required.includes(name)) return [];
      const [each = {}] = partsIn(schema);
      const value = each.const ?? each.default ?? exampleOf(schema) ?? each.enum?.[0];
      const shown = isObject(example) ? (example[name] ?? value) : value;
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

/** A value of `messages` that differs from the usual `[{ role, content: '...' }]`. */
function messagesIn(body: Schema): unknown {
  const place = fieldsIn(body);
  if (place === null || !place.has.includes('messages')) return undefined;
  const holder = placesIn(body, 2).find(({ path }) => path.join() === place.path.join())?.schema;
  const schema = propertiesOf(holder).messages ?? {};
  const say = 'Reply with the word ok.';
  if (typeOf(schema) === 'string') return say;
  const shown = exampleOf(schema);
  const [first] = [shown].flat();
  if (isObject(first) && first.role !== 'user') return shown;
  const item = propertiesOf(itemsOf(schema));
  if (!('content' in item) || typeOf(item.content ?? {}) !== 'array') return undefined;
  const [example] = [exampleOf(item.content)].flat();
  const part = isObject(example) ? example : { type: 'text', text: say };
  return [{ role: 'user', content: [part] }];
}
