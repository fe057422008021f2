import type { Account, IssuedKey } from './accounts';
import type { Behaviour } from './behaviour';
import type { ErrorCode } from './codes';
import type { FaultyConnection } from './workflows';

/** The operations of the mock, with the noun that the phrases of defects use for each. */
export const nouns = {
  models: 'the list of models',
  credits: 'the reading of credits',
  job: 'the lookup of a job',
  text: 'a text request',
  submit: 'the submission of a job',
  workflow: 'the submission of a workflow',
  run: 'the lookup of a run',
} as const;

export const operations = Object.keys(nouns) as (keyof typeof nouns)[];

/** `unknown` stands for any route that the mock does not have. */
export type Operation = keyof typeof nouns | 'unknown';

/** The reason why a call is rejected. */
export interface Rejection {
  code: ErrorCode;
  /** The subject of the message: a model, an ID, a field or a connection. */
  about: string;
}

/** A response before it is written. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array;
}

/** The value of a block's input: a reference to the `field` of another `block`, or a literal. */
export type Input = { literal: unknown } | { block: string; field: string };

export interface Block {
  name: string;
  type: string;
  inputs: Record<string, Input>;
}

/** A submitted job or workflow run. */
export interface Work {
  id: string;
  account: Account;
  /** Milliseconds of the mock's clock. */
  doneAt: number;
  result: unknown;
}

/** One request. It passes through the mock's checks, and each of them adds what it finds out. */
export interface Call {
  operation: Operation;
  method: string;
  /** Path and query as sent. */
  path: string;
  headers: Readonly<Record<string, string>>;
  authorization: string | undefined;
  /** The ID of a lookup; empty for other operations. */
  id: string;
  body: string;
  /** Counts all calls of the instance from 1. */
  number: number;
  /** The connection of the call: the same object for all calls on one connection. */
  socket: object;
  /** Milliseconds of the mock's clock. */
  now: number;
  /** The caller's account. Until `authenticate` has run, it is the account of the first key. */
  account: Account;
  fields: Record<string, unknown>;
  model: string;
  blocks: Block[];
  /** The credits that the call costs if it is accepted. */
  price: number;
  /** The job or run that was looked up. */
  work: Work | undefined;
  /** The connection because of which the workflow is rejected. */
  connection: FaultyConnection | undefined;
  /** Set by the check that rejects the call. */
  rejection: Rejection | undefined;
}

/** The state of one instance of the mock. */
export interface World {
  keys: IssuedKey[];
  jobs: Map<string, Work>;
  runs: Map<string, Work>;
  calls: number;
}

export interface Mock {
  behaviour: Behaviour;
  world: World;
}

/** Returns why the call is rejected, or undefined to let it pass. */
export type Check = (call: Call, mock: Mock) => Rejection | undefined;

/** Returns the response body for a call that passed its checks. */
export type Serve = (call: Call, mock: Mock) => unknown;
