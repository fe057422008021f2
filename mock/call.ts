import type { Account, IssuedKey } from './accounts';
import type { Behaviour } from './behaviour';
import type { ErrorCode } from './codes';
import type { FaultyConnection } from './workflows';

/** What a caller can ask of the mock, and what defects call it. */
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

/** `unknown` is any route that it does not have. */
export type Operation = keyof typeof nouns | 'unknown';

/** Why a call is not served. */
export interface Rejection {
  code: ErrorCode;
  /** What the message names: a model, an id, a field, a connection. */
  about: string;
}

/** What goes over the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Uint8Array;
}

/** A block's input, in the mock's own terms: `block` and `field` of another block, or a literal. */
export type Input = { literal: unknown } | { block: string; field: string };

export interface Block {
  name: string;
  type: string;
  inputs: Record<string, Input>;
}

/** A submitted task: a job or a workflow run. */
export interface Work {
  id: string;
  account: Account;
  /** Milliseconds of the mock's clock. */
  doneAt: number;
  result: unknown;
}

/** One request on its way through the checks, each of which adds what it found out. */
export interface Call {
  operation: Operation;
  method: string;
  /** Path and query as sent. */
  path: string;
  headers: Readonly<Record<string, string>>;
  authorization: string | undefined;
  /** The id that a lookup asks for; empty elsewhere. */
  id: string;
  body: string;
  /** From 1, over all calls of the instance. */
  number: number;
  /** The connection that it came over: the same object for each call of one. */
  socket: object;
  /** Milliseconds of the mock's clock. */
  now: number;
  /** The caller's account: of the first key until `authenticate` has run. */
  account: Account;
  fields: Record<string, unknown>;
  model: string;
  blocks: Block[];
  /** Credits that serving the call costs. */
  price: number;
  /** The job or run that was looked up. */
  work: Work | undefined;
  /** The connection for which a workflow is refused. */
  connection: FaultyConnection | undefined;
  /** Why it is not served, once a check has said so. */
  rejection: Rejection | undefined;
}

/** What one instance of the mock remembers. */
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

/** Passes a call on, or says why it is not served. */
export type Check = (call: Call, mock: Mock) => Rejection | undefined;

/** Serves a call that passed its checks: the body of the answer. */
export type Serve = (call: Call, mock: Mock) => unknown;
