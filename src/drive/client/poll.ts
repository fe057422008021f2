import { type Answer, failsWith, isAccepted } from '../../judge/answer';
import { patience } from '../../judge/disturbance';
import { inconclusive } from '../evidence/recorder';
import type { Session } from '../run/session';
import { wait } from './waits';

/** Seconds that a job may take. */
export function jobPatience({ settings, target }: Session): number {
  return target.patience?.job ?? patience(settings.timeoutMs, target);
}

/** The last answer of a bounded poll: the first that shows what is wanted, or the one at the end of patience. */
async function eventually(
  ask: () => Promise<Answer>,
  done: (answer: Answer) => boolean,
  seconds: number,
  goesOn: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = Date.now() + seconds * 1000;
  for (let gap = 0.02; ; gap = Math.min(gap * 2, 3)) {
    const answer = await ask();
    if (done(answer) || !goesOn(answer) || Date.now() > deadline) return answer;
    await wait(gap);
  }
}

/** The lookup of what was submitted, which may be found only a moment later. */
export function untilFound(ask: () => Promise<Answer>, seconds: number): Promise<Answer> {
  return eventually(ask, isAccepted, seconds, isNotFound);
}

/** Repeats a lookup until its work is done; ends early where work that was found before is found no more. */
export function untilDone(
  ask: () => Promise<Answer>,
  done: (answer: Answer) => boolean,
  seconds: number,
): Promise<Answer> {
  let found = false;
  return eventually(ask, done, seconds, (answer) => {
    found ||= isAccepted(answer);
    return found ? isAccepted(answer) : isNotFound(answer);
  });
}

/** Milliseconds within which nobody throws away what is to be looked up later. */
const KEPT = 60_000;

/**
 * The lookup, later in the run, of what was found before. For how long work is kept is not shown: what is gone
 * after a minute, and stays so, may have been thrown away.
 * @param look asks under the name that it adds
 * @param found when it was found first, in milliseconds since the epoch
 * @param isGone whether an answer shows that it is no longer there, or no longer all of it
 */
export async function later(
  look: (name: string) => Promise<Answer>,
  found: number,
  isGone = isNotFound,
): Promise<Answer> {
  const answer = await look('later');
  const old = Date.now() - found > KEPT;
  if (old && isGone(answer) && isGone(await look('later, again')))
    inconclusive('inconclusive', { kind: 'gone' });
  return answer;
}

export function isNotFound(answer: Answer): boolean {
  return failsWith(answer, 404, 'not_found');
}
