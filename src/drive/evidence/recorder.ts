import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { KeyVariable } from '../../../spec/accounts';
import type { ClauseId } from '../../../spec/ledger';
import type { TargetField } from '../../../spec/target-file';
import { type Evidence, type Inconclusive, isUndecided } from '../../judge/evidence';
import { mask } from '../http/secrets';
import { together } from '../run/parallel';

/** Where what is done is recorded, and what ends where it cannot go on. */
interface Scope {
  evidence: Evidence;
  /** One of several places: only this one ends where it cannot be tested, and the others go on. */
  onePlace?: true;
}

/** Of each check, and of whatever several build on: many are made at once. */
const scopes = new AsyncLocalStorage<Scope>();

/** Ends what is done in a scope; what does that keeps the reason. */
class UndecidedCheck extends Error {
  constructor(readonly why: Inconclusive) {
    super('set back');
  }
}

/** The record of what is being sent. */
export function currentEvidence(): Evidence {
  const found = scopes.getStore()?.evidence;
  if (found === undefined) throw new Error('requests and judgements belong to a check');
  return found;
}

/** An empty record. */
export const newEvidence = (clause: ClauseId = 'service.json'): Evidence => ({
  clause,
  context: { words: [] },
  exchanges: [],
  assertions: [],
  observations: {},
  waited: 0,
});

/** Acts with this record. */
export const recordInto = <T>(evidence: Evidence, act: () => Promise<T>): Promise<T> =>
  scopes.run({ evidence }, act);

/** Acts with a record of its own; why it ended early stands in the record. */
export async function recordSeparately<T>(
  act: () => Promise<T>,
  clause?: ClauseId,
): Promise<{ value?: T; evidence: Evidence }> {
  const own = newEvidence(clause);
  try {
    return { value: await recordInto(own, act), evidence: own };
  } catch (error) {
    const words = mask(error instanceof Error ? error.message : String(error));
    own.inconclusive =
      error instanceof UndecidedCheck
        ? error.why
        : { verdict: 'blocked', reason: { kind: 'broke down', error: words } };
    return { evidence: own };
  }
}

/** What came of one of several places: its value, or why it cannot be tested. */
export type Tried<T> = { value: T } | { why: Inconclusive };

/** Acts at one of several places, with the record that is open: where it cannot go on, nothing else ends. */
export async function tryPlace<T>(act: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { value: await scopes.run({ evidence: currentEvidence(), onePlace: true }, act) };
  } catch (error) {
    if (error instanceof UndecidedCheck) return { why: error.why };
    throw error;
  }
}

/** Keeps that a part of what is asked cannot be tested, beside what is. */
export function noteUntested(place: string, why: Inconclusive): void {
  const found = currentEvidence();
  const untested = { place, ...why };
  if (!found.untested?.some((each) => isDeepStrictEqual(each, untested)))
    found.untested = [...(found.untested ?? []), untested];
}

/** A place that is tried, by its name. */
export type Place<T> = readonly [name: string, act: () => Promise<T>];

/**
 * Acts at several places, and answers in their order what came of those that can be tested; the others are kept beside,
 * each with its reason. Ends where none can be tested.
 */
export async function tryPlaces<T>(places: readonly Place<T>[], inTurn = false): Promise<T[]> {
  const tried: Tried<T>[] = [];
  if (inTurn) for (const [, act] of places) tried.push(await tryPlace(act));
  else
    tried.push(
      ...(await together(
        places.map(
          ([, act]) =>
            () =>
              tryPlace(act),
        ),
      )),
    );
  const reasons = tried.flatMap((each) => ('why' in each ? each.why : []));
  const [first] = reasons;
  if (first !== undefined && reasons.length === places.length) {
    const { verdict, reason } = reasons.find(isUndecided) ?? first;
    return inconclusive(verdict, reason);
  }
  return tried.flatMap((each, index) => {
    if ('value' in each) return [each.value];
    noteUntested(places[index]?.[0] ?? '', each.why);
    return [];
  });
}

/** What is asked beyond what was asked already: where that cannot be tested, the rest stands by itself. */
export async function tryBeyond<T>(name: string, act: () => Promise<T[]>): Promise<T[]> {
  const tried = await tryPlace(act);
  if ('value' in tried) return tried.value;
  noteUntested(name, tried.why);
  return [];
}

/** Ends the check, or this place of it, without a judgement, with the reason. */
export function inconclusive(verdict: Inconclusive['verdict'], reason: Inconclusive['reason']): never {
  const why = { verdict, reason };
  if (!scopes.getStore()?.onePlace) currentEvidence().inconclusive = why;
  throw new UndecidedCheck(why);
}

type Setting = KeyVariable | 'FOREIGN_JOB_ID' | 'FOREIGN_RUN_ID';
type Needed = TargetField | Setting | `${Setting} or ${Setting}` | `RATE_LIMIT_BURST of ${number}`;

/** The check is not tested, without this variable or part of the target file. */
export const needs = (what: Needed): never => inconclusive('not tested', { kind: 'needs', what });

/** The check is not tested, since nothing here is fit for it but what is named. */
export const unfit = (what: string): never => inconclusive('not tested', { kind: 'unfit', what });
