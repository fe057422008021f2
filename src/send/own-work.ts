import type { Work } from '../../spec/works';
import { prepare } from '../client/client';
import { type CheckSession, endUnjudged } from '../client/evidence/recorder';
import { once } from '../client/once';
import { isNotFound, untilDone } from '../client/poll';
import type { Request } from '../client/request';
import { ownerOf } from '../client/senders';
import { type Answer, isAccepted } from '../judge/response/answer';
import { jobFailed, saysFailed } from '../judge/response/failed-work';
import { notDone } from '../judge/response/missing-result';
import { resultAt } from '../settings/target-file/target';
import { sharedLookUp } from '../world/requests';
import { submitsJobs, useOfKind } from '../world/uses';
import { firstLookUp, foundLater, isDone, jobPlaces, requestFor } from '../world/works';
import { notAccepted } from '../world/world';

const lookUpByOwner = (session: CheckSession, what: Work): Request =>
  sharedLookUp(session, ownerOf(session), what);

/**
 * The lookup of the shared job or run, or of another one, once it shows its result, or at the time limit (TIMEOUT_MS). Where
 * nobody says how it shows that, the first lookup that finds it.
 */
const finished = (session: CheckSession, what: Work) =>
  once(session, ['finished', what], async (session): Promise<{ request: Request; answer: Answer }> => {
    const own = lookUpByOwner(session, what);
    if (resultAt(session.target, what) === undefined)
      return { request: own, answer: await firstLookUp(session, what) };
    const done = (answer: Answer) => isDone(session, what, answer);
    const poll = async (request: Request) => {
      return { request, answer: await untilDone(session, () => prepare(session, request), done) };
    };
    let last = await poll(own);
    // A job may have failed, and has no result then: another one shows it.
    for (const words of [', once more', ', and again']) {
      if (!isAccepted(last.answer) || done(last.answer) || session.target.patience?.job === undefined) break;
      const another = await useOfKind(session, submitsJobs(session), 'prompt', undefined, words);
      if (isAccepted(another)) last = await poll(requestFor(session, ownerOf(session), what, another));
    }
    return last;
  });

export const finishedWork = async (session: CheckSession, what: Work): Promise<Answer> =>
  (await finished(session, what)).answer;

/** The lookup of the shared job or run later in the run, once it is done. */
export async function foundOnceDone(
  session: CheckSession,
  what: Work,
  time: Parameters<typeof foundLater>[3],
): Promise<Answer> {
  // A partial run may not have waited for it.
  await finished(session, what);
  return foundLater(session, what, lookUpByOwner(session, what), time);
}

/** The lookup at the end of the run of finished work that has shown its result before. */
export async function resultAtEnd(session: CheckSession, what: Work): Promise<Answer> {
  const { request, answer: done } = await finished(session, what);
  if (!isDone(session, what, done)) {
    if (isAccepted(done) && saysFailed(done, jobPlaces(session)))
      endUnjudged(jobFailed.verdict, jobFailed.reason);
    const { verdict, reason } = notDone(done);
    endUnjudged(verdict, reason);
  }
  return foundLater(
    session,
    what,
    request,
    'at the end',
    (answer) => isNotFound(answer) || (isAccepted(answer) && !isDone(session, what, answer)),
  );
}

/** Blocks the check unless the owner can look up the job or run once it is done. */
export async function requireOwned(session: CheckSession, what: Work): Promise<void> {
  const answer = await finishedWork(session, what);
  if (!isAccepted(answer)) notAccepted("the owner's own lookup", answer);
}
