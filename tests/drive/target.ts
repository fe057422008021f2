import type { Pointer } from '../engine/json';

export type { Pointer } from '../engine/json';

/** How one deployment spells what the contract leaves open. A target file's default export is a `Target`. */

/** A request in the target's own spelling. */
export interface RequestSpec {
  /** GET where absent. */
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

export interface Target {
  /** Headers that every request needs beyond Authorization. Never a secret: they are shown in reports. */
  headers?: Record<string, string>;

  /** A text request with exactly these fields. */
  text?: (fields: TextFields) => RequestSpec;
  /** A value of `messages` that the target accepts, where `[{ role: 'user', content: '...' }]` is not one. */
  messages?: unknown;

  /** Left out where the target gives no `job_id`. */
  job?: {
    /** A request that submits a task with these fields. Where absent, `text` submits it. */
    submit?: (fields: TextFields) => RequestSpec;
    /** `job_id` in the answer to the submission. Where absent, the only field named `job_id` in it. */
    id?: Pointer;
    /** The job's state in the answer of GET /v1/jobs/{job_id}. */
    state?: Pointer;
    /** The job's result in the same answer, once the work is done. */
    result?: Pointer;
  };

  /** Left out where the target takes no workflow. */
  workflow?: {
    blockTypes: BlockType[];
    /** A literal for each kind that can be written down: `{ text: 'Hello' }`. */
    samples: Record<string, unknown>;
    /** A request that submits these blocks, in this order. */
    submit: (blocks: Block[]) => RequestSpec;
    /** The name of the block at this place of the chain (from 0), where the target does not take names of ours. */
    blockName?: (index: number) => string;
    /** The most blocks that a workflow may have, where that is fewer than five. */
    longest?: number;
    /** `run_id` in the answer. Where absent, the only field named `run_id` in it. */
    runId?: Pointer;
  };

  /** A request that looks up a workflow run. */
  run?: (runId: string) => RequestSpec;

  /** The remaining credits, a number or numeric string, in the answer of GET /v1/credits. */
  credits?: Pointer;
  /** The list in the answer of GET /v1/models, where it is not the only list of objects with an `id`. */
  models?: Pointer;

  /** The limit that the account of RATE_LIMIT_API_KEY meets: `calls` within `seconds`. */
  rateLimit?: { calls: number; seconds: number };
  /** Gaps in seconds before the same request is repeated, instead of the contract's 1, 3, 10. */
  retryDelays?: number[];
}
