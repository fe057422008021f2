import { type Change, overrideChapter } from '../../../mock/behaviour';
import type { Check } from '../../../mock/call';
import type { Depth } from '../../../src/judge/verdict/depth';
import type { Target } from '../../../src/settings/target-file/target';
import type { Lack } from '../drawn/targets';

/** A target file in which no part is missing. */
export type SoundTarget = Target & {
  [Part in 'text' | 'job' | 'workflow' | 'run']-?: NonNullable<Target[Part]>;
};

/** A legal difference in behaviour that the contract does not specify. */
export interface Variant {
  /** What differs, as a phrase. */
  phrase: string;
  change: Change;
  /** Returns the target file that describes it, derived from the given one. */
  target?: (given: SoundTarget) => SoundTarget;
  /** The parts of the target file were verified before. */
  verified?: true;
  /** Incomplete settings, in place of `target`. Exactly the checks of this clause or title are not tested then. */
  lack?: Lack & { untested: RegExp };
  /** Clauses that stay undecided because too little is known about this target: neither green nor red. */
  mayBeUntested?: RegExp;
  /** Recommendations that something in front of the service does not follow. */
  deviates?: RegExp;
  /** Other environment variables. */
  env?: Record<string, string>;
  /** DEPTH, if it is not that of pull requests. */
  depth?: Depth;
  /** Runs the checks of these clauses with the contract's own minute, only in the long proof. */
  realTime?: RegExp;
}

/** Replaces these parts of the workflows of a target file. */
export const withWorkflow = (given: SoundTarget, parts: Partial<SoundTarget['workflow']>): SoundTarget => ({
  ...given,
  workflow: { ...given.workflow, ...parts },
});

/** Returns a function that makes IDs: a prefix and a number from 1. */
export function counting(word = ''): () => string {
  let made = 0;
  return () => `${word}${++made}`;
}

/** Adds a check to every operation, before all others. */
export const beforeAll = (more: Check): Change =>
  overrideChapter('service', ({ checks }) => {
    const changed = Object.entries(checks).map(([operation, those]) => [operation, [more, ...those]]);
    return { checks: Object.fromEntries(changed) };
  });
