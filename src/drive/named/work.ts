import type { Expectation } from '../../judge/data/expectation';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { saysFailed } from '../../judge/response/failed-work';
import { notDone } from '../../judge/response/missing-result';
import { freshId } from '../../probes/ids';
import { prepare } from '../client/client';
import { once } from '../client/once';
import { isNotFound, untilDone } from '../client/poll';
import type { Request, Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { type CheckSession, endUnjudged, needs } from '../evidence/recorder';
import type { Session } from '../run/session';
import { receivedOf } from '../target-file/read';
import { pointed, pointerOf } from '../target-file/target';
import { found, foundLater, idOf, isDone, jobLookUp, lookUpOf, runLookUp, type Work } from './look-ups';
import { notAccepted } from './models';
import { anotherSubmission, jobPlaces, submission } from './uses';
import { workflow } from './workflows';

export const sharedSubmission = (session: CheckSession, what: Work): Promise<Answer> =>
  what === 'job' ? submission(session) : workflow(session);

/** The id of the job or run of API_KEY that all checks share. */
export const sharedId = async (session: CheckSession, what: Work): Promise<string> =>
  idOf(session, what, await sharedSubmission(session, what));

/** If only an id is known, nothing is known about its submission. */
const unknownSubmission = { status: 0, headers: {}, body: undefined };

/** The lookup of the job or run with this id. A run is looked up with the submission of the shared one. */
export async function lookUpById(
  session: CheckSession,
  sender: Sender,
  what: Work,
  id: string,
): Promise<Request> {
  if (what === 'job') return jobLookUp(session, sender, id);
  const { run, workflow: described } = session.target;
  if (run === undefined) return needs('run');
  return runLookUp(session, sender, id, described ? receivedOf(await workflow(session)) : unknownSubmission);
}

export const firstLookUp = async (session: CheckSession, what: Work): Promise<Answer> =>
  found(session, what, await sharedSubmission(session, what));

export const sharedLookUp = async (session: CheckSession, sender: Sender, what: Work): Promise<Request> =>
  lookUpOf(session, sender, what, await sharedSubmission(session, what));

const lookUpByOwner = (session: CheckSession, what: Work): Promise<Request> =>
  sharedLookUp(session, ownerOf(session), what);

/** The lookup of the shared job once it shows its result, or at the time limit (TIMEOUT_MS). */
export async function finishedJob(session: CheckSession): Promise<Answer> {
  const own = await lookUpByOwner(session, 'job');
  const { job, patience } = session.target;
  const result = job?.result;
  if (result === undefined) return firstLookUp(session, 'job');
  const done = (answer: Answer) => isDone(answer, result);
  const poll = (request: Request) =>
    once(session, ['done', request.spec.path], (session) =>
      untilDone(session, () => prepare(session, request), done),
    );
  const last = await poll(own);
  if (!isAccepted(last) || done(last) || patience?.job === undefined) return last;
  // One job may have failed, and has no result then: another one shows it.
  const another = await anotherSubmission(session);
  return isAccepted(another) ? poll(lookUpOf(session, ownerOf(session), 'job', another)) : last;
}

export async function jobOnceDone(session: CheckSession): Promise<Answer> {
  await finishedJob(session);
  return foundLater(session, 'job', await lookUpByOwner(session, 'job'), 'job once done');
}

/** The lookup of the shared job once it is done, or of the shared run. */
const ownLookUp = (session: CheckSession, what: Work): Promise<Answer> =>
  what === 'job' ? finishedJob(session) : firstLookUp(session, 'run');

/** The lookup of the shared job or run at the end of the run. */
export async function lookUpAtEnd(session: CheckSession, what: Work): Promise<Answer> {
  // A partial run may not have waited for it.
  await ownLookUp(session, what);
  return foundLater(session, what, await lookUpByOwner(session, what));
}

/** The lookup at the end of the run of a finished job that has shown its result before. */
export async function finishedJobAtEnd(session: CheckSession): Promise<Answer> {
  const done = await finishedJob(session);
  const result = session.target.job?.result;
  if (!isDone(done, result)) {
    if (isAccepted(done) && saysFailed(done, jobPlaces(session)))
      endUnjudged('inconclusive', { kind: 'job failed' });
    const { verdict, reason } = notDone(done);
    endUnjudged(verdict, reason);
  }
  const hasNoResult = (answer: Answer) =>
    isNotFound(answer) || (isAccepted(answer) && !isDone(answer, result));
  const own = await lookUpByOwner(session, 'job');
  const { url } = done.exchange.request;
  if (url.endsWith(own.spec.path)) return foundLater(session, 'job', own, 'job', hasNoResult);
  const path = url.slice(url.lastIndexOf('/v1/jobs/'));
  return foundLater(session, 'job', { ...own, spec: { path } }, 'another job', hasNoResult);
}

/** Blocks the check unless the owner can look up the job or run once it is done. */
export async function requireOwned(session: CheckSession, what: Work): Promise<void> {
  const answer = await ownLookUp(session, what);
  if (!isAccepted(answer)) notAccepted("the owner's own lookup", answer);
}

/** The id of another account's job or run, from a variable. */
export function foreignId({ evidence, target, settings, keys }: CheckSession, what: Work): string {
  const variable = what === 'job' ? 'FOREIGN_JOB_ID' : 'FOREIGN_RUN_ID';
  const id = what === 'job' ? settings.foreignJobId : settings.foreignRunId;
  if (id === undefined) {
    const submits = what === 'job' ? target.job : target.run && target.workflow;
    if (!submits) return needs(variable);
    if (keys.OTHER_API_KEY === undefined) return needs(`OTHER_API_KEY or ${variable}`);
    return endUnjudged('not tested', { kind: 'absent', why: 'unneeded' });
  }
  evidence.claims = variable;
  return id;
}

export function valueInJob({ target }: Session, part: 'state' | 'result'): Expectation {
  const state = pointerOf(target.job?.state);
  return {
    kind: 'value',
    part: `job.${part}`,
    ...pointed(target.job?.[part] ?? needs(`job.${part}`)),
    ...(target.patience?.job !== undefined && { patient: true }),
    ...(state !== undefined && { state }),
  };
}

/** A random address: does the target respond to every address like this? */
export const unknownAddress = (session: CheckSession): Promise<Answer> =>
  once(session, ['an unknown address'], (session) =>
    prepare(session, {
      sender: ownerOf(session),
      operation: 'other',
      spec: { path: `/v1/${freshId()}/${freshId()}` },
    }),
  );
