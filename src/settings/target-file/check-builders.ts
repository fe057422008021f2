import { isDeepStrictEqual } from 'node:util';
import { isPlainRead, knownAt } from '../../../spec/operations';
import { isObject, walk } from '../../judge/data/json';
import { soundChain } from '../../probes/chains';
import type { Block, BlockInput, RequestSpec, Target, TextFields } from './target';

type Workflow = NonNullable<Target['workflow']>;

/**
 * The values that the builders of a target file drop, replace or add, one line each. They are found by
 * calling the builders with marker values before anything is sent. All given values must be in the request,
 * and absent ones must stay absent.
 */
export function checkBuilders(target: Target): string[] {
  const { headers, text, job, workflow, messages } = target;
  const builders = buildersOf(target);
  const problems = [
    ...checkRepeated('headers', () => (typeof headers === 'function' ? headers('API_KEY') : headers)),
    ...Object.entries(builders).flatMap(([part, build]) => [
      ...checkRepeated(part, () => build().headers),
      ...otherOperation(part, build()),
    ]),
    ...(text ? checkFields('text', text, messages) : []),
    ...(job?.submit ? checkFields('job.submit', job.submit, messages) : []),
    ...(workflow ? checkWorkflow(workflow) : []),
    ...(builders.run && !textOf(builders.run()).includes(RUN_ID)
      ? ['run: the id is left out of the request']
      : []),
    ...checkPlaces(job ?? {}),
  ];
  return [...new Set(problems)];
}

/** The builders, each with one request. */
export function buildersOf({ text, job, workflow, run }: Target): Record<string, () => RequestSpec> {
  const { submit } = job ?? {};
  const chain = workflow && markedChain(workflow);
  return {
    ...(text && { text: () => text({ ...marker }) }),
    ...(submit && { 'job.submit': () => submit({ ...marker }) }),
    ...(workflow && chain && { 'workflow.submit': () => workflow.submit(chain) }),
    ...(run && !needsAnswer(run) && { run: () => lookUpUnknown(run) }),
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
  return probes.flatMap((fields) => {
    const sent = valuesIn(build(fields));
    const isSent = (name: string, value: unknown) =>
      sent.some(
        (each) =>
          each.name === name && isDeepStrictEqual(each.value, each.untyped === true ? String(value) : value),
      );
    const missing = Object.entries(fields).filter(([name, value]) => !isSent(name, value));
    const added = ['model', 'prompt', 'messages'].filter(
      (name) => !(name in fields) && sent.some((each) => each.name === name && each.value !== undefined),
    );
    return [
      ...missing.map(([name, value]) => {
        const renamed =
          typeof value === 'string' && value !== '' && sent.find((each) => each.value === value);
        if (renamed) return `${part}: ${name} is sent as ${renamed.name}: the contract names it ${name}`;
        const isReplaced = sent.some((each) => each.name === name);
        return `${part}: ${name} is ${isReplaced ? 'replaced by another value' : 'left out of the request'}`;
      }),
      ...added.map((name) => `${part}: ${name} is sent although it was not given`),
    ];
  });
}

/** A request that would be accepted but belongs to another operation (contract 4). */
function otherOperation(part: string, { method = 'GET', path }: RequestSpec): string[] {
  const [address = ''] = path.split('?');
  // Runs may be looked up at the path of jobs. A POST to the path of a read is reported, too.
  const known = knownAt('GET', address);
  const isTaken = known !== undefined && (isPlainRead(known) || (part !== 'run' && method === 'GET'));
  return isTaken ? [`${part} is sent to ${address}, where the contract has another operation`] : [];
}

const RUN_ID = 'marker-run-4e';

/** The lookup of a run whose submission had an empty response. */
function lookUpUnknown(run: NonNullable<Target['run']>): RequestSpec {
  return run(RUN_ID, { status: 200, headers: {}, body: {} });
}

/** Whether it throws only because a real submission has another response. */
function needsAnswer(run: NonNullable<Target['run']>): boolean {
  try {
    lookUpUnknown(run);
    return false;
  } catch {
    return run.length > 1;
  }
}

/** The names of blocks. Sorted by the suite's own, blocks are in another order. */
const nameIn = ({ blockName }: Workflow, index: number) => blockName?.(index) ?? `step${9 - index}`;

const markedChain = (workflow: Workflow) =>
  soundChain({ ...workflow, blockName: (index) => nameIn(workflow, index) }, 2);

function checkWorkflow(workflow: Workflow): string[] {
  const { submit, blockName, longest = 5 } = workflow;
  const [first, second] = markedChain(workflow) ?? [];
  if (first === undefined || second === undefined)
    return [
      'workflow.blockTypes and workflow.samples allow no chain of two blocks: do outputs and inputs have the same names for kinds?',
    ];
  const long = [0, 1, 2, 3, 4].map((index) => ({
    ...(index === 0 ? first : second),
    name: nameIn(workflow, index),
  }));
  if (new Set(long.map(({ name }) => name)).size < long.length)
    return ['workflow.blockName gives two blocks of one chain the same name'];
  const sentFor = (blocks: Block[]) => textOf(submit(blocks));
  const sent = sentFor([first, second]);
  const leftOut = (what: string, words: string[]) =>
    words.every((word) => sent.includes(word)) ? [] : [`${what} is left out of the request`];
  const cut = [3, 4, 5].find(
    (length) => length <= longest && sentFor(long.slice(0, length)) === sentFor(long.slice(0, length - 1)),
  );
  const [start = 0, next = 0] = [first, second].map(({ name, type }) =>
    sent.indexOf(blockName ? type : name),
  );
  const problems = [
    ...leftOut('the type of a block', [first.type, second.type]),
    ...(blockName ? [] : leftOut('the name of a block', [first.name, second.name])),
    ...(start > next ? ['the blocks are not sent in the order given'] : []),
    ...(cut === undefined
      ? []
      : [
          `of ${cut} blocks the last is left out: set workflow.longest to the number of blocks that are allowed`,
        ]),
    ...[first, second].flatMap((block) =>
      Object.entries(block.inputs).flatMap(([input, source]) => [
        ...leftOut(`the input ${input}`, [input]),
        ...checkSource(input, source, nameIn(workflow, 9), (to) => {
          const changed = { ...block, inputs: { ...block.inputs, [input]: to } };
          return sentFor([first, second].map((each) => (each === block ? changed : each)));
        }),
      ]),
    ),
  ];
  return problems.map((problem) => `workflow.submit: ${problem}`);
}

/**
 * Whether a request has what an input is given.
 * @param sentWith the request where the input is given something else
 */
function checkSource(
  input: string,
  source: BlockInput,
  otherBlock: string,
  sentWith: (to: BlockInput) => string,
): string[] {
  if ('literal' in source) {
    const literal = typeof source.literal === 'number' ? 908_172 : 'marker literal 8a';
    const isSent = sentWith({ literal }).includes(`${literal}`);
    return isSent ? [] : [`the literal of ${input} is left out or replaced`];
  }
  const field = 'markerField6b';
  return [
    ...(sentWith({ ...source, field }).includes(field) ? [] : [`the field that ${input} reads is left out`]),
    ...(sentWith({ ...source, block: otherBlock }) === sentWith(source)
      ? [`the block that ${input} reads is left out`]
      : []),
  ];
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
