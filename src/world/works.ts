import { type Work, works } from '../../spec/works';
import { prepare, sendRequest } from '../client/client';
import { type CheckSession, endUnjudged, recordSeparately } from '../client/evidence/recorder';
import { once } from '../client/once';
import { isNotFound, untilFound } from '../client/poll';
import type { Request } from '../client/request';
import { monotonicNow } from '../client/run/clock';
import type { Session } from '../client/run/session';
import { otherSenderIn, ownerOf } from '../client/senders';
import { kindOf, walk } from '../judge/data/json';
import { type Answer, digitsOf, isAccepted } from '../judge/response/answer';
import { idIn, readAt } from '../judge/response/read-at';
import { idAt, pointerOf, resultAt } from '../settings/target-file/target';
import { lookUp, readRequest, sharedWork } from './requests';
import { notAccepted } from './world';

/** The id in the response to a submission; ends the check if there is none. */
export function idOf({ target }: Session, what: Work, submission: Answer): string {
  if (!isAccepted(submission)) notAccepted('the submission', submission);
  const at = pointerOf(idAt(target, what));
  const json = digitsOf(submission);
  const value = idIn(submission, what, at, json);
  if (typeof value === 'string' && value !== '') return value;
  if (Number.isSafeInteger(value)) return String(value);
  const written = writtenFor(value, json);
  const threw = submission.exchange.threw?.[works[what].idAt];
  return endUnjudged('blocked', {
    kind: 'no identifier',
    of: what,
    found: kindOf(value),
    ...(at !== undefined && { at }),
    ...(threw !== undefined && { threw }),
    ...(written !== undefined && { written }),
  });
}

/** The digits of a number that a function of the target file got rounded. */
function writtenFor(value: unknown, json: unknown): string | undefined {
  const [found] = [...walk(json)].filter((each) => typeof value === 'number' && Number(each.value) === value);
  return found === undefined ? undefined : String(found.value);
}

/** The owner's or another's lookup of what this submission started. */
export const requestFor = (
  session: CheckSession,
  sender: Request['sender'],
  what: Work,
  submission: Answer,
) => lookUp(session, sender, what, { id: idOf(session, what, submission), submission });

/** The first lookup of the shared job or run that finds it. */
const found = (session: CheckSession, what: Work, submission: Answer): Promise<Answer> =>
  once(session, ['found', what], async (session) => {
    const request = requestFor(session, ownerOf(session), what, submission);
    const answer = await untilFound(session, () => prepare(session, request));
    if (isAccepted(answer)) session.facts.foundAt[what] ??= monotonicNow();
    return answer;
  });

/** The lookup by OTHER_API_KEY as soon as the id is known: later, the work may be done. */
export const lookedUpAtOnce = (session: CheckSession, what: Work, submission: Answer): Promise<Answer> => {
  const other = otherSenderIn(session, 'other account');
  const request = requestFor(session, other, what, submission);
  return once(session, ['looked up at once', what], (session) =>
    sendRequest(session, request, { control: () => prepare(session, readRequest(other, 'models')) }),
  );
};

/** Both accounts look up what was just submitted. A missing id blocks the checks that ask for these lookups. */
export async function lookUpAtOnce(session: CheckSession, what: Work, submission: Answer): Promise<void> {
  const isKnown = session.world.recognised.OTHER_API_KEY?.missing === undefined;
  const byOther = session.keys.OTHER_API_KEY === undefined || !isKnown ? [] : [lookedUpAtOnce];
  // A job is pending only for a short time.
  await Promise.all(
    [...byOther, found].map((look) => recordSeparately(session, (own) => look(own, what, submission))),
  );
}

/** Whether a lookup has its result where the target file says. */
export function isDone({ target }: Session, what: Work, answer: Answer): boolean {
  const { resultAt: part } = works[what];
  return (
    part !== null && isAccepted(answer) && readAt(answer, part, pointerOf(resultAt(target, what))) != null
  );
}

export const firstLookUp = (session: CheckSession, what: Work): Promise<Answer> =>
  found(session, what, sharedWork(session, what).submission);

/** The milliseconds within which no service deletes work that a client may look up. */
const SHORTEST_RETENTION = 60_000;

/**
 * Looks up later in the run what was found before. The contract does not say how long work is kept: work that is gone after
 * a minute may have been deleted.
 * @param look sends the lookup; each name is that of one lookup, sent once in a run
 * @param isGone whether an answer shows that it is no longer there, or no longer all of it
 */
export async function whileKept(
  { facts }: Pick<Session, 'facts'>,
  what: Work,
  look: (name: string) => Promise<Answer>,
  isGone = isNotFound,
): Promise<Answer> {
  const answer = await look('later');
  const isOld = monotonicNow() - (facts.foundAt[what] ?? monotonicNow()) > SHORTEST_RETENTION;
  if (isOld && isGone(answer) && isGone(await look('later, again')))
    endUnjudged('inconclusive', {
      kind: 'words',
      words:
        'it was found before and is no longer available; the contract does not show how long work is kept',
    });
  return answer;
}

/** A lookup of what was found before, once for each of these times of the run. */
export const foundLater = (
  session: CheckSession,
  what: Work,
  request: Request,
  time: 'once done' | 'at the end',
  isGone = isNotFound,
): Promise<Answer> =>
  whileKept(
    session,
    what,
    (when) => once(session, ['found', request.spec.path, time, when], (session) => prepare(session, request)),
    isGone,
  );

export const jobPlaces = ({ target: { job } }: Session) => ({
  state: pointerOf(job?.state),
  result: pointerOf(job?.result),
});
