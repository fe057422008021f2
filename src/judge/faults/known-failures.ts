import type { Operation } from '../../../spec/operations';

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
