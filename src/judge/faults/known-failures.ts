import type { Operation } from '../../../spec/operations';
import type { UniversalViolation } from '../data/evidence';
import type { Expectation, Observation } from '../data/expectation';
import type { Fingerprint } from './signature';

/** A fault in data: what was expected, and what was received instead. */
interface FaultIdentity {
  /** None for a rejection in place of another one: it is the same fault under every clause. */
  clause?: string;
  expected: Expectation;
  received: Fingerprint | Partial<Observation> | 'accepted' | 'other credits';
}

/** The fields that distinguish faults. The others are of one run: amounts, its waits, the start of a body. */
const fields = [
  ...['clause', 'expected', 'received'],
  ...['kind', 'pairs', 'pair', 'status', 'code', 'rule', 'name', 'type', 'part', 'at', 'operation', 'word'],
  ...[
    'ofAnother',
    'contentType',
    'start',
    'what',
    'field',
    'text',
    'before',
    'after',
    'same',
    'costs',
    'between',
  ],
];

/** A fault of the target, as a run shows it. */
export interface Excusable {
  fault: FaultIdentity;
  /** The operation, if the same fault at another operation would be new. */
  operation?: Operation;
}

/** A fault that the team tolerates until a date, for all checks and clauses that it breaks. */
export interface KnownFailure {
  /** A clause that it breaks. While this clause is not judged, nothing is known about the fault. */
  clause: string;
  fault: FaultIdentity;
  /** The operations for which it is known, if the same fault at another operation would be new. */
  operations?: Operation[];
  reason: string;
  /** An http(s) address: an issue, a decision. */
  link?: string;
  /** The last day on which the entry is valid, to its end at UTC-12: `2027-01-31`. */
  expires: string;
}

/** The entry that covers a fault. */
export function entryOf(
  entries: readonly KnownFailure[],
  { fault, operation }: Excusable,
): KnownFailure | undefined {
  return entries.find(
    (entry) =>
      identityOf(entry.fault) === identityOf(fault) &&
      (operation === undefined ? entry.operations === undefined : entry.operations?.includes(operation)),
  );
}

/** The faults that an entry covers. */
export function excusableBy({ fault, operations }: KnownFailure): Excusable[] {
  return operations?.map((operation) => ({ fault, operation })) ?? [{ fault }];
}

/** A fault as one line of JSON: the same in every run, in whichever order an entry has the fields. */
export const identityOf = (fault: FaultIdentity): string => JSON.stringify(fault, fields);

/** A finding without its clause, and without a body, which may differ between equal runs. */
export function deviationOf({ expected, received: seen }: Omit<UniversalViolation, 'clause'>): FaultIdentity {
  if (seen.kind !== 'answer') return { expected, received: seen };
  const { kind, status, code, contentType, start } = seen;
  const body = start ? { contentType } : { start };
  return { expected, received: { kind, status, ...(code === undefined ? body : { code }) } };
}

/** `{"clause":"auth.key.wrong","expected":...,"received":"accepted"} (credits)`. */
export const nameOf = ({ fault, operation }: Excusable): string =>
  `${identityOf(fault)}${operation === undefined ? '' : ` (${operation})`}`;

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
    fault: JSON.parse(identityOf(faults[0].fault)),
    ...(operations.length > 0 && { operations }),
    reason: `found on ${day}; say here why it is accepted`,
    expires,
  };
}

/** Why a known failure does not fail the run. */
export function formatKnown({ reason, link }: KnownFailure): string {
  return link === undefined ? reason : `${reason} (${link})`;
}
