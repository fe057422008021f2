import type { AssertionResult } from '../../judge/data/evidence';
import type { Expectation } from '../../judge/data/expectation';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { evaluate } from '../../judge/verdict/evaluate';
import type { CheckSession } from '../evidence/recorder';

/** What the responses to probes show, by what the check knows so far. */
export interface Judging {
  found: (answer: Answer) => AssertionResult;
  isViolation: (answer: Answer | undefined) => boolean;
  /** Whether a response violates in the same way as the second one: a rejection is one, whatever its body. */
  isSame: (answer: Answer, violating: Answer) => boolean;
  /** Whether the probe was accepted or got the expected response, whatever happened to others. */
  isDecided: (answer: Answer) => boolean;
  /**
   * Whether the probe was accepted, and only an unverified part of the target file keeps it from being a violation.
   * The same would hold for other probes.
   */
  isAcceptedUnverified: (answer: Answer) => boolean;
}

export function judgingOf({ evidence }: CheckSession, expected: Expectation): Judging {
  const found = (answer: Answer) => evaluate(expected, [answer], evidence.exchanges, evidence.context);
  const isViolation = (answer: Answer | undefined) => {
    if (answer === undefined) return false;
    const { met, unjudged } = found(answer);
    return !met && unjudged === undefined;
  };
  return {
    found,
    isViolation,
    isSame: (answer, violating) => isViolation(answer) && isAccepted(answer) === isAccepted(violating),
    isDecided: (answer) => isAccepted(answer) || found(answer).met,
    isAcceptedUnverified: (answer) =>
      isAccepted(answer) && found(answer).unjudged?.reason.kind === 'unverified',
  };
}
