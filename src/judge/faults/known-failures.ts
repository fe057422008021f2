import { type Operation, operationNames } from '../../../spec/operations';
import { isUndecided } from '../data/evidence';
import { formatReason, shortList } from '../texts/wording';
import type { ClauseVerdict } from '../verdict/verdicts';
import { clausesOf } from './causes';
import type { Reported } from './changes';

/** A fault that the team tolerates until a date. */
export interface KnownFailure {
  /** Its cause, and what came in place of what must come. */
  fault: string;
  /** The operations at which it is tolerated. */
  at: Operation[];
  /** It was found with DEPTH=3: fewer probes may not show it. */
  depth?: 3;
  reason: string;
  /** The last day on which the entry is valid, to its end at UTC-12: `2027-01-31`. */
  expires: string;
}

/** The entry that covers a fault at all these operations. */
export function entryOf(
  entries: readonly KnownFailure[],
  fault: string,
  operations: readonly Operation[],
): KnownFailure | undefined {
  return entries.find((each) => each.fault === fault && operations.every((at) => each.at.includes(at)));
}

/** How many days an entry that a run prints is valid. */
const DAYS = 30;

/** The entry that a run prints for a fault, ready to copy. */
export function entryFor(
  { fault, operations }: { fault: string; operations: Operation[] },
  day: string,
  depth = 1,
): KnownFailure {
  return {
    fault,
    at: operations,
    ...(depth === 3 && { depth }),
    reason: `found on ${day}; say here why it is accepted`,
    expires: new Date(Date.parse(day) + DAYS * 86_400_000).toISOString().slice(0, 10),
  };
}

/** The result of comparing a list of known failures with a run. */
export interface KnownOutcome {
  /** Problems of the list. Each makes the run misconfigured. */
  problems: string[];
  /** Entries that this run could not check, each with the reason. */
  unchecked: string[];
}

/**
 * Compares a list of known failures with what a run found. Each entry is checked at the operations where a clause of its
 * fault was judged, with as many probes as found it.
 * @param isPartial some checks did not run, perhaps those that show a fault
 */
export function applyKnownFailures(
  entries: readonly KnownFailure[],
  clauses: readonly ClauseVerdict[],
  faults: readonly (Reported & { verdict: string })[],
  { isPartial, depth }: { isPartial: boolean; depth: number },
): KnownOutcome {
  const outcome: KnownOutcome = { problems: [], unchecked: [] };
  for (const entry of entries)
    for (const operation of entry.at) {
      const there = faults.filter(({ operations }) => operations.includes(operation));
      if (there.some(({ fault }) => fault === entry.fault)) continue;
      const name = `${entry.fault}, at ${operationNames[operation]}`;
      const why = isPartial ? 'not selected' : whyUnchecked(entry, operation, clauses, depth);
      if (why !== undefined) outcome.unchecked.push(`${name} (${why})`);
      else {
        const about = clausesOf(entry.fault);
        const others = there.flatMap(({ fault, clauses, verdict }) =>
          verdict === 'violates' && clauses.some((id) => about.includes(id)) ? fault : [],
        );
        const remedy = `remove ${entry.at.length > 1 ? `${operation} from its \`at\`` : 'the entry'}`;
        const now =
          others.length > 0
            ? `has another fault now: ${shortList([...new Set(others)])}`
            : `no longer occurs: ${remedy}`;
        outcome.problems.push(`KNOWN_FAILURES: ${name}: ${now}`);
      }
    }
  return outcome;
}

function whyUnchecked(
  { fault, depth }: KnownFailure,
  operation: Operation,
  clauses: readonly ClauseVerdict[],
  depthNow: number,
): string | undefined {
  const about = clausesOf(fault);
  const own = clauses.filter(({ id }) => about.includes(id));
  const isJudged = own.some(({ operations }) => operations.includes(operation));
  const open = own.find(isUndecided) ?? own.find(({ verdict }) => !isJudged && verdict === 'not tested');
  if (open) return `${open.verdict}: ${formatReason(open.reason)}`;
  if (!isJudged) return 'not judged there';
  return depth !== undefined && depthNow < depth ? `found with DEPTH=${depth}` : undefined;
}
