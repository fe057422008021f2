import type { Answer } from '../answer';
import type { Context, Exchange, Inconclusive } from '../evidence';
import type { Expectation } from '../expectation';

/** What is expected of some answers, and whether they are so. */
export interface Asked {
  expected: Expectation;
  met: boolean;
  /** The first of the answers. */
  answer: Answer;
  answers: readonly Answer[];
  /** Every exchange of the check, reference requests included. */
  around: readonly Exchange[];
  context: Context;
}

/** Why the answers say nothing of the target; null where this guard knows of nothing. */
export type Ask = (asked: Asked) => Inconclusive | null;

export interface Guard {
  /** Names it in reports and in CONTRIBUTING.md. */
  name: string;
  /** What it excuses. */
  sentence: string;
  ask: Ask;
  /** It is asked also where the answers are as they must be. */
  evenMet?: true;
}
