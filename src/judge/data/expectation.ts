import type { ErrorCode } from '../../../spec/error-code';
import type { KnownOperation } from '../../../spec/operations';
import type { Work } from '../../../spec/works';
import type { Pointer } from './json';
import type { SentProbe } from './probe';
import type { Rule } from './rule';

export type { Rule };

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

/** What one or several responses must show, as data. */
export type Expectation =
  /** One of these pairs of status and code (contract 7). */
  | { kind: 'failure'; pairs: Pair[] }
  /**
   * `unless`: the contract shows neither which models a plan includes, nor how many blocks a workflow may have.
   */
  | { kind: 'success'; unless?: 'not in the plan' | 'too long' }
  /** A status from 400 to 499. */
  | { kind: 'rejection' }
  /** Most HTTP implementations remove white space at the end of a header (RFC 9110, 5.5). */
  | { kind: 'failure or success'; pair: Pair }
  | { kind: 'identifier'; of: Work; at?: Pointer; type: 'string' | 'string or number' }
  /**
   * A value that is not null. `patient`: the target file says how long a job may take, and the run waited
   * that long. `state`: where the target file says that the state is, by which a job may say that it failed
   * and has no result.
   */
  | { kind: 'value'; part: 'job.state' | 'job.result'; at?: Pointer; patient?: boolean; state?: Pointer }
  | { kind: 'documented'; operation: KnownOperation }
  /** A list of models, not empty, each with a non-empty string `id`. */
  | { kind: 'models'; at?: Pointer }
  | { kind: 'models once'; at?: Pointer }
  /** `paged`: the target file says how to request further pages, and they were read. */
  | { kind: 'tiers'; at?: Pointer; word?: string; paged?: true }
  /** The remaining credits, not empty. A number or numeric string, if the target file says where the amount is. */
  | { kind: 'credits'; at?: Pointer }
  /**
   * For an AI request with the credits before and after it: they fell. `settled`: readings show each charge,
   * according to the target file.
   */
  | { kind: 'charged'; at?: Pointer; settled?: boolean }
  /**
   * For pairs of AI requests, each with the credits before and after it: the first of each pair cost less.
   */
  | { kind: 'cheaper'; at?: Pointer; settled?: boolean }
  /**
   * For requests that cost the account nothing, with its credits before and after them: they are the same.
   * `ofAnother`: the requests are those of another account.
   */
  | { kind: 'uncharged'; at?: Pointer; ofAnother?: true }
  /**
   * `positions`: the positions of the blocks at both ends, from 1. `position`: whether naming them is enough.
   * `elsewhere`: whether the message about the same fault at another connection, if there is one, says the same, or else
   * names that connection in known words.
   */
  | {
      kind: 'names connection';
      connection: Connection;
      others: string[];
      positions: number[];
      position: boolean;
      elsewhere?: 'same' | 'named' | 'unnamed';
    }
  /** Two responses cannot be distinguished, except by what differs between any two responses. */
  | { kind: 'alike' }
  /** A rule for every response, by its clause. `values` are the required values in this run. */
  | { kind: 'rule'; rule: Rule; values?: string[] };

export type Observation =
  | { kind: 'answer'; status: number; code?: string; contentType: string; start: string | null }
  | { kind: 'found'; status: number; what: string }
  /** A short description in our own words, with quoted text of the response. */
  | { kind: 'seen'; what: string }
  /** A field of an error body that is not there, such as `error.type`. */
  | { kind: 'missing'; field: string };

export type Note =
  /** What to know of it, such as a claim of a variable or of the target file, which may be wrong. */
  | { kind: 'remark'; words: string }
  /** How the request was repeated, with the expected response. */
  | { kind: 'not reproduced'; how: 'alone' | 'fresh' }
  /** The probe that shows it, and a similar one that does not. */
  | ({ kind: 'probe' } & SentProbe);

export function isAnothersBalance(expected: Expectation): boolean {
  return expected.kind === 'uncharged' && expected.ofAnother === true;
}

/** Exactly one pair of status and code, or one of several. */
export function rejectedWith(
  status: number | readonly number[],
  code: ErrorCode | readonly ErrorCode[],
): Extract<Expectation, { kind: 'failure' }> {
  const statuses = [status].flat();
  const pairs = [code]
    .flat()
    .map((each, index) => ({ status: statuses[index] ?? statuses[0] ?? 0, code: each }));
  return { kind: 'failure', pairs };
}

/** The error codes that an expectation asks for. */
export function codesOf(expected: Expectation): string[] {
  if (expected.kind === 'failure') return expected.pairs.map(({ code }) => code);
  return expected.kind === 'failure or success' ? [expected.pair.code] : [];
}

export const isOneOf = ({ kind }: Expectation, ...kinds: Expectation['kind'][]) => kinds.includes(kind);

export const isRule = (expected: Expectation, ...rules: Rule[]) =>
  expected.kind === 'rule' && rules.includes(expected.rule);

/** A rejection, with a code or in any way. */
export const isOfRejection = (expected: Expectation) => isOneOf(expected, 'failure', 'rejection');

/** A success, with what its operation returns. */
export const isOfSuccess = (expected: Expectation) =>
  isOneOf(expected, 'success', 'identifier', 'value', 'models', 'models once', 'tiers', 'credits');
