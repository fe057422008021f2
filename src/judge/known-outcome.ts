import { isUndecided } from './evidence';
import { excusableBy, faultWords, type KnownFailure } from './known-failures';
import type { ClauseVerdict } from './verdicts';
import { formatReason, shortList } from './wording';

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
  const known = clauses
    .flatMap(({ failures }) => failures)
    .flatMap((failure) => (failure.known ? failure.faults.map(faultWords) : []));
  const outcome: KnownOutcome = { problems: [], unchecked: [] };
  const all = entries.flatMap((entry) => excusableBy(entry).map((fault) => ({ id: entry.clause, fault })));
  for (const { id, fault } of all) {
    const words = faultWords(fault);
    if (known.includes(words)) continue;
    const clause = clauses.find((each) => each.id === id);
    const name = words.startsWith(id) ? words : `${id}: ${words}`;
    const others = (clause?.failures ?? []).flatMap((each) =>
      each.known ? [] : each.faults.map(faultWords),
    );
    if (clause === undefined || partial) outcome.unchecked.push(`${name} (not selected)`);
    else if (isUndecided(clause) || clause.verdict === 'not tested')
      outcome.unchecked.push(`${name} (${clause.verdict}: ${formatReason(clause.reason)})`);
    else if (others.length === 0)
      outcome.problems.push(
        `KNOWN_FAILURES: ${name}: now conforms: remove the ${fault.operation === undefined ? 'entry' : 'operation'}`,
      );
    else outcome.problems.push(`KNOWN_FAILURES: ${name}: now fails otherwise: ${shortList(others)}`);
  }
  return outcome;
}
