import type { Pointer } from './pointer';

/** What the functions of a target file receive and return. */

/** A request to the target. */
export interface RequestSpec {
  /** Default: GET. Required with a body. */
  method?: string;
  /** Relative to BASE_URL, with its own query if it needs one: `/v1/text`. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a Buffer is sent unchanged. Default: no body. */
  body?: unknown;
}

/** The fields of a text request (contract 2.3): any subset of them; in probes, any values. */
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
  /** Unique in its workflow: short, lower-case letters and digits. */
  name: string;
  /** The `name` of one of the target's block types. */
  type: string;
  inputs: Record<string, BlockInput>;
}

/** The inputs and outputs of a block type. A kind is any word: `text`, `image`. */
export interface BlockType {
  name: string;
  /** Every input that a block of this type needs, with the kind or kinds that it accepts. */
  inputs: Record<string, string | string[]>;
  /** Every output field, with its kind. */
  outputs: Record<string, string>;
}

/** A response, as the functions of a target file receive it. */
export interface Received {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Parsed; undefined if it is not JSON. */
  body: unknown;
}

/** A JSON Pointer to a value in a response, or a function that reads it and returns undefined if there is none. */
export type Locator = Pointer | ((answer: Received) => unknown);
