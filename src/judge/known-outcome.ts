import { isUndecided } from './evidence';
import type { KnownFailure } from './known-failures';
import type { ClauseVerdict } from './verdicts';
import { reasonWords, shortList } from './wording';

/** What a list of known failures means for a run. */
export interface KnownOutcome {
  /** What is wrong with the list; each makes the run misconfigured. */
  problems: string[];
  /** Entries that this run could not check, each with the reason. */
  unchecked: string[];
}

/**
 * Sets a list of known failures against what a run found. A clause that is blocked or disturbed satisfies no entry, and
 * a partial run finds none out of date: it may have left out the checks that show the fault.
 */
export function applyKnownFailures(
  entries: readonly KnownFailure[],
  clauses: ClauseVerdict[],
  partial: boolean,
): KnownOutcome {
  const failures = clauses.flatMap((clause) => clause.failures);
  const outcome: KnownOutcome = { problems: [], unchecked: [] };
  for (const entry of entries) {
    if (failures.some(({ known }) => known?.fault === entry.fault)) continue;
    const clause = clauses.find(({ id }) => id === entry.clause);
    const name = entry.fault.startsWith(entry.clause) ? entry.fault : `${entry.clause}: ${entry.fault}`;
    const others = (clause?.failures ?? []).flatMap(({ known, faults }) => (known ? [] : faults));
    if (clause === undefined || partial) outcome.unchecked.push(`${name} (not selected)`);
    else if (isUndecided(clause) || clause.verdict === 'not tested')
      outcome.unchecked.push(`${name} (${clause.verdict}: ${reasonWords(clause.reason)})`);
    else if (others.length === 0)
      outcome.problems.push(`KNOWN_FAILURES: ${name}: now conforms: remove the entry`);
    else outcome.problems.push(`KNOWN_FAILURES: ${name}: now fails otherwise: ${shortList(others)}`);
  }
  return outcome;
}
