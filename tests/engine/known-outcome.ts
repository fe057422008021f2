import { isUndecided } from './cases';
import type { Failure } from './failures';
import type { KnownFailure } from './known-failures';
import type { ClauseVerdict } from './verdicts';
import { reasonWords } from './wording';

/** What a list of known failures means for a run. */
export interface KnownOutcome {
  /** What is wrong with the list; each makes the run misconfigured. */
  problems: string[];
  /** Entries that this run could not check, each with the reason. */
  unchecked: string[];
}

/** Sets a list of known failures against what a run found. A blocked or disturbed case satisfies no entry. */
export function applyKnownFailures(
  entries: readonly KnownFailure[],
  clauses: ClauseVerdict[],
  partial: boolean,
): KnownOutcome {
  const cases = clauses.flatMap((clause) => clause.cases);
  const failures = clauses.flatMap((clause) => clause.failures);
  const outcome: KnownOutcome = { problems: [], unchecked: [] };
  for (const entry of entries) {
    if (failures.some(({ known }) => known === entry)) continue;
    const observed = failures.filter(
      (each) => each.clause === entry.clause && (each.universal || each.case === entry.case),
    );
    const name = `${entry.clause}: ${entry.case}`;
    const ran = cases.filter((each) => each.title === entry.case);
    const unjudged = ran.find((each) => isUndecided(each) || each.verdict === 'not driven');
    const universal = clauses.some(({ id, judged }) => id === entry.clause && judged > 0);
    if (ran.length === 0 && partial) outcome.unchecked.push(`${name} (not selected)`);
    else if (ran.length === 0 && !universal) outcome.problems.push(`KNOWN_FAILURES: no case matches ${name}`);
    else if (unjudged)
      outcome.unchecked.push(`${name} (${unjudged.verdict}: ${reasonWords(unjudged.reason)})`);
    else if (observed.length === 0)
      outcome.problems.push(`KNOWN_FAILURES: ${name} now conforms: remove the entry`);
    else
      outcome.problems.push(
        `KNOWN_FAILURES: ${name} now fails otherwise: ${observed.map(observation).join(', ')}`,
      );
  }
  return outcome;
}

function observation({ status, code }: Failure): string {
  return `${status ?? 'no answer'} ${code ?? 'without a code'}`;
}
