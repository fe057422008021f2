import type { NeededField, PartField } from '../../spec/parts';
import type { Pointer } from '../judge/json';

export type { Pointer } from '../judge/json';

/** How one deployment spells what the contract leaves open. A target file's default export is a `Target`. */

/** A request in the target's own spelling. */
export interface RequestSpec {
  /** GET where absent; needed where there is a body. */
  method?: string;
  /** Relative to BASE_URL, with its own query if it needs one: `/v1/text`. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. A Buffer is sent byte for byte. Absent: no body. */
  body?: unknown;
}

/** The fields of a text request (contract 2.3). Any subset, and in probes any value, may be there. */
export interface TextFields {
  model?: unknown;
  prompt?: unknown;
  messages?: unknown;
  [unknownField: string]: unknown;
}

/** A block's input: a literal, or the output field of another block. */
export type BlockInput = { literal: unknown } | { block: string; field: string };

/** One block of a workflow, as the suite composes it (contract 2.4). */
export interface Block {
  /** Unique in its chain: short, lower case, letters and digits. */
  name: string;
  /** The `name` of one of the target's block types. */
  type: string;
  inputs: Record<string, BlockInput>;
}

/** What a kind of block takes and gives. A kind is any word: `text`, `image`. */
export interface BlockType {
  name: string;
  /** Every input that a block of this type must be given, with the kind or kinds that it accepts. */
  inputs: Record<string, string | string[]>;
  /** Every output field, with its kind. */
  outputs: Record<string, string>;
}

/** An answer as a function of a target file is given it. */
export interface Received {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Parsed; undefined where it is no JSON. */
  body: unknown;
}

/** Where in an answer a value stands, or a function that reads it; undefined where there is none. */
export type Locator = Pointer | ((answer: Received) => unknown);

export interface Target {
  /**
   * Headers that every request needs beyond Authorization, or a function of the variable of the account that
   * sends it (null without one). Never a secret: they are shown in reports.
   */
  headers?: Record<string, string> | ((account: string | null) => Record<string, string>);

  /** A text request with exactly these fields. */
  text?: (fields: TextFields) => RequestSpec;
  /** A value of `messages` that the target accepts, where `[{ role: 'user', content: '...' }]` is not one. */
  messages?: unknown;

  /** Left out where the target gives no `job_id`. */
  job?: {
    /** A request that submits a task with these fields. Where absent, `text` submits it. */
    submit?: (fields: TextFields) => RequestSpec;
    /** `job_id` in the answer to the submission. Where absent, the only field named `job_id` in it. */
    id?: Locator;
    /** The job's state in the answer of GET /v1/jobs/{job_id}. */
    state?: Locator;
    /** The job's result in the same answer, once the work is done. */
    result?: Locator;
  };

  /** Left out where the target takes no workflow. */
  workflow?: {
    blockTypes: BlockType[];
    /** A literal for each kind that can be written down: `{ text: 'Hello' }`. */
    samples: Record<string, unknown>;
    /** A request that submits these blocks, in this order. */
    submit: (blocks: Block[]) => RequestSpec;
    /**
     * The name of the block at this place of the chain (from 0), where the target does not take names of ours: `step_1`, or
     * `0` where a reference is a place.
     */
    blockName?: (index: number) => string;
    /** The most blocks that a workflow may have, where that is fewer than five. */
    longest?: number;
    /** `run_id` in the answer. Where absent, the only field named `run_id` in it. */
    runId?: Locator;
  };

  /** A request that looks up a workflow run, by its id and what was answered to its submission. */
  run?: (runId: string, submission: Received) => RequestSpec;

  /**
   * The remaining credits, a number or numeric string, in the answer of GET /v1/credits; and what is known of how
   * they are shown: the smallest difference that a reading shows (left out where prices are no multiples of it), and
   * the seconds after which every charge is in.
   */
  credits?: Locator | { at?: Locator; resolution?: number; settlesWithin?: number };
  /**
   * The list in the answer of GET /v1/models, where it is not the only list of objects with an `id`; and the
   * request for the next page, where there are pages: `{ path: '/v1/models?page=2' }`.
   */
  models?: Locator | { list?: Locator; next?: (page: Received) => RequestSpec | undefined };

  /** The limit that the account of RATE_LIMIT_API_KEY meets: `calls` within `seconds`; the lowest, where it varies per model. */
  rateLimit?: { calls: number; seconds: number };
  /** Seconds that a job may take until it is done, a charge until it is seen, and a window of the rate limit. */
  patience?: { job?: number; charge?: number; window?: number };
  /** Gaps in seconds before the same request is repeated, instead of the contract's 1, 3, 10. */
  retryDelays?: number[];
}

/** What stands in a target file at a field. A locator may stand in place of the object that holds it. */
export function fieldOf(target: Target, field: NeededField): unknown {
  const [holder, name] = field.split('.') as [keyof Target, string?];
  const held = target[holder];
  return name === undefined || typeof held !== 'object' ? held : (held as Record<string, unknown>)[name];
}

/** The same of a field that leads to a value of an answer. */
export const locatorOf = (target: Target, field: PartField) => fieldOf(target, field) as Locator | undefined;

/** What the target file says of the credits: where they stand, and how they are shown. */
export function creditsOf({ credits }: Target): {
  at?: Locator;
  resolution?: number;
  settlesWithin?: number;
} {
  return typeof credits === 'object' ? credits : { ...(credits !== undefined && { at: credits }) };
}

/** Where the target file says that the credits stand. */
export function creditsAt(target: Target): Locator | undefined {
  return creditsOf(target).at;
}

/** Where it says that the list of models stands. */
export function modelsAt({ models }: Target): Locator | undefined {
  return typeof models === 'object' ? models.list : models;
}

/** The request for the page of the models behind one, as it tells it; where it tells none, none. */
export const nextPage = ({ models }: Target) => (typeof models === 'object' ? models.next : undefined);

/** A pointer; undefined where a function reads the value. */
export function pointerOf(locator: Locator | undefined): Pointer | undefined {
  return typeof locator === 'string' ? locator : undefined;
}
