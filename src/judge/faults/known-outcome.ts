import { isUndecided } from '../data/evidence';
import { formatReason, shortList } from '../texts/wording';
import type { ClauseVerdict } from '../verdict/verdicts';
import { excusableBy, type KnownFailure, nameOf } from './known-failures';

/** The result of comparing a list of known failures with a run. */
export interface KnownOutcome {
  /** Problems of the list. Each makes the run misconfigured. */
  problems: string[];
  /** Entries that this run could not check, each with the reason. */
  unchecked: string[];
}

/**
 * Compares a list of known failures with what a run found. An undecided clause confirms no entry, and a
 * partial run makes none out of date: it may not have run the checks that show the fault.
 */
export function applyKnownFailures(
  entries: readonly KnownFailure[],
  clauses: ClauseVerdict[],
  partial: boolean,
): KnownOutcome {
  const known = clauses
    .flatMap(({ failures }) => failures)
    .flatMap((failure) => (failure.known ? failure.faults.map(nameOf) : []));
  const outcome: KnownOutcome = { problems: [], unchecked: [] };
  const all = entries.flatMap((entry) => excusableBy(entry).map((fault) => ({ id: entry.clause, fault })));
  for (const { id, fault } of all) {
    const name = `${id}: ${nameOf(fault)}`;
    if (known.includes(nameOf(fault))) continue;
    const clause = clauses.find((each) => each.id === id);
    const others = (clause?.failures ?? []).flatMap((each) => (each.known ? [] : each.faults.map(nameOf)));
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
