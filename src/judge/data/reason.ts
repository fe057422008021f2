import type { KeyVariable } from '../../../spec/accounts';
import type { Work } from '../../../spec/works';
import type { Operation } from './evidence';
import type { Observation } from './expectation';

/** Why a check judged nothing, as data. `wording.ts` has the words. */
export type Reason =
  /** A variable, or a part of the target file, is missing. */
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
  /** An account that may have enough credits, since its balance or the price is not known. */
  | { kind: 'unpriced'; variable: KeyVariable }
  /** A plan that excludes a model. */
  | { kind: 'plan'; received: Observation }
  /** The target, or the form of the key, does not allow this probe. */
  | { kind: 'unfit'; what: string }
  /** The target limits wrong keys, or their sender, as this response shows: no more are sent. */
  | { kind: 'keys ended'; sent: 'a wrong key' | 'the valid key'; received: Observation }
  /** `byDefault`: nobody set the limit. */
  | { kind: 'over budget'; most: number; byDefault?: true }
  /** `stated`: the limit in the target file. */
  | { kind: 'too slow'; calls: number; within: number }
  | { kind: 'not triggered'; calls: number; what: 'calls' | 'text requests'; stated?: number }
  /** A precondition of the check was not accepted. */
  | { kind: 'not accepted'; what: string; received: Observation }
  /** `written`: the digits of a long number in the response. */
  | { kind: 'no identifier'; of: Work; found: string; at?: string; threw?: string; written?: string }
  /** An account's key is not recognised at all. */
  | { kind: 'unrecognised'; variable: string; received: Observation }
  | { kind: 'doubt'; doubt: Doubt }
  /** `by`: who sent it, according to its headers. `asked`: the seconds of Retry-After, too many to wait for. */
  | { kind: 'disturbed'; status: number; code: Disturbance; times: number; by?: string; asked?: number }
  | { kind: 'unanswered'; method: string; path: string; failure: string }
  | { kind: 'target gone' }
  /**
   * Reads that accepted the key of this variable are all rejected like this: the key with a code of the contract, or
   * else this machine. `by`: who sent it, according to its headers.
   */
  | { kind: 'shut out'; variable: KeyVariable; received: Observation; by?: string }
  /** The key of this variable was accepted at this operation, and did not arrive there another time. */
  | { kind: 'header removed'; variable: KeyVariable; operation: Operation }
  /** Credits that say nothing about what was sent: `accepted`: what must be rejected was accepted. */
  | { kind: 'credits'; how: 'unreadable' | 'accepted' | 'restless' }
  /** A cache sent a response of a measurement: `cf-cache-status: HIT`. */
  | { kind: 'cached'; signs: string }
  | { kind: 'no model'; tier?: string }
  | { kind: 'another rejection'; received: Observation }
  /** Nothing was charged for a job or a workflow that failed, or was not done in time, according to its lookup. */
  | { kind: 'unfinished' }
  /** The work was not done within the time limit, and the target file does not say how long it may take. */
  | { kind: 'not done'; threw?: string }
  /** A job or run that was found before is not found at the end of the run. */
  | { kind: 'gone' }
  /** The lookup of the job says that it failed, so it need not have a result. */
  | { kind: 'job failed' }
  /** No charge was seen, and the target file does not say that readings show each charge. */
  | { kind: 'unsettled' }
  /** The pairs of a comparison do not agree, or readings may not show what they cost. */
  | { kind: 'prices'; costs: (readonly number[])[] }
  /** The run ended before the check did. */
  | { kind: 'cut short' }
  | { kind: 'nothing judged' }
  | { kind: 'elsewhere'; part: string; path: string }
  | { kind: 'broke down'; error: string }
  | { kind: 'absent'; why: 'no run' | 'not selected' | 'nothing seen' | 'unneeded' }
  | { kind: 'some checks'; untested: number; of: number; reasons: Reason[] }
  | { kind: 'several'; reasons: Reason[] }
  /** A known failure is in the response that the check needs. */
  | { kind: 'known failure'; words: string }
  /** The clause's own reason why no client can see it, or why it is not shown. */
  | { kind: 'ledger'; words: string };

/** Whether a key is shut out, by a code of the contract; if not, it is the address of this machine. */
export const isAboutKey = (received: Observation): boolean =>
  'code' in received && received.code === 'invalid_api_key';

/** The single reasons of a combined one. */
export function partsOf(reason: Reason | undefined): Reason[] {
  if (reason === undefined) return [];
  return reason.kind === 'several' || reason.kind === 'some checks'
    ? reason.reasons.flatMap(partsOf)
    : [reason];
}

/** A target that accepts nothing or rejects nobody proves nothing. */
export type Doubt = 'nothing accepted' | 'nothing rejected';

/** The codes of the contract that say nothing about the request, and the responses of gateways. */
export type Disturbance = 'upstream_error' | 'rate_limited' | 'daily_quota_exceeded' | 'page';
