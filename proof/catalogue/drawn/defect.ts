import type { Change } from '../../../mock/behaviour';
import { nouns } from '../../../mock/call';
import { type At, when } from './scope';

/** One of the many defects that a family of probes must find at its place. */
export interface Defect {
  /** What is wrong, as a phrase. */
  phrase: string;
  change: Change;
  /** An operation whose checks must find it. Without it, a check of any operation. */
  at?: At | undefined;
  /** The must clauses that it breaks. */
  clauses: readonly string[];
  /** The clauses whose checks must find it, if they differ from those that it breaks. */
  metBy?: readonly string[];
  /** The contract or the target file may allow it, so it must not be reported. */
  isLegal?: true;
}

/** A defect at one operation, or everywhere. */
export function placed(
  phrase: string,
  change: Change,
  at: At | undefined,
  clauses: readonly string[],
): Defect {
  return at === undefined
    ? { phrase: `${phrase} everywhere`, change, clauses }
    : {
        phrase: `${phrase} at ${nouns[at]}`,
        change: when(({ operation }) => operation === at, change),
        at,
        clauses,
      };
}
