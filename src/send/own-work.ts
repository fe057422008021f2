import { prepare } from '../drive/client/client';
import { once } from '../drive/client/once';
import { isNotFound, untilDone } from '../drive/client/poll';
import type { Request } from '../drive/client/request';
import { ownerOf } from '../drive/client/senders';
import { type CheckSession, endUnjudged } from '../drive/evidence/recorder';
import { type Answer, isAccepted } from '../judge/response/answer';
import { saysFailed } from '../judge/response/failed-work';
import { notDone } from '../judge/response/missing-result';
import { sharedLookUp } from '../world/requests';
import { submitsJobs, useOfKind } from '../world/uses';
import { firstLookUp, foundLater, isDone, jobPlaces, requestFor } from '../world/works';
import { notAccepted, type Work } from '../world/world';

const lookUpByOwner = (session: CheckSession, what: Work): Request =>
  sharedLookUp(session, ownerOf(session), what);

/** The lookup of the shared job, or of another one, once it shows its result, or at the time limit (TIMEOUT_MS). */
const finished = (session: CheckSession) =>
  once(session, ['finished job'], async (session): Promise<{ request: Request; answer: Answer }> => {
    const { job, patience } = session.target;
    const result = job?.result;
    const own = lookUpByOwner(session, 'job');
    if (result === undefined) return { request: own, answer: await firstLookUp(session, 'job') };
    const done = (answer: Answer) => isDone(answer, result);
    const poll = async (request: Request) => {
      return { request, answer: await untilDone(session, () => prepare(session, request), done) };
    };
    let last = await poll(own);
    // A job may have failed, and has no result then: another one shows it.
    for (const words of [', once more', ', and again']) {
      if (!isAccepted(last.answer) || done(last.answer) || patience?.job === undefined) break;
      const another = await useOfKind(session, submitsJobs(session), 'prompt', undefined, words);
      if (isAccepted(another)) last = await poll(requestFor(session, ownerOf(session), 'job', another));
    }
    return last;
  });

export const finishedJob = async (session: CheckSession): Promise<Answer> => (await finished(session)).answer;

export async function jobOnceDone(session: CheckSession): Promise<Answer> {
  await finished(session);
  return foundLater(session, 'job', lookUpByOwner(session, 'job'), 'once done');
}

/** The lookup of the shared job once it is done, or of the shared run. */
const ownLookUp = (session: CheckSession, what: Work): Promise<Answer> =>
  what === 'job' ? finishedJob(session) : firstLookUp(session, 'run');

/** The lookup of the shared job or run at the end of the run. */
export async function lookUpAtEnd(session: CheckSession, what: Work): Promise<Answer> {
  // A partial run may not have waited for it.
  await ownLookUp(session, what);
  return foundLater(session, what, lookUpByOwner(session, what), 'at the end');
}

/** The lookup at the end of the run of a finished job that has shown its result before. */
export async function finishedJobAtEnd(session: CheckSession): Promise<Answer> {
  const { request, answer: done } = await finished(session);
  const result = session.target.job?.result;
  if (!isDone(done, result)) {
    if (isAccepted(done) && saysFailed(done, jobPlaces(session)))
      endUnjudged('inconclusive', { kind: 'job failed' });
    const { verdict, reason } = notDone(done);
    endUnjudged(verdict, reason);
  }
  return foundLater(
    session,
    'job',
    request,
    'at the end',
    (answer) => isNotFound(answer) || (isAccepted(answer) && !isDone(answer, result)),
  );
}

/** Blocks the check unless the owner can look up the job or run once it is done. */
export async function requireOwned(session: CheckSession, what: Work): Promise<void> {
  const answer = await ownLookUp(session, what);
  if (!isAccepted(answer)) notAccepted("the owner's own lookup", answer);
}
