import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { type TestInfo, test } from '@playwright/test';
import { type ClauseId, ledger } from '../../../spec/ledger';
import type { Answer } from '../../engine/answer';
import { type Evidence, type Inconclusive, isUndecided } from '../../engine/evidence';
import { reasonWords } from '../../engine/wording';
import { together } from '../run/parallel';
import type { Session } from '../run/session';

/** Gathers what one case leaves behind. One case runs at a time in a worker, so one recorder is open. */
let evidence: Evidence | null = null;
/** The run that it belongs to. */
let ofRun: Pick<Session, 'coordinator' | 'run'> | null = null;

const empty = { clause: 'service.json' as const, context: { words: [] }, waited: 0 };

/** Opens the record of a case; `close` attaches it to the case's result. */
export function openRecord(
  clause: ClauseId,
  testInfo: TestInfo,
  session: Pick<Session, 'coordinator' | 'run'>,
): { evidence: Evidence; close: () => void } {
  const record: Evidence = { ...empty, clause, exchanges: [], checks: [], observations: {} };
  evidence = record;
  ofRun = session;
  return {
    evidence: record,
    close: () => {
      evidence = null;
      ofRun = null;
      const body = Buffer.from(JSON.stringify(record));
      testInfo.attachments.push({ name: 'evidence', contentType: 'application/json', body });
    },
  };
}

/** The case of the run that a breach turned red, the first that met it; null where this is the first. */
export function redBefore(breach: string): string | null {
  const own = test.info().titlePath.join(' › ');
  const first = ofRun?.coordinator.redBy(breach, own) ?? own;
  return first === own ? null : first;
}

/** Whether a known failure excuses what is seen: that turns no other case green or red. */
export function isExcused(fault: string): boolean {
  return ofRun?.run.known?.some((entry) => entry.fault === fault) ?? false;
}

/** Where what is done is recorded, and what ends where it cannot go on. */
interface Scope {
  evidence: Evidence;
  /** Made apart from any case: for whoever needs it first. */
  apart: boolean;
  /** False where it is made before any case needs it: then nothing that it builds on is taken over by it. */
  adopts: boolean;
  /** One of several places: only this one ends where it cannot be tested, and the others go on. */
  onePlace?: true;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Ends what is done in a scope; what does that keeps the reason. */
class SetBack extends Error {
  constructor(readonly why: Inconclusive) {
    super('set back');
  }
}

/** The record of the case that is running, or of what is being made apart from it. */
export function record(): Evidence {
  const found = scopes.getStore()?.evidence ?? evidence;
  if (found === null) throw new Error('no case is running: requests and judgements belong to a case');
  return found;
}

export const isApart = () => scopes.getStore()?.apart ?? false;

/** Whether what others made is taken over into the record that is open. */
export const adopts = () => scopes.getStore()?.adopts ?? true;

/** Acts with a record of its own, which no case owns yet; its failure stands in the record. */
export async function recordApart<T>(
  act: () => Promise<T>,
  adopts = true,
): Promise<{ value?: T; evidence: Evidence }> {
  const own: Evidence = { ...empty, exchanges: [], checks: [], observations: {} };
  try {
    return { value: await scopes.run({ evidence: own, apart: true, adopts }, act), evidence: own };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    own.inconclusive ??= { verdict: 'blocked', reason: { kind: 'broke down', error: words } };
    return { evidence: own };
  }
}

/** What came of one of several places: its value, or why it cannot be tested. */
export type Tried<T> = { value: T } | { why: Inconclusive };

/** Acts at one of several places, with the record that is open: where it cannot go on, nothing else ends. */
export async function tryPlace<T>(act: () => Promise<T>): Promise<Tried<T>> {
  const scope: Scope = { evidence: record(), apart: isApart(), adopts: adopts(), onePlace: true };
  try {
    return { value: await scopes.run(scope, act) };
  } catch (error) {
    if (error instanceof SetBack) return { why: error.why };
    throw error;
  }
}

/** Keeps that a part of what is asked cannot be tested, beside what is. */
export function noteUntested(place: string, why: Inconclusive): void {
  const found = record();
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

export function clauseOf(testInfo: TestInfo): ClauseId {
  const cited = testInfo.tags.map((tag) => tag.slice(1)).find((name) => Object.hasOwn(ledger, name));
  if (cited === undefined) throw new Error(`${testInfo.title}: the case cites no clause`);
  return cited as ClauseId;
}

/** An answer that others build on: nothing is asked of it. */
export function asPreparation<A extends Answer>(answer: A): A {
  answer.exchange.given = true;
  return answer;
}

/** Ends the case without a judgement: Playwright reports it as skipped, with the reason. */
export function inconclusive(verdict: Inconclusive['verdict'], reason: Inconclusive['reason']): never {
  const scope = scopes.getStore();
  if (!scope?.onePlace) record().inconclusive = { verdict, reason };
  if (scope !== undefined) throw new SetBack({ verdict, reason });
  return skip({ verdict, reason });
}

/** The case is not driven, without this variable or part of the target file. */
export const needs = (what: string): never => inconclusive('not driven', { kind: 'needs', what });

/** The case is not driven, since nothing here is fit for it but what is named. */
export const unfit = (what: string): never => inconclusive('not driven', { kind: 'unfit', what });

/** Skips a case of which a part was sent, and nothing can be said of that, behind all that is judged. */
export function skipUndecided({ untested = [] }: Evidence): void {
  const undecided = untested.find(isUndecided);
  if (undecided) skip(undecided);
}

/** Skips the case in Playwright, with a verdict and reason that were recorded before. */
export function skip({ verdict, reason }: Inconclusive): never {
  test.skip(true, `${verdict}: ${reasonWords(reason)}`);
  throw new Error('unreachable: test.skip throws');
}
