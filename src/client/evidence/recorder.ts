import { isDeepStrictEqual } from 'node:util';
import type { KeyVariable } from '../../../spec/accounts';
import type { TargetField } from '../../../spec/target-file';
import type { Work, works } from '../../../spec/works';
import { type Evidence, isUndecided, type Unjudged } from '../../judge/data/evidence';
import { formatThrown } from '../../settings/target-file/thrown';
import { inParallel } from '../run/parallel';
import type { Session } from '../run/session';

/** What is recorded, for a check or for a request that several checks share. */
type Recorded = Omit<Evidence, 'clause'>;

/**
 * The session of a run as one check uses it, or a request that several checks share: what is sent through it is
 * recorded as its evidence.
 */
export interface CheckSession extends Session {
  evidence: Recorded;
  /** Nothing else of the run is in flight, so that credits can be measured. */
  measures: boolean;
}

/** Ends a check, or one of its operations, with the reason. Whoever catches it records the reason. */
class UndecidedCheck extends Error {
  constructor(readonly why: Unjudged) {
    super('undecided');
  }
}

export const newEvidence = (): Recorded => ({
  exchanges: [],
  assertions: [],
  untested: [],
  observations: {},
});

/** What a function returned, unless it ended early, and its own evidence. */
export interface Recording<T> {
  value?: T;
  evidence: Recorded;
}

/** Runs a function with its own evidence, which has the reason if it ended early. */
export async function recordSeparately<T>(
  session: Session & Partial<CheckSession>,
  act: (session: CheckSession) => Promise<T>,
): Promise<Recording<T>> {
  const evidence = newEvidence();
  try {
    return { value: await act({ measures: false, ...session, evidence }), evidence };
  } catch (error) {
    evidence.unjudged =
      error instanceof UndecidedCheck
        ? error.why
        : { verdict: 'blocked', reason: { kind: 'broke down', error: formatThrown(error) } };
    return { evidence };
  }
}

/** The result for one of several operations: its value, or why it cannot be tested. */
type Tried<T> = { value: T } | { why: Unjudged };

/** Tests one of several operations. If it cannot be tested, nothing else ends. */
export async function tryOne<T>(act: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { value: await act() };
  } catch (error) {
    if (error instanceof UndecidedCheck) return { why: error.why };
    throw error;
  }
}

/** Records that a part of the check cannot be tested. */
export function recordUntested({ evidence }: CheckSession, place: string, why: Unjudged): void {
  const untested = { place, ...why };
  if (!evidence.untested.some((each) => isDeepStrictEqual(each, untested))) evidence.untested.push(untested);
}

/** An operation to test, by its name. */
export type NamedAct<T> = readonly [name: string, act: () => Promise<T>];

/**
 * Tests several operations and returns the results of those that can be tested, in their order. The others are recorded
 * with their reasons. A check without any response ends with one of them (`run-check.ts`).
 */
export async function tryEach<T>(
  session: CheckSession,
  places: readonly NamedAct<T>[],
  inTurn = false,
): Promise<T[]> {
  const tried: Tried<T>[] = [];
  await inParallel([...places.entries()], inTurn ? 1 : places.length, async ([index, [, act]]) => {
    tried[index] = await tryOne(act);
  });
  return tried.flatMap((each, index) => {
    if ('value' in each) return [each.value];
    recordUntested(session, places[index]?.[0] ?? '', each.why);
    return [];
  });
}

/** Ends the check with one of these reasons, if there is any. One that leaves it undecided comes first. */
export function endForOneOf(reasons: readonly Unjudged[]): void {
  const why = reasons.find(isUndecided) ?? reasons[0];
  if (why !== undefined) endUnjudged(why.verdict, why.reason);
}

/** Ends the check, or this operation of it, unjudged and with the reason. */
export function endUnjudged(verdict: Unjudged['verdict'], reason: Unjudged['reason']): never {
  throw new UndecidedCheck({ verdict, reason });
}

type Setting = KeyVariable | (typeof works)[Work]['foreign']['variable'];
type Needed = TargetField | Setting | `${Setting} or ${Setting}` | `RATE_LIMIT_BURST of ${number}`;

/** Ends the check as not tested: it needs this variable or part of the target file. */
export const needs = (what: Needed): never => endUnjudged('not tested', { kind: 'needs', what });

/** Ends the check as not tested: the target has nothing suitable; `what` names what it would need. */
export const endAsUnsuitable = (what: string): never => endUnjudged('not tested', { kind: 'needs', what });
