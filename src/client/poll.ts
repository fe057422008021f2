import { type Answer, failsWith, isAccepted } from '../judge/response/answer';
import { longestWait } from '../judge/response/disturbance';
import type { CheckSession } from './evidence/recorder';
import { monotonicNow } from './run/clock';
import type { Session } from './run/session';
import { wait } from './waits';

function jobPatience({ settings, target }: Session): number {
  return target.patience?.job ?? longestWait(settings.timeoutMs, target);
}

/** The last response of a poll: the first that shows what is wanted, or the one at the time limit. */
async function eventually(
  ask: () => Promise<Answer>,
  done: (answer: Answer) => boolean,
  seconds: number,
  goesOn: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = monotonicNow() + seconds * 1000;
  for (let gap = 0.02; ; gap = Math.min(gap * 2, 3)) {
    const answer = await ask();
    if (done(answer) || !goesOn(answer) || monotonicNow() > deadline) return answer;
    await wait(gap);
  }
}

/** Repeats the lookup of a submission until it is found: it may be available only a moment later. */
export function untilFound(session: CheckSession, ask: () => Promise<Answer>): Promise<Answer> {
  return eventually(ask, isAccepted, jobPatience(session), isNotFound);
}

/** Repeats a lookup until its work is done. Ends early if work that was found before is gone. */
export function untilDone(
  session: CheckSession,
  ask: () => Promise<Answer>,
  done: (answer: Answer) => boolean,
  seconds = jobPatience(session),
): Promise<Answer> {
  let found = false;
  return eventually(ask, done, seconds, (answer) => {
    found ||= isAccepted(answer);
    return found ? isAccepted(answer) : isNotFound(answer);
  });
}

export function isNotFound(answer: Answer): boolean {
  return failsWith(answer, 404, 'not_found');
}
