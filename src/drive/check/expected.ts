import type { ErrorCode } from '../../../spec/error-code';
import { type Expectation, failure } from '../../judge/expectation';

/** What must come back, as data. */
export type Expected =
  /** Of each answer, whatever the target. */
  | { each: Expectation }
  /** Of each answer, by what the target file tells; `accepted`: of those after the first that are accepted. */
  | { each: Requirement; accepted?: true }
  /** Of all answers together. */
  | { together: Requirement }
  /** Nothing: status and shape are recorded under this name, or whether a header is there. */
  | { recorded: string }
  | { recordedHeader: string };

/** What is required by the words of the target file: what each is stands in `requirements.ts`. */
export type Requirement =
  | 'model ids'
  | 'no model twice'
  | 'three tiers'
  | 'listed model'
  | 'remaining credits'
  | 'credits lowered'
  | 'credits unchanged'
  | 'cheaper than pro'
  | 'job_id'
  | 'job_id is a string'
  | 'run_id'
  | 'run_id is a string'
  | 'job state'
  | 'job result'
  | 'names the connection'
  | 'names more than a position'
  | 'alike';

/** Exactly this status and code, or one of several pairs of them (contract 7). */
export const status = (
  statuses: number | readonly number[],
  codes: ErrorCode | readonly ErrorCode[],
): Expected => ({ each: failure(statuses, codes) });

/** A success; where the contract shows the endpoint, with a JSON body. */
export const accepted: Expected = { each: { kind: 'success' } };

/** A status from 400 to 499. */
export const rejected: Expected = { each: { kind: 'rejection' } };

/** Accepted, unless the chain may be too long: how many blocks are allowed is not shown. */
export const acceptedIfNotTooLong: Expected = { each: { kind: 'success if not too long' } };

/** As with the valid key, or this: HTTP removes white space at the end of a header on most ways (RFC 9110, 5.5). */
export const acceptedOr = (status: number, code: ErrorCode): Expected => ({
  each: { kind: 'failure or success', pair: { status, code } },
});

export const each = (requirement: Requirement): Expected => ({ each: requirement });
/** Of the first, and of those of the others that are accepted. */
export const eachAccepted = (requirement: Requirement): Expected => ({ each: requirement, accepted: true });
export const together = (requirement: Requirement): Expected => ({ together: requirement });
export const recorded = (what: string): Expected => ({ recorded: what });
export const recordedHeader = (name: string): Expected => ({ recordedHeader: name });
