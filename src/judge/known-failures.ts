/** A fault of the target that the team knows of: whichever checks and clauses it breaks, until that day. */
export interface KnownFailure {
  /** A clause that it breaks: while that one is not judged, nothing is known of the fault. */
  clause: string;
  /** What was expected and received, in the words of `faultOf`. */
  fault: string;
  reason: string;
  /** An http(s) address: an issue, a decision. */
  link?: string;
  /** Last day on which the entry holds: `2027-01-31`. */
  expires: string;
}

/** For so many days an entry holds that a run prints. */
const DAYS = 30;

/**
 * The entry that a run prints for a fault, to be pasted.
 * @param day of the run
 */
export function entryFor(clause: string, fault: string, day: string): KnownFailure {
  const expires = new Date(Date.parse(day) + DAYS * 86_400_000).toISOString().slice(0, 10);
  return { clause, fault, reason: `found on ${day}; say here why it is accepted`, expires };
}

/** Why a known failure is none that fails the run. */
export function knownWords({ reason, link }: KnownFailure): string {
  return link === undefined ? reason : `${reason} (${link})`;
}
