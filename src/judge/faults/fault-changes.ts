import type { Fault } from './faults';

type AnyFault = Pick<Fault, 'verdict' | 'clauses'> & { known?: unknown };

/** A fault as two runs found it; undefined for the run that did not find it. */
export type FaultPair<Before, After> = readonly [was: Before | undefined, is: After | undefined];

/** What became of a fault from one run to another. */
export type FaultChange = 'new fault' | 'known' | 'fixed';

/** The faults of two runs: those that only the earlier run found, then those of the later run. */
export function pairFaults<Before extends AnyFault, After extends AnyFault>(
  before: readonly Before[],
  after: readonly After[],
): FaultPair<Before, After>[] {
  const found = new Map<After, Before>();
  for (const isSame of [hasSameFirstClause, isShared])
    for (const is of after) {
      if (found.has(is)) continue;
      const matched = new Set(found.values());
      const was = before.find((each) => !matched.has(each) && isSame(each, is));
      if (was !== undefined) found.set(is, was);
    }
  const matched = new Set(found.values());
  return [
    ...before.filter((was) => !matched.has(was)).map((was) => [was, undefined] as const),
    ...after.map((is) => [found.get(is), is] as const),
  ];
}

const hasSameFirstClause = (one: AnyFault, other: AnyFault) =>
  one.verdict === other.verdict && one.clauses[0] === other.clauses[0];

/**
 * Both break the same clause, though it may not be the first clause of both: that depends on what else is
 * broken.
 */
const isShared = (one: AnyFault, other: AnyFault) =>
  one.verdict === other.verdict &&
  (one.clauses.includes(other.clauses[0] ?? '') || other.clauses.includes(one.clauses[0] ?? ''));

/**
 * What became of a fault. It is fixed only if its clause was judged again, by all its checks.
 * @param verdictOf the verdict of a clause in the later run; undefined if that run did not send all its checks
 * @returns null if both runs found it, or if the later run could not judge its clause
 */
export function changeOf(
  [was, is]: FaultPair<AnyFault, AnyFault>,
  verdictOf: (clause: string) => string | undefined,
): FaultChange | null {
  if (is === undefined) return isConforming(verdictOf(was?.clauses[0] ?? '')) ? 'fixed' : null;
  if (was !== undefined && Boolean(was.known) === Boolean(is.known)) return null;
  return is.known ? 'known' : 'new fault';
}

const isConforming = (verdict: string | undefined) => verdict === 'conforms' || verdict === 'unspecified';
