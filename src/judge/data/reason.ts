import type { KeyVariable } from '../../../spec/accounts';
import type { Work } from '../../../spec/works';
import type { Operation } from './evidence';
import type { Observation } from './expectation';

/** Why a check judged nothing. What the program or several texts depend on is data, with its words in `wording.ts`. */
export type Reason =
  | { kind: 'words'; words: string }
  /** A variable or a part of the target file is missing, or something else, in several words. */
  | { kind: 'needs'; what: string; detail?: string }
  /**
   * A part of the target file that is not verified yet, and may be wrong. `redirect`: where the response leads;
   * `threw`: what the function of the part threw.
   */
  | {
      kind: 'unverified';
      part: string;
      received: Observation;
      redirect?: string;
      foundAt?: string[];
      threw?: string;
    }
  /** The account under test cannot use the AI, which is no violation. */
  | { kind: 'account'; variable: KeyVariable; code: string }
  /** An account is not what its variable claims. */
  | {
      kind: 'refuted';
      variable: KeyVariable;
      received: Observation;
      how?: 'same account' | 'never rejected' | 'enough credits' | 'another state';
    }
  /** `byDefault`: nobody set the limit. */
  | { kind: 'over budget'; most: number; byDefault?: true }
  /** A precondition of the check was not accepted. */
  | { kind: 'not accepted'; what: string; received: Observation }
  /** `written`: the digits of a long number in the response. */
  | { kind: 'no identifier'; of: Work; found: string; at?: string; threw?: string; written?: string }
  /** An account's key is not recognised at all. */
  | { kind: 'unrecognised'; variable: string; received: Observation }
  /** `by`: who sent it, according to its headers. `asked`: the seconds of Retry-After, too many to wait for. */
  | { kind: 'disturbed'; status: number; code: Disturbance; times: number; by?: string; asked?: number }
  /**
   * Reads that accepted the key of this variable are all rejected like this: the key with a code of the contract, or
   * else this machine. `by`: who sent it, according to its headers.
   */
  | { kind: 'shut out'; variable: KeyVariable; received: Observation; by?: string }
  /** The key of this variable was accepted at this operation, and did not arrive there another time. */
  | { kind: 'header removed'; variable: KeyVariable; operation: Operation }
  /** Credits that say nothing about what was sent: `accepted`: what must be rejected was accepted. */
  | { kind: 'credits'; how: 'unreadable' | 'accepted' | 'restless' }
  /** The run ended before the check did. */
  | { kind: 'cut short' }
  | { kind: 'nothing judged' }
  | { kind: 'elsewhere'; part: string; path: string }
  | { kind: 'broke down'; error: string }
  | { kind: 'absent'; why: 'no run' | 'not selected' | 'nothing seen' | 'unneeded' }
  | { kind: 'several'; reasons: Reason[] };

/** Whether a key is shut out, by a code of the contract; if not, it is the address of this machine. */
export const isAboutKey = (received: Observation): boolean =>
  'code' in received && received.code === 'invalid_api_key';

/** The single reasons of a combined one. */
export function partsOf(reason: Reason | undefined): Reason[] {
  if (reason === undefined) return [];
  return reason.kind === 'several' ? reason.reasons.flatMap(partsOf) : [reason];
}

/** The codes of the contract that say nothing about the request, and the responses of gateways. */
export type Disturbance = 'upstream_error' | 'rate_limited' | 'daily_quota_exceeded' | 'page';
