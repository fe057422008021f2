import type { Claim } from '../../spec/accounts';
import type { ErrorCode } from '../../spec/error-code';
import type { KnownOperation } from '../../spec/operations';
import type { Pointer } from './json';
import type { SentProbe } from './probe';

export interface Pair {
  status: number;
  code: ErrorCode;
}

/** A reference from one block of a workflow to another (contract 2.4). */
export interface Connection {
  /** The block that reads, and its input. */
  consumer: string;
  input: string;
  /** The block that is read, and its output field. */
  source: string;
  field: string;
}

/** The setting that limits the wait for a charge, or that the work failed. */
export type Unfinished = 'credits.settlesWithin' | 'patience.charge' | 'TIMEOUT_MS' | 'failed';

/** What one or several responses must show, as data, so that a record can be rejudged. */
export type Expectation =
  /** One of these pairs of status and code (contract 7). */
  | { kind: 'failure'; pairs: Pair[] }
  | { kind: 'success' }
  /** A listed model is served, unless the account's plan excludes it. */
  | { kind: 'listed model' }
  /** A status from 400 to 499. */
  | { kind: 'rejection' }
  /** White space at the end of a header is removed on most ways to the application (RFC 9110, 5.5). */
  | { kind: 'failure or success'; pair: Pair }
  /** A long workflow is served, unless it may be too long: how many blocks are allowed is not shown. */
  | { kind: 'success if not too long' }
  | { kind: 'identifier'; name: string; at?: Pointer; type: 'string' | 'string or number' }
  /**
   * A value that is not null. `patient`: the target file tells how long a job may take, and it was waited for; `state`:
   * where it says that the state stands, by which a job may say that it failed and has no result.
   */
  | { kind: 'value'; part: 'job.state' | 'job.result'; at?: Pointer; patient?: boolean; state?: Pointer }
  /** An answer of this operation as the document shows it. */
  | { kind: 'documented'; operation: KnownOperation }
  /** A list of models, not empty, each with a non-empty string `id`. */
  | { kind: 'models'; at?: Pointer }
  | { kind: 'models once'; at?: Pointer }
  /** `paged`: the target file tells how to ask for further pages, and they were read. */
  | { kind: 'tiers'; at?: Pointer; word?: string; paged?: true }
  /** The remaining credits, not empty; a number or numeric string where it is told where the amount stands. */
  | { kind: 'credits'; at?: Pointer }
  /**
   * Of a use, the credits before it and after it: lower. `settled`: the target file tells when charges are in;
   * `coarse`: a reading may not show what the uses between cost.
   */
  | { kind: 'charged'; at?: Pointer; unfinished?: Unfinished | true; coarse?: boolean; settled?: boolean }
  /**
   * Of pairs of uses, each use with the credits before and after it: the first of each pair took less. `waited`: of all
   * pairs but the first, charges were waited for as long as the target file tells.
   */
  | { kind: 'cheaper'; at?: Pointer; unfinished?: Unfinished | true; settled?: boolean; waited?: boolean }
  /** Of refusals, the credits before them and after them: the same. */
  | { kind: 'uncharged'; at?: Pointer }
  /**
   * `positions`: the places of the blocks at both ends, from 1; `position`: whether they are enough; `elsewhere`: the
   * message about the same fault at another connection.
   */
  | {
      kind: 'names connection';
      connection: Connection;
      others: string[];
      positions: number[];
      position: boolean;
      elsewhere?: string;
    }
  /** Two answers cannot be told apart, but for what differs in any two. */
  | { kind: 'alike' }
  /** What holds for every answer, by its clause; `values` are what this run asks for. */
  | { kind: 'rule'; rule: Rule; values?: string[] };

/** Rules for every response. */
export type Rule =
  | 'json body'
  | 'no error under success'
  | 'job'
  | 'single field'
  | 'three fields'
  | 'listed code'
  | 'message string'
  | 'type form'
  | 'type as elsewhere'
  | 'type of the models'
  | 'media type'
  | 'message with words'
  | 'no key'
  | 'no trace';

/** What was seen, as data. */
export type Observation =
  | { kind: 'answer'; status: number; code?: string; contentType: string; start: string | null }
  | { kind: 'found'; status: number; what: string }
  /** A word or two of our own, with what the answer says quoted in it. */
  | { kind: 'seen'; what: string }
  | { kind: 'credits'; before: string | null; after: string | null; same: boolean }
  | { kind: 'costs'; costs: number[] }
  | { kind: 'message'; text: string }
  | { kind: 'differences'; between: string[] };

/** What else a reader should know. */
export type Note =
  /** A variable claims something about an account, and the claim may be wrong. */
  | { kind: 'claim'; variable: Claim }
  /** So does a pointer of the target file. */
  | { kind: 'pointer'; at: Pointer; patience?: true }
  /** And what it tells of how charges are shown. */
  | { kind: 'charges' }
  /** So does the address to which it sends `prompt`. */
  | { kind: 'prompt' }
  /** And what tells the pages of the models. */
  | { kind: 'pages' }
  | { kind: 'white space'; seen: boolean }
  /** How the request was sent once more, and answered as it must be. */
  | { kind: 'not reproduced'; how: 'alone' | 'fresh' }
  /** The member of a family that shows it, and what is like it and does not. */
  | ({ kind: 'probe' } & Omit<SentProbe, 'place'>);

/** Exactly one pair, or one of several, of status and code. */
export function failure(
  status: number | readonly number[],
  code: ErrorCode | readonly ErrorCode[],
): Expectation {
  const statuses = [status].flat();
  const pairs = [code]
    .flat()
    .map((each, index) => ({ status: statuses[index] ?? statuses[0] ?? 0, code: each }));
  return { kind: 'failure', pairs };
}

/** The kinds of expectation that need a success. */
const ofSuccess = [
  'success',
  'listed model',
  'identifier',
  'value',
  'models',
  'models once',
  'tiers',
  'credits',
] as const satisfies Expectation['kind'][];

/** Whether an expectation needs a success. */
export function isOfSuccess({ kind }: Expectation): boolean {
  return (ofSuccess as readonly string[]).includes(kind);
}
