import type { Pointer } from './pointer';

/** What the functions of a target file are given, and what they return. */

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
