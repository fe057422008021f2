import { isDeepStrictEqual } from 'node:util';
import { isPlainRead, knownAt } from '../../../spec/operations';
import { isObject, walk } from '../../judge/data/json';
import { soundChain } from '../../probes/chains';
import type { Block, BlockInput, RequestSpec, Target, TextFields } from './target';

/**
 * The values that the builders of a target file drop, replace or add, one line each. They are found by
 * calling the builders with marker values before anything is sent. All given values must be in the request,
 * and absent ones must stay absent.
 */
export function checkBuilders(target: Target): string[] {
  const { headers, text, job, workflow, run, messages } = target;
  return [
    ...checkRepeated('headers', () => (typeof headers === 'function' ? headers('API_KEY') : headers)),
    ...Object.entries(buildersOf(target)).flatMap(([part, build]) =>
      checkRepeated(part, () => build().headers),
    ),
    ...(text ? checkFields('text', text, messages) : []),
    ...(job?.submit ? checkFields('job.submit', job.submit, messages) : []),
    ...(workflow ? checkWorkflow(workflow) : []),
    ...(run && !needsAnswer(run) ? checkRun(run) : []),
    ...checkPlaces(job ?? {}),
  ];
}

/** The builders of submissions, each with one request. */
export function buildersOf({ text, job, workflow }: Target): Record<string, () => RequestSpec> {
  const { submit } = job ?? {};
  const chain = workflow && soundChain(workflow, 2);
  return {
    ...(text && { text: () => text({ ...marker }) }),
    ...(submit && { 'job.submit': () => submit({ ...marker }) }),
    ...(workflow && chain && { 'workflow.submit': () => workflow.submit(chain) }),
  };
}

/** With a constant Idempotency-Key, a service repeats its first response and charges once. */
function checkRepeated(part: string, make: () => Record<string, string> | undefined): string[] {
  const [first = {}, second = {}] = [make(), make()];
  return Object.keys(first)
    .filter((name) => /idempotency-?key$/i.test(name) && first[name] === second[name])
    .map((name) => `${part}: ${name} is the same in every request: create it in a function`);
}

/** The state is neither the id nor the result. */
function checkPlaces({ state, result }: NonNullable<Target['job']>): string[] {
  const atTheId = Object.entries({ state, result }).flatMap(([part, at]) =>
    typeof at === 'string' && at.endsWith('/job_id') ? `job.${part} points at the job_id` : [],
  );
  if (typeof state !== 'string' || typeof result !== 'string') return atTheId;
  if (state === result) return [...atTheId, 'job.state and job.result point at the same place'];
  const holds = state.startsWith(`${result}/`);
  return [
    ...atTheId,
    ...(holds ? [`job.state (${state}) is inside job.result (${result}): one of them is wrong`] : []),
  ];
}

/**
 * Looks like some of the model names that are sent: a builder that trims, or converts to lower case, would
 * turn it into a listed one.
 */
const marker = { model: 'Marker-model-5q ', prompt: 'marker prompt 7f', unknown_field: 'marker-field-3c' };

function checkFields(part: string, build: (fields: TextFields) => RequestSpec, sample: unknown): string[] {
  const messages = sample ?? [{ role: 'user', content: 'marker message 9d' }];
  const probes: TextFields[] = [
    { ...marker },
    { model: marker.model, messages },
    { prompt: marker.prompt },
    { model: marker.model },
    { model: marker.model, prompt: '' },
    { model: marker.model, prompt: null },
    { model: marker.model, messages: [] },
    { model: 42, prompt: 42 },
    {},
  ];
  const problems = probes.flatMap((fields) => {
    const spec = build(fields);
    const values = valuesIn(spec);
    const carries = (name: string, value: unknown) =>
      values.some(
        (each) =>
          each.name === name &&
          (isDeepStrictEqual(each.value, value) || (each.untyped === true && each.value === String(value))),
      );
    const missing = Object.entries(fields).flatMap(([name, value]) => {
      if (carries(name, value)) return [];
      const renamed = values.find(
        (each) => typeof value === 'string' && value !== '' && each.value === value,
      );
      const other = values.find((each) => each.name === name);
      if (renamed) return [`${part}: ${name} is sent as ${renamed.name}: the contract names it ${name}`];
      if (other) return [`${part}: ${name} is replaced by another value`];
      return [`${part}: ${name} is left out of the request`];
    });
    const added = ['model', 'prompt', 'messages'].flatMap((name) =>
      !(name in fields) && values.some((each) => each.name === name && each.value !== undefined)
        ? [`${part}: ${name} is sent although it was not given`]
        : [],
    );
    return [...missing, ...added, ...otherOperation(part, spec)];
  });
  return [...new Set(problems)];
}

/** A request that would be accepted but belongs to another operation (contract 4). */
function otherOperation(part: string, { method = 'GET', path }: RequestSpec): string[] {
  const [address = ''] = path.split('?');
  // Runs may be looked up at the path of jobs. A POST to the path of a read is reported, too.
  const known = knownAt('GET', address);
  const isTaken = known !== undefined && (isPlainRead(known) || (part !== 'run' && method === 'GET'));
  return isTaken ? [`${part} is sent to ${address}, where the contract has another operation`] : [];
}

/** The lookup of a run whose submission had an empty response. */
export function lookUpUnknown(run: NonNullable<Target['run']>, id: string): RequestSpec {
  return run(id, { status: 200, headers: {}, body: {} });
}

/** Whether it throws only because a real submission has another response. */
export function needsAnswer(run: NonNullable<Target['run']>): boolean {
  try {
    lookUpUnknown(run, 'an-id');
    return false;
  } catch {
    return run.length > 1;
  }
}

function checkRun(run: NonNullable<Target['run']>): string[] {
  const id = 'marker-run-4e';
  const spec = lookUpUnknown(run, id);
  const missing = textOf(spec).includes(id) ? [] : ['run: the id is left out of the request'];
  return [...missing, ...otherOperation('run', spec)];
}

function checkWorkflow(workflow: NonNullable<Target['workflow']>): string[] {
  const chain = soundChain(workflow, 2);
  if (chain === null)
    return [
      'workflow.blockTypes and workflow.samples allow no chain of two blocks: do outputs and inputs have the same names for kinds?',
    ];
  const named = workflow.blockName === undefined;
  const names = [0, 1, 2, 3, 4].map((index) => workflow.blockName?.(index) ?? index);
  if (new Set(names).size < names.length)
    return ['workflow.blockName gives two blocks of one chain the same name'];
  const problems = [
    ...otherOperation('workflow.submit', workflow.submit(chain)),
    ...cutShort(workflow, chain, names),
  ];
  const must = (what: string, blocks: Block[], words: string[]) => {
    const sent = textOf(workflow.submit(blocks));
    if (words.some((word) => !sent.includes(word))) problems.push(`workflow.submit: ${what}`);
    return sent;
  };
  const sent = must(
    'the type of a block is left out of the request',
    chain,
    chain.map(({ type }) => type),
  );
  if (named)
    must(
      'the name of a block is left out of the request',
      chain,
      chain.map(({ name }) => name),
    );
  const order = chain.map(({ name, type }) => sent.indexOf(named ? name : type));
  const misplaced = order.some((place, index) => place < (order[index - 1] ?? -1));
  if (misplaced || (named && goesByNames(workflow, chain)))
    problems.push('workflow.submit: the blocks are not sent in the order given');
  chain.forEach((block, index) => {
    for (const [input, source] of Object.entries(block.inputs)) {
      const change = (to: BlockInput) =>
        chain.map((each, place) =>
          place === index ? { ...each, inputs: { ...each.inputs, [input]: to } } : each,
        );
      if (!sent.includes(input))
        problems.push(`workflow.submit: the input ${input} is left out of the request`);
      if ('block' in source) {
        const field = 'markerField6b';
        must(`the field that ${input} reads is left out`, change({ ...source, field }), [field]);
        const other = workflow.blockName?.(chain.length + 7) ?? 'markerblock2d';
        if (textOf(workflow.submit(change({ ...source, block: other }))) === sent)
          problems.push(`workflow.submit: the block that ${input} reads is left out`);
      } else {
        const literal = typeof source.literal === 'number' ? 908_172 : 'marker literal 8a';
        must(`the literal of ${input} is left out or replaced`, change({ literal }), [String(literal)]);
      }
    }
  });
  return [...new Set(problems)];
}

/** The smallest number of blocks of which the last is not sent. */
function cutShort(
  { submit, longest = 5 }: NonNullable<Target['workflow']>,
  [first, second]: Block[],
  names: readonly (string | number)[],
): string[] {
  if (first === undefined || second === undefined) return [];
  const long = [first, ...names.slice(1).map((name) => ({ ...second, name: `${name}` }))];
  const sentOf = (length: number) => textOf(submit(long.slice(0, length)));
  const cut = [3, 4, 5].find((length) => length <= longest && sentOf(length) === sentOf(length - 1));
  return cut === undefined
    ? []
    : [
        `workflow.submit: of ${cut} blocks the last is left out: set workflow.longest to the number of blocks that are allowed`,
      ];
}

/** Whether the order of blocks depends on their names: sorted blocks are in the given order by chance. */
function goesByNames({ submit }: NonNullable<Target['workflow']>, chain: Block[]): boolean {
  const [first = '', second = ''] = chain.map(({ name }) => name);
  const either = new RegExp(`${first}|${second}`, 'g');
  const swap = (name: string) => (name === first ? second : first);
  const sent = (blocks: Block[]): string[] => textOf(submit(blocks)).match(either) ?? [];
  const renamed: Block[] = JSON.parse(JSON.stringify(chain).replace(either, swap));
  return sent(renamed).map(swap).join() !== sent(chain).join();
}

interface NamedValue {
  name: string;
  value: unknown;
  /** True where all values are strings. */
  untyped?: true;
}

/** All values in the query, headers and body of a request, with their names. */
function valuesIn({ path, headers = {}, body }: RequestSpec): NamedValue[] {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  return [...query, ...Object.entries(headers)]
    .map(([name, value]): NamedValue => ({ name, value, untyped: true }))
    .concat(isObject(body) || Array.isArray(body) ? [...walk(body)] : []);
}

/** A request as text, with nothing escaped that a marker may contain. */
function textOf({ method, path, headers, body }: RequestSpec): string {
  return [method, decodeURIComponent(path), JSON.stringify(headers), JSON.stringify(body)].join(' ');
}
