import type { ErrorCode } from './error-code';
import type { Section } from './sections';
import type { PartName, TargetField } from './target-file';

/** What a target provides beyond BASE_URL and API_KEY: a part of its target file, or an account's key. */
export type Need =
  | TargetField
  | 'OTHER_API_KEY'
  | 'OLD_API_KEY'
  | 'NO_CREDITS_API_KEY'
  | 'NO_BACKEND_API_KEY'
  | 'QUOTA_API_KEY'
  | 'RATE_LIMIT_API_KEY'
  | 'UPSTREAM_API_KEY';

interface Details {
  /** The error codes that the requests of its cases are answered. */
  codes?: readonly ErrorCode[];
  /** What every case of it needs; a case of several endpoints may need more. */
  needs?: readonly Need[];
  /** The parts of the target file that its cases show: the doctor runs them. */
  verifies?: readonly PartName[];
  /** Why it, or a part of it, cannot be seen. */
  why?: string;
}

/** A statement of the contract, or one that it leaves open. */
export interface Clause<Level extends string = 'must' | 'advice' | 'open' | 'unobservable'> extends Details {
  level: Level;
  /** Part of the contract: `7`, `2.1`; in parts 4 and 5, `5.3` is rule 3. */
  section: Section;
  /** Present tense, one sentence, in our own words. */
  sentence: string;
}

function clauseOf<Level extends string>(level: Level) {
  return (section: Section, sentence: string, details: Details = {}): Clause<Level> => {
    return { level, section, sentence, ...details };
  };
}

/** The contract states it. */
export const must = clauseOf('must');

/** The contract does not state it: never red. */
export const advice = clauseOf('advice');

/** Not shown: never judged. */
export const open = clauseOf('open');

/** No HTTP client can see it. */
export const unobservable = (section: Section, sentence: string, why: string) =>
  clauseOf('unobservable')(section, sentence, { why });
