import type { Operation } from '../../../spec/operations';

/** A fault of the target, as a run shows it. */
export interface Excusable {
  /** What was expected and received, in words. */
  words: string;
  /** The operation, if the same fault at another operation would be new. */
  operation?: Operation;
}

/** A fault that the team tolerates until a date, for all checks and clauses that it breaks. */
export interface KnownFailure {
  /** A clause that it breaks. While this clause is not judged, nothing is known about the fault. */
  clause: string;
  /** What was expected and received, in the words of `excusableOf`. */
  fault: string;
  /** The operations for which it is known, if the same fault at another operation would be new. */
  operations?: Operation[];
  reason: string;
  /** An http(s) address: an issue, a decision. */
  link?: string;
  /** The last day on which the entry is valid: `2027-01-31`. */
  expires: string;
}

/** The entry that covers a fault. */
export function entryOf(
  entries: readonly KnownFailure[],
  { words, operation }: Excusable,
): KnownFailure | undefined {
  return entries.find(
    ({ fault, operations }) =>
      fault === words &&
      (operation === undefined ? operations === undefined : operations?.includes(operation)),
  );
}

/** The faults that an entry covers. */
export function excusableBy({ fault: words, operations }: KnownFailure): Excusable[] {
  return operations?.map((operation) => ({ words, operation })) ?? [{ words }];
}

/** `auth.key.wrong: expected 401 invalid_api_key, received a success (credits)`. */
export const faultWords = ({ words, operation }: Excusable) =>
  operation === undefined ? words : `${words} (${operation})`;

/** How many days an entry that a run prints is valid. */
const DAYS = 30;

/**
 * The entry that a run prints for a fault, ready to paste.
 * @param faults the same fault at each operation that shows it
 * @param day of the run
 */
export function entryFor(
  clause: string,
  faults: readonly [Excusable, ...Excusable[]],
  day: string,
): KnownFailure {
  const expires = new Date(Date.parse(day) + DAYS * 86_400_000).toISOString().slice(0, 10);
  const operations = [...new Set(faults.flatMap(({ operation }) => operation ?? []))];
  return {
    clause,
    fault: faults[0].words,
    ...(operations.length > 0 && { operations }),
    reason: `found on ${day}; say here why it is accepted`,
    expires,
  };
}

/** Why a known failure does not fail the run. */
export function formatKnown({ reason, link }: KnownFailure): string {
  return link === undefined ? reason : `${reason} (${link})`;
}
