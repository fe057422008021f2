import type { Context, Exchange, Unjudged } from '../data/evidence';
import type { Expectation } from '../data/expectation';
import type { Answer } from '../response/answer';

/** An expectation, the responses, and whether they meet it. */
export interface Question {
  expected: Expectation;
  met: boolean;
  /** The first of the responses. */
  answer: Answer;
  answers: readonly Answer[];
  /** Every exchange of the check, reference requests included. */
  around: readonly Exchange[];
  context: Context;
}

/** Why the responses say nothing about the target; null if this guard does not apply. */
export type Ask = (question: Question) => Unjudged | null;

export interface Guard<Name extends string = string> {
  /** Its name in reports. */
  name: Name;
  ask: Ask;
  /** True if it also applies to responses that meet the expectation. */
  evenMet?: true;
}
