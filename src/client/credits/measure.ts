import type { Reason } from '../../judge/data/reason';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { creditsOf } from '../../settings/target-file/target';
import { type CheckSession, endUnjudged } from '../evidence/recorder';
import type { Sender } from '../request';
import { monotonicNow } from '../run/clock';
import type { Session } from '../run/session';
import { ownerOf } from '../senders';
import { wait } from '../waits';
import { fallOf, readCredits, sameBalance } from './readings';

/** Why nothing can be said about the cost of an act. */
type Unclear = Extract<Reason, { kind: 'credits' }>['how'];

/** How often credits are read until they settle, and how often a charge must be seen that is not allowed. */
const TIMES = 3;

/** For at most so many milliseconds, credits that changed are read until they stay the same. */
const SETTLING = 1000;

/** How many seconds a charge may take: none, if the target file does not say it. */
const chargeBound = ({ target }: Session): number => creditsOf(target).settlesWithin ?? 0;

/** Whether readings show each charge: the target file says the least, and the AI requests of the run cost more. */
export const showsEachCharge = ({ coordinator, target }: Session): boolean =>
  coordinator.aiRequests >= (creditsOf(target).resolution ?? Number.POSITIVE_INFINITY);

/** How a charge is measured. */
interface How {
  /** The account; by default that of API_KEY. */
  of?: Sender | undefined;
  /** Waits as long as a charge may take, even if a part of it was seen. */
  patient?: boolean | undefined;
}

/**
 * Sends an AI request and waits for its charge, so that no later measurement includes it. Nothing else is in flight
 * (`measures`). The response has the charge, unless the credits cannot be read.
 */
export async function metered(
  session: CheckSession,
  send: () => Promise<Answer>,
  { of = ownerOf(session), patient = false }: How = {},
): Promise<Answer> {
  const before = await readCredits(session, of);
  const answer = await send();
  if (before === null || !isAccepted(answer)) return answer;
  const bound = chargeBound(session);
  if (patient) await wait(bound, 'charge');
  const after = await untilChanged(session, before, patient ? 0 : bound, of);
  if (after === null) return answer;
  const charged = fallOf(session, before, after);
  // The cost of a run is that of API_KEY.
  if (of.account === 'API_KEY') session.facts.note(answer.exchange, { charged });
  // A rise in credits is not a charge.
  return { ...answer, charge: { before, after, seen: charged > 0 } };
}

/** Reads the credits until they changed and stay so, or for this many seconds; null if they cannot be read. */
async function untilChanged(
  session: CheckSession,
  before: Answer,
  seconds: number,
  of: Sender,
): Promise<Answer | null> {
  const end = monotonicNow() + seconds * 1000;
  let last = before;
  for (let gap = 0.02; ; gap = Math.min(gap * 2, 1)) {
    const now = await readCredits(session, of);
    if (now === null) return null;
    const changed = !sameBalance(session, before, now);
    const isOver = monotonicNow() > end + (changed ? SETTLING : 0);
    // A charge may come in parts, and one of several replicas may still show the old balance.
    if (isOver || (changed && sameBalance(session, last, now))) return now;
    last = now;
    await wait(gap);
  }
}

/** Reads the credits until they are the same before and after a window in which nothing is sent. */
export async function settledCredits(
  session: CheckSession,
  of = ownerOf(session),
  times = TIMES,
): Promise<Answer | Unclear> {
  let last = await readCredits(session, of);
  for (let time = 0; time < times && last !== null; time++) {
    await wait(chargeBound(session), 'charge');
    const now = await readCredits(session, of);
    if (now !== null && sameBalance(session, last, now)) return now;
    last = now;
  }
  return last === null ? 'unreadable' : 'restless';
}

/**
 * Ends the check as inconclusive if the credits change after this reading, while nothing is sent. Called before a
 * request is reported as uncharged or overcharged: the charges may take longer than the target file says.
 */
export async function requireQuiet(
  session: CheckSession,
  last: Answer,
  of = ownerOf(session),
): Promise<void> {
  const seconds = Math.min(Math.max(10 * chargeBound(session), 5), 30);
  const now = await untilChanged(session, last, seconds, of);
  if (now === null || !sameBalance(session, last, now)) endUnclear('restless');
}

/** Ends the check because the credits say nothing about what was sent. */
export const endUnclear = (how: Unclear): never =>
  endUnjudged(how === 'restless' ? 'inconclusive' : 'blocked', { kind: 'credits', how });

/**
 * Sends requests that must be rejected, between windows in which nothing is sent. A charge counts if it is the same
 * three times, and the credits never change by themselves.
 * @returns the responses, and the readings before and after them
 */
export async function measureRejected(
  session: CheckSession,
  send: () => Promise<Answer[]>,
  of = ownerOf(session),
): Promise<Answer[]> {
  const { coordinator } = session;
  const costs: number[] = [];
  for (let round = 0; round < 2 * TIMES; round++) {
    const before = await settledCredits(session, of, costs.length === 0 ? TIMES : 1);
    if (typeof before === 'string') return endUnclear(before);
    const accepted = coordinator.aiRequests;
    const answers = await send();
    if (answers.length === 0) return [];
    if (answers.some(isAccepted)) return endUnclear('accepted');
    await wait(chargeBound(session), 'charge');
    const after = await readCredits(session, of);
    if (after === null) return endUnclear('unreadable');
    const cost = fallOf(session, before, after);
    // A rise is no charge, and an accepted request that was sent to compare with costs something itself.
    if (cost < 0 || coordinator.aiRequests > accepted) continue;
    if (cost === 0 && costs.length === 0) return [...answers, before, after];
    costs.push(cost);
    if (cost !== costs[0]) break;
    if (costs.length < TIMES) continue;
    await requireQuiet(session, after, of);
    return [...answers, before, after];
  }
  return endUnclear('restless');
}
