import { authenticate } from '../../../mock/auth';
import type { Behaviour, Change } from '../../../mock/behaviour';
import type { Check } from '../../../mock/call';
import type { Target } from '../../../src/drive/target';

/** A target file in which nothing is left out. */
export type SoundTarget = Target & {
  [Part in 'text' | 'job' | 'workflow' | 'run']-?: NonNullable<Target[Part]>;
};

/** A legal way to differ in what the contract leaves open. */
export interface Variant {
  /** What differs, as a phrase. */
  phrase: string;
  change: Change;
  /** How it is spelt, from how the rest is. */
  target?: (given: SoundTarget) => SoundTarget;
  /** Parts of it that were signed. */
  verifiedEarlier?: string[];
  timeoutMs?: number;
  /** Clauses that this target leaves undecided, since nobody is told enough of it: not green, and not red. */
  undriven?: RegExp;
  /** Other settings. */
  env?: Record<string, string>;
  /** DEPTH, where it is not that of pull requests. */
  depth?: number;
  /** The contract's own minute, in the long proof alone: cases of these clauses. */
  realTime?: RegExp;
}

/** A target file whose workflows are told and sent otherwise in these parts. */
export const withWorkflow = (given: SoundTarget, parts: Partial<SoundTarget['workflow']>): SoundTarget => ({
  ...given,
  workflow: { ...given.workflow, ...parts },
});

/** Makes ids that count from 1, behind a word. */
export function counting(word = ''): () => string {
  let made = 0;
  return () => `${word}${++made}`;
}

type Checks = Behaviour['service']['checks'];

/** The checks of every operation, with one more behind that of the key. */
export function behindTheKey(checks: Checks, more: Check): Checks {
  const each = Object.entries(checks).map(([operation, those]) => [
    operation,
    those.flatMap((check) => (check === authenticate ? [check, more] : [check])),
  ]);
  return Object.fromEntries(each);
}

/** The checks of every operation, with one more before all others. */
export function beforeAll(checks: Checks, more: Check): Checks {
  const each = Object.entries(checks).map(([operation, those]) => [operation, [more, ...those]]);
  return Object.fromEntries(each);
}
