import type { ErrorCode } from '../../spec/error-code';
import type { Codes } from '../../spec/generated/document';
import { type Expectation, rejectedWith } from '../judge/data/expectation';
import type { Requirement } from '../send/driver/requirements';

/** What must come back, as data. */
export type Expected =
  /** For each response, whatever the target. */
  | { each: Expectation }
  /**
   * For each response, with the help of the target file. `accepted`: for those after the first that are
   * accepted.
   */
  | { each: Requirement; accepted?: true }
  /** For all responses together. */
  | { together: Requirement }
  /** Nothing is expected. Status and shape are recorded under this name, or whether a header is present. */
  | { recorded: string }
  | { recordedHeader: string };

/**
 * Exactly this status and code, or one of several such pairs (contract 7). A status that no such code has in
 * the document does not compile.
 */
export const status = <Code extends ErrorCode>(
  statuses: Codes[Code] | readonly Codes[Code][],
  codes: Code | readonly Code[],
): Expected => ({ each: rejectedWith(statuses, codes) });

/** A success. Where the contract shows the endpoint, with a JSON body. */
export const accepted: Expected = { each: { kind: 'success' } };

/** A status from 400 to 499. */
export const rejected: Expected = { each: { kind: 'rejection' } };

/** Accepted, unless the chain may be too long: the contract does not show how many blocks are allowed. */
export const acceptedIfNotTooLong: Expected = { each: { kind: 'success', unless: 'too long' } };

/**
 * The same as with the valid key, or this rejection: most HTTP implementations remove white space at the end
 * of a header (RFC 9110, 5.5).
 */
export const acceptedOr = <Code extends ErrorCode>(status: Codes[Code], code: Code): Expected => ({
  each: { kind: 'failure or success', pair: { status, code } },
});

export const each = (requirement: Requirement): Expected => ({ each: requirement });
/** For the first response, and for those of the others that are accepted. */
export const eachAccepted = (requirement: Requirement): Expected => ({ each: requirement, accepted: true });
export const together = (requirement: Requirement): Expected => ({ together: requirement });
export const recorded = (what: string): Expected => ({ recorded: what });
export const recordedHeader = (name: string): Expected => ({ recordedHeader: name });
