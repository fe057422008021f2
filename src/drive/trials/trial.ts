import type fc from 'fast-check';
import type { AssertionResult, Unjudged } from '../../judge/data/evidence';
import type { Expectation } from '../../judge/data/expectation';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { evaluate } from '../../judge/verdict/evaluate';
import type { Family, Probe } from '../../probes/family';
import type { Request, Sender } from '../client/request';
import type { CheckSession } from '../evidence/recorder';

/**
 * Probes of some families, and the expected response. Those of a countable family are distributed over the operations,
 * share by share.
 */
export interface Trial {
  families: readonly Family[];
  /** The name of the operation in the table of families. */
  place: string;
  /** Whether an accepted probe costs credits: then fewer are sent. */
  billable: boolean;
  expected: Expectation;
  /** The request with this probe, of API_KEY or the second account. */
  request: (session: CheckSession, probe: Probe, sender: Sender) => Request | Promise<Request>;
  /** Sends it, where this takes more than the request. */
  send?: (session: CheckSession, request: Request, probe: Probe) => Promise<Answer>;
  /**
   * The second account also sends a share of the probes, if its key is given: a server may keep a rule for
   * one account only.
   */
  bySecondAccount?: boolean;
  /**
   * What the probes are made from, if anything: a key, an id or the JSON of a request. If it is empty, it is
   * unknown, and no probe is made.
   */
  of?: (session: CheckSession, sender: Sender) => string | Promise<string>;
  /** Whether a probe is what its family says; by default all are. */
  fits?: (probe: Probe, sender: Sender) => boolean;
  /** The probes are sent one after another, in their order. */
  oneByOne?: boolean;
  /** Why no further probe may be sent, and the last one is not judged. */
  whyStopped?: (session: CheckSession) => Unjudged | undefined;
  /** Why responses that differ from the expected one cannot be judged. */
  whyUnjudged?: (session: CheckSession, answers: readonly Answer[]) => Promise<Unjudged | undefined>;
  /** Probes that agree with their original only in this number of first characters. */
  sameStart?: (of: string, length: number) => fc.Arbitrary<Probe>;
  placeIndex?: number;
  /** How many shares the operations before took: one if an accepted probe costs credits, two if not. */
  sharesBefore?: number;
  /**
   * At depth 1, only one family in this number is sampled at each operation; of the others, the classic
   * probes are sent.
   */
  oneFamilyIn?: number;
  /** Families whose probes are all sent, at any depth. */
  entire?: readonly Family[];
  /** How many probes of a countable family are one share. */
  membersPerShare?: number;
}

export function isViolation(session: CheckSession, trial: Trial, answer: Answer | undefined): boolean {
  if (answer === undefined) return false;
  const result = foundIn(session, trial, answer);
  return !result.met && result.unjudged === undefined;
}

/** True if a response violates in the same way as this one: a rejection is one, whatever its body. */
export function isSameViolation(
  session: CheckSession,
  trial: Trial,
  answer: Answer,
  violating: Answer,
): boolean {
  return isViolation(session, trial, answer) && isAccepted(answer) === isAccepted(violating);
}

/** True if the probe was accepted or got the expected response, whatever happened to others. */
export function isDecided(session: CheckSession, trial: Trial, answer: Answer): boolean {
  return isAccepted(answer) || foundIn(session, trial, answer).met;
}

/**
 * True if the probe was accepted, and only an unverified part of the target file keeps it from being a
 * violation. The same would hold for other probes.
 */
export function isAcceptedUnverified(session: CheckSession, trial: Trial, answer: Answer): boolean {
  return isAccepted(answer) && foundIn(session, trial, answer).unjudged?.reason.kind === 'unverified';
}

export function foundIn({ evidence }: CheckSession, { expected }: Trial, answer: Answer): AssertionResult {
  const { exchanges, context } = evidence;
  return evaluate(expected, [answer], exchanges, context);
}
