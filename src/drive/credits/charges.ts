import { setTimeout as pause } from 'node:timers/promises';
import type { Unfinished } from '../../judge/data/expectation';
import type { Answer } from '../../judge/response/answer';
import { longestWait } from '../../judge/response/disturbance';
import { ownerOf } from '../client/senders';
import { wait } from '../client/waits';
import type { CheckSession } from '../evidence/recorder';
import { monotonicNow } from '../run/clock';
import type { Session } from '../run/session';
import { creditsOf } from '../target-file/target';
import { millisecondsOf, readCredits, sameBalance } from './readings';

/** How many seconds to wait for a charge, and the setting that says so. */
export function chargeBound({ settings, target }: Session): { seconds: number; name: Unfinished } {
  const { settlesWithin } = creditsOf(target);
  if (settlesWithin !== undefined) return { seconds: settlesWithin, name: 'credits.settlesWithin' };
  const charge = target.patience?.charge;
  if (charge !== undefined) return { seconds: charge, name: 'patience.charge' };
  return { seconds: longestWait(settings.timeoutMs, target), name: 'TIMEOUT_MS' };
}

/** How many times longer than the target file says to wait for a late charge, between these numbers of seconds. */
const OVERDUE = { times: 10, least: 5, most: 30 };

/** How many seconds to watch a quiet account before a missing charge is reported. */
export function overdueBound(session: CheckSession): number {
  const { settlesWithin } = creditsOf(session.target);
  const seconds =
    settlesWithin === undefined
      ? chargeBound(session).seconds
      : Math.max(OVERDUE.times * settlesWithin, OVERDUE.least);
  return Math.min(seconds, OVERDUE.most);
}

/**
 * Reads the credits of API_KEY, or of another account, until a charge is seen, or for this many seconds.
 * @returns the last reading, and the milliseconds until it was requested; null where the credits cannot be
 *   read
 */
export async function afterCharge(
  session: CheckSession,
  before: Answer,
  bound: number,
  of = ownerOf(session),
): Promise<{ answer: Answer; lag: number } | null> {
  const read = () => readCredits(session, of);
  const started = monotonicNow();
  let [now, next] = await readAndNext(read);
  for (let gap = 0.02; now !== null; gap = Math.min(gap * 2, 1)) {
    const lag = monotonicNow() - started - millisecondsOf(now);
    if (!sameBalance(session, before, now)) {
      const found = await settled(session, now, Math.max(0, lag), read, next);
      // One of several replicas may still show the old balance.
      if (!sameBalance(session, before, found.answer)) return found;
    }
    await next;
    if (monotonicNow() - started > bound * 1000) return { answer: now, lag };
    await wait(session, gap);
    [now, next] = [await read(), undefined];
  }
  await next;
  return null;
}

/** A charge may come in parts: a reading counts once it is the same twice. */
async function settled(
  session: CheckSession,
  first: Answer,
  lag: number,
  read: () => Promise<Answer | null>,
  second?: Promise<Answer | null>,
) {
  let answer = first;
  for (let round = 0; round < 10; round++) {
    const next = await ((round === 0 && second) || read());
    if (next === null || sameBalance(session, answer, next)) break;
    answer = next;
    await wait(session, 0.05);
  }
  return { answer, lag };
}

/** How many milliseconds after a reading the next may be requested. */
const APART = 50;

/** A reading, and the next one if it was requested before the first response came. */
async function readAndNext(
  read: () => Promise<Answer | null>,
): Promise<[Answer | null, Promise<Answer | null> | undefined]> {
  const first = read();
  const isSlow = await Promise.race([first.then(() => false), pause(APART, true)]);
  const next = isSlow ? read() : undefined;
  // Waiting for the first response alone may delay the reading too much.
  next?.catch(() => undefined);
  return [await first, next];
}
