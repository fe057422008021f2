import type { KeyVariable } from './accounts';
import type { ErrorCode } from './error-code';
import type { Section } from './sections';
import type { PartName, TargetField } from './target-file';

/** What a target provides beyond BASE_URL and API_KEY: a part of its target file, or an account's key. */
export type Need = TargetField | Exclude<KeyVariable, 'API_KEY'>;

interface Details {
  /** The error codes that the requests of its cases are answered. */
  codes?: readonly ErrorCode[];
  /** What every case of it needs; a case of several endpoints may need more. */
  needs?: readonly Need[];
  /** The parts of the target file that its cases show: the doctor runs them. */
  verifies?: readonly PartName[];
  /** Why it, or a part of it, cannot be seen. */
  why?: string;
  /** What is at risk where the clause is broken in full: where a request is accepted that must be rejected, or charged for. */
  risk?: Risk;
}

/** Another account's data, access without a key that is in force, or credits. */
export type Risk = 'data' | 'keys' | 'money';

/** A statement of the contract, or one that it leaves open. */
export interface Clause<Level extends string = 'must' | 'advice' | 'unspecified' | 'unobservable'>
  extends Details {
  level: Level;
  /** Part of the contract: `7`, `2.1`; in parts 4 and 5, `5.3` is rule 3. */
  section: Section;
  /** Present tense, one sentence, in our own words. */
  sentence: string;
  /** What an operation does that breaks it, behind the operation's name: `accepts a wrong key`. */
  breach?: string;
}

function judged<Level extends 'must' | 'advice'>(level: Level) {
  return (section: Section, sentence: string, breach: string, details: Details = {}): Clause<Level> => {
    return { level, section, sentence, breach, ...details };
  };
}

/** The contract states it. */
export const must = judged('must');

/** The contract does not state it: never red. */
export const advice = judged('advice');

/** Not shown: never judged. */
export const unspecified = (
  section: Section,
  sentence: string,
  details: Details = {},
): Clause<'unspecified'> => {
  return { level: 'unspecified', section, sentence, ...details };
};

/** No HTTP client can see it. */
export const unobservable = (section: Section, sentence: string, why: string): Clause<'unobservable'> => {
  return { level: 'unobservable', section, sentence, why };
};
