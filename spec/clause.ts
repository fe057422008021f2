import type { KeyVariable } from './accounts';
import type { ErrorCode } from './error-code';
import type { Section } from './sections';
import type { PartName, TargetField } from './target-file';

/** What a target provides besides BASE_URL and API_KEY: a part of its target file, or the key of an account. */
export type Need = TargetField | Exclude<KeyVariable, 'API_KEY'>;

interface Details {
  /** The error codes that its checks expect. */
  codes?: readonly ErrorCode[];
  /** What all its checks need; a check of several operations may need more. */
  needs?: readonly Need[];
  /** The parts of the target file that its checks verify: the doctor runs them. */
  verifies?: readonly PartName[];
  /** Why it, or a part of it, cannot be observed. */
  why?: string;
  /**
   * The risk if the clause is fully violated: a request is accepted that must be rejected, or rejected
   * requests are charged.
   */
  risk?: Risk;
}

/** Another account's data, access without a valid key, or credits. */
type Risk = 'data' | 'keys' | 'money';

type Violation = string | { accepts: string };

/** A statement of the contract, or something that it leaves unspecified. */
export interface Clause<Level extends string = 'must' | 'should' | 'unspecified' | 'unobservable'>
  extends Details {
  level: Level;
  /** Section of the contract: `7`, `2.1`; in parts 4 and 5, `5.3` is rule 3. */
  section: Section;
  /** Present tense, one sentence, in our own words. */
  sentence: string;
  /** What a violating operation does, after its name: `rejects the valid key`, or what it accepts. */
  violation?: Violation;
}

function judged<Level extends 'must' | 'should'>(level: Level) {
  return (section: Section, sentence: string, violation: Violation, details: Details = {}): Clause<Level> => {
    return { level, section, sentence, violation, ...details };
  };
}

/** The contract states it. */
export const must = judged('must');

/** The contract does not state it, so it never fails a run. */
export const should = judged('should');

/** Not shown: never judged. */
export const unspecified = (
  section: Section,
  sentence: string,
  details: Details = {},
): Clause<'unspecified'> => {
  return { level: 'unspecified', section, sentence, ...details };
};

/** No HTTP client can observe it. */
export const unobservable = (section: Section, sentence: string, why: string): Clause<'unobservable'> => {
  return { level: 'unobservable', section, sentence, why };
};
