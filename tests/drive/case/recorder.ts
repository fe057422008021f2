import { AsyncLocalStorage } from 'node:async_hooks';
import { type TestInfo, test } from '@playwright/test';
import { type ClauseId, ledger } from '../../../spec/ledger';
import type { Evidence, Inconclusive } from '../../engine/evidence';
import { reasonWords } from '../../engine/wording';
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
): { close: () => void } {
  const record: Evidence = { ...empty, clause, exchanges: [], checks: [], observations: {} };
  evidence = record;
  ofRun = session;
  return {
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

/** What is made apart from any case: for whoever needs it first. */
interface Apart {
  evidence: Evidence;
  /** False where it is made before any case needs it: then nothing that it builds on is taken over by it. */
  adopts: boolean;
}

const apart = new AsyncLocalStorage<Apart>();

/** The record of the case that is running, or of what is being made apart from it. */
export function record(): Evidence {
  const found = apart.getStore()?.evidence ?? evidence;
  if (found === null) throw new Error('no case is running: requests and judgements belong to a case');
  return found;
}

export const isApart = () => apart.getStore() !== undefined;

/** Whether what others made is taken over into the record that is open. */
export const adopts = () => apart.getStore()?.adopts ?? true;

/** Acts with a record of its own, which no case owns yet; its failure stands in the record. */
export async function recordApart<T>(
  act: () => Promise<T>,
  adopts = true,
): Promise<{ value?: T; evidence: Evidence }> {
  const own: Evidence = { ...empty, exchanges: [], checks: [], observations: {} };
  try {
    return { value: await apart.run({ evidence: own, adopts }, act), evidence: own };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    own.inconclusive ??= { verdict: 'blocked', reason: { kind: 'broke down', error: words } };
    return { evidence: own };
  }
}

export function clauseOf(testInfo: TestInfo): ClauseId {
  const cited = testInfo.tags.map((tag) => tag.slice(1)).find((name) => Object.hasOwn(ledger, name));
  if (cited === undefined) throw new Error(`${testInfo.title}: the case cites no clause`);
  return cited as ClauseId;
}

/** Ends the case without a judgement: Playwright reports it as skipped, with the reason. */
export function inconclusive(verdict: Inconclusive['verdict'], reason: Inconclusive['reason']): never {
  record().inconclusive = { verdict, reason };
  if (isApart()) throw new Error('set back');
  return skip({ verdict, reason });
}

/** The case is not driven, without this variable or part of the target file. */
export const needs = (what: string): never => inconclusive('not driven', { kind: 'needs', what });

/** The case is not driven, since nothing here is fit for it but what is named. */
export const unfit = (what: string): never => inconclusive('not driven', { kind: 'unfit', what });

/** Skips the case in Playwright, with a verdict and reason that were recorded before. */
export function skip({ verdict, reason }: Inconclusive): never {
  test.skip(true, `${verdict}: ${reasonWords(reason)}`);
  throw new Error('unreachable: test.skip throws');
}
