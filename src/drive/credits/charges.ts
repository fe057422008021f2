import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../../judge/response/answer';
import { ownerOf } from '../client/senders';
import { wait } from '../client/waits';
import type { CheckSession } from '../evidence/recorder';
import { monotonicNow } from '../run/clock';
import type { Session } from '../run/session';
import { creditsOf } from '../target-file/target';
import { readCredits, sameBalance } from './readings';

/** How many seconds a charge may take: none, if the target file does not say it. */
export const chargeBound = ({ target }: Session): number => creditsOf(target).settlesWithin ?? 0;

/** How many times longer than the target file says to wait for a late charge, between these numbers of seconds. */
const OVERDUE = { times: 10, least: 5, most: 30 };

/** How many seconds to watch a quiet account before a missing charge is reported. */
export const overdueBound = (session: Session): number =>
  Math.min(Math.max(OVERDUE.times * chargeBound(session), OVERDUE.least), OVERDUE.most);

/**
 * Reads the credits of API_KEY, or of another account, until a charge is seen, or for this many seconds.
 * @returns the last reading; null where the credits cannot be read
 */
export async function afterCharge(
  session: CheckSession,
  before: Answer,
  bound: number,
  of = ownerOf(session),
): Promise<Answer | null> {
  const read = () => readCredits(session, of);
  const started = monotonicNow();
  let [now, next] = await readAndNext(read);
  for (let gap = 0.02; now !== null; gap = Math.min(gap * 2, 1)) {
    if (!sameBalance(session, before, now)) {
      const found = await settled(session, now, read, next);
      // One of several replicas may still show the old balance.
      if (!sameBalance(session, before, found)) return found;
    }
    await next;
    if (monotonicNow() - started > bound * 1000) return now;
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
  return answer;
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
