import type { ErrorCode } from './error-code';
import type { Operation } from './operations';
import type { Block, BlockType, Locator, Received, RequestSpec, TextFields } from './request';
import {
  described as being,
  exactly,
  type Fields,
  list,
  lookup,
  matching,
  number,
  shape,
  text,
  type Values,
} from './shapes';

const isObject = { type: 'object' };
const isFunction = { typeof: 'function' };
const aFunction = <Of>(form: string) => shape<Of>({ ...isFunction, description: `a function ${form}` });
const aString = being('a string', text);
const aLocator = shape<Locator>({
  if: isFunction,
  else: being(
    'a JSON Pointer such as /data/id (or the empty string), or a function of the response',
    matching('^(/|$)'),
  ),
});
const aboveZero = being('a number above 0', shape<number>({ ...number, exclusiveMinimum: 0 }));
/** A run waits this long: with milliseconds by mistake, it would take hours. */
const seconds = being(
  'a number of seconds above 0, at most 600',
  shape<number>({ ...aboveZero, maximum: 600 }),
);
const kinds = { type: ['string', 'array'], items: aString };
const aBlockType = exactly({
  name: aString,
  inputs: being(
    'an object: input -> kind or kinds',
    lookup(being('a kind or a list of kinds', shape<string | string[]>(kinds))),
  ),
  outputs: being('an object: output field -> kind', lookup(aString)),
});

/** For every request, or for those of an account. */
const headers = shape<Record<string, string> | ((account: string | null) => Record<string, string>)>({
  if: isFunction,
  else: being('an object of strings, or a function of the account', lookup(aString)),
});
const blockTypes = being('a list of block types', shape<BlockType[]>({ ...list(aBlockType), minItems: 1 }));
const samples = being('an object: kind -> literal', lookup(shape<unknown>({})));

const anObject = <Always extends Fields, Optional extends Fields>(always: Always, optional: Optional) =>
  being('an object', exactly(always, optional));

/** A locator, or an object with a locator and other fields. */
const placed = <Of extends Fields>(fields: Of) =>
  shape<Locator | Partial<Values<Of>>>({
    description: 'a JSON Pointer, a function of the response, or an object',
    if: isObject,
    else: aLocator,
    allOf: [{ if: { not: isObject }, else: exactly({}, fields) }],
  });

/** The fields of a target file, each with its schema and description. */
export const targetFields = {
  /**
   * Headers that every request needs besides Authorization, or a function of the variable of the account that
   * sends it (null without one). Reports show them; what comes from a variable of the environment and has eight
   * characters or more is masked like a key, so read secrets from there.
   */
  headers,
  /** A text request with exactly these fields. */
  text: aFunction<(fields: TextFields) => RequestSpec>('(fields) => RequestSpec'),
  /** A value of `messages` that the target accepts, if it rejects `[{ role: 'user', content: '...' }]`. */
  messages: shape<unknown>({}),
  /** Leave it out if the target returns no `job_id`. */
  job: anObject(
    {},
    {
      /** A request that submits a task with these fields. Default: `text` submits it. */
      submit: aFunction<(fields: TextFields) => RequestSpec>('(fields) => RequestSpec'),
      /** `job_id` in the response to the submission. Default: the only field with that name. */
      id: aLocator,
      /** The job's state in the response of GET /v1/jobs/{job_id}. */
      state: aLocator,
      /** The job's result in the same response, once the job is done. */
      result: aLocator,
    },
  ),
  /** Leave it out if the target has no workflows. */
  workflow: anObject(
    {
      blockTypes,
      /** A literal for each kind that has one: `{ text: 'Hello' }`. */
      samples,
      /** A request that submits these blocks, in this order. */
      submit: aFunction<(blocks: Block[]) => RequestSpec>('(blocks) => RequestSpec'),
    },
    {
      /**
       * The name of the block at this index of the chain (from 0), if the target rejects the suite's names: `step_1`, or
       * `0` if references are indexes.
       */
      blockName: aFunction<(index: number) => string>('(index) => string'),
      /** The most blocks that a workflow may have, if that is fewer than five. */
      longest: being('a whole number from 2', shape<number>({ type: 'integer', minimum: 2 })),
      /** `run_id` in the response. Default: the only field with that name. */
      runId: aLocator,
    },
  ),
  /** A request that looks up a workflow run, from its ID and the response to its submission. */
  run: aFunction<(runId: string, submission: Received) => RequestSpec>('(runId, submission) => RequestSpec'),
  /**
   * The remaining credits, a number or numeric string, in the response of GET /v1/credits. `resolution` is the
   * smallest difference between two readings (leave it out if prices are no multiples of it), `settlesWithin` the
   * seconds until every charge shows: without it, no charge is judged.
   */
  credits: placed({ at: aLocator, resolution: aboveZero, settlesWithin: seconds }),
  /**
   * The list in the response of GET /v1/models, if it is not the only list of objects with an `id`. `next` is the
   * request for the next page, if there are pages: `{ path: '/v1/models?page=2' }`.
   */
  models: placed({
    list: aLocator,
    next: aFunction<(page: Received) => RequestSpec | undefined>('(page) => RequestSpec'),
  }),
  /** The limit of the account of RATE_LIMIT_API_KEY: `calls` within `seconds`. If it varies per model, the lowest. */
  rateLimit: being('{ calls, seconds }', exactly({ calls: aboveZero, seconds: aboveZero })),
  /** Seconds: the most that a job takes, and the window of the rate limit. */
  patience: anObject({}, { job: seconds, window: seconds }),
  /** Seconds between retries of a request. Default: 1, 3 and 10, as in the contract. */
  retryDelays: being('a list of seconds', shape<number[]>({ ...list(seconds), minItems: 1 })),
};

/**
 * Describes what the contract leaves unspecified: the default export of a target file.
 */
export interface Target extends Partial<Values<typeof targetFields>> {}

/** A field by its path in the target file: `job`, `job.id`. */
export type TargetField = {
  [Name in keyof Target]-?: Name | `${Name}.${FieldsIn<Target[Name]>}`;
}[keyof Target];

type FieldsIn<Value> = Extract<keyof Exclude<Value, Locator | readonly unknown[] | undefined>, string>;

/**
 * A part of the target file, and what verifies it in a run: by default, an accepted request that was built
 * from it.
 */
export interface Described {
  /** Its path in the target file. Without one, it is not a separate field, and the doctor does not list it. */
  field?: TargetField;
  /** The operation whose request it builds. */
  describes?: Operation;
  /**
   * The operations in whose responses it locates a value. A clause with this part in `verifies` shows that
   * the value is the right one.
   */
  leadsInto?: readonly Operation[];
  /** The contract's own name for that value. */
  named?: string;
  /** The value is found without it if the response is unambiguous. */
  found?: true;
  /** Verified by a rejection with this code of a request of the same operation. */
  rejectedWith?: ErrorCode;
  /** Verified if everything that it excludes is rejected, each time. */
  excludes?: true;
  /** One part for each entry of a list: `workflow.blockTypes (write)`. */
  many?: true;
  /** The part of the target file whose requests it shares, if its name does not begin with that name. */
  belongsTo?: string;
  /** Another possible place of the fault, or the field that is meant. */
  hint?: string;
}

/**
 * The parts that a target file can describe, by their names in reports and records. This table gives the
 * parts of a file, what verifies each, what clauses may need, and what `npm run prove` withholds.
 */
const table = {
  'text.prompt': { field: 'text', describes: 'text' },
  'text.messages': { field: 'text', describes: 'text' },
  /** Where the model is. In another object than the input, the target may ignore it. */
  'text.model': { rejectedWith: 'model_not_found' },
  'job.model': { rejectedWith: 'model_not_found' },
  'job.submit': { field: 'job.submit', describes: 'submit' },
  'job.id': { field: 'job.id', leadsInto: ['submit', 'text'], named: 'job_id', found: true },
  'job.state': { field: 'job.state', leadsInto: ['job'] },
  'job.result': { field: 'job.result', leadsInto: ['job'], hint: 'or patience.job, if the job takes longer' },
  'workflow.submit': { field: 'workflow', describes: 'workflow' },
  /** A block type, a connection of two types, a sample literal of an input. */
  'workflow.blockTypes': { field: 'workflow.blockTypes', many: true },
  'workflow.references': {
    field: 'workflow',
    rejectedWith: 'invalid_workflow',
    hint: 'how submit writes them',
  },
  'workflow.kinds': { field: 'workflow', excludes: true },
  'workflow.outputs': { field: 'workflow', excludes: true },
  /** That this many blocks are accepted. */
  'workflow.longest': { many: true },
  'workflow.runId': { field: 'workflow.runId', leadsInto: ['workflow'], named: 'run_id', found: true },
  run: { field: 'run', describes: 'run', belongsTo: 'workflow' },
  credits: { field: 'credits.at', leadsInto: ['credits'], found: true },
  models: { field: 'models.list', leadsInto: ['models'], found: true },
  headers: {},
} as const satisfies Record<string, Described>;

type Table = typeof table;

/** A part as named in the table: without the entry of a list. */
export type PartName = keyof Table;

type Many = { [Name in PartName]: Table[Name] extends { many: true } ? Name : never }[PartName];

/** A part by its name in reports: `job.id`, `workflow.blockTypes (write)`. */
export type Part = Exclude<PartName, Many> | `${Many} (${string})`;

export const parts: Readonly<Record<PartName, Described>> = table;

export const partNames = Object.keys(parts) as PartName[];

/** What is known of a part by its name in reports; nothing for a part of another edition. */
export function described(part: string): Described {
  const name = part.replace(/ \(.*\)$/s, '');
  return Object.hasOwn(parts, name) ? parts[name as PartName] : {};
}

/** The parts that build the request of an operation. */
export const spelling = (operation: Operation) =>
  partNames.filter((part) => parts[part].describes === operation);

/** The operations whose requests the target file builds. */
export const describedOperations = [
  ...new Set(partNames.flatMap((part) => parts[part].describes ?? [])),
].sort();
