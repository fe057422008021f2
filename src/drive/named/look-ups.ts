import { requestTo } from '../../../spec/operations';
import { kindOf, walk } from '../../judge/data/json';
import { type Answer, digitsOf, isAccepted } from '../../judge/response/answer';
import { idIn, partOfId, readAt } from '../../judge/response/read-at';
import { prepare, sendRequest } from '../client/client';
import { once } from '../client/once';
import { isNotFound, lookUpLater, untilFound } from '../client/poll';
import type { Request, Sender } from '../client/request';
import { otherSenderIn, ownerOf } from '../client/senders';
import { type CheckSession, endUnjudged, recordSeparately } from '../evidence/recorder';
import { monotonicNow } from '../run/clock';
import type { Session } from '../run/session';
import { partOf } from '../target-file/described';
import { lookUpParts } from '../target-file/parts';
import { receivedOf } from '../target-file/read';
import { type Locator, pointerOf, type Received } from '../target-file/target';
import { notAccepted, recognised } from './models';

export type Work = 'job' | 'run';

export const jobLookUp = ({ target }: Session, sender: Sender, id: string): Request => ({
  sender,
  operation: 'job',
  spec: requestTo('job', id),
  names: id,
  parts: lookUpParts(target, 'job'),
});

export const runLookUp = ({ target }: Session, sender: Sender, id: string, received: Received): Request => ({
  sender,
  operation: 'run',
  spec: partOf(target, 'run')(id, received),
  names: id,
  parts: lookUpParts(target, 'run'),
});

export function idOf({ target }: Session, what: Work, submission: Answer): string {
  if (!isAccepted(submission)) notAccepted('the submission', submission);
  const name = `${what}_id` as const;
  const at = pointerOf(what === 'job' ? target.job?.id : target.workflow?.runId);
  const json = digitsOf(submission);
  const value = idIn(submission, name, at, json);
  if (typeof value === 'string' && value !== '') return value;
  if (Number.isSafeInteger(value)) return String(value);
  const written = writtenFor(value, json);
  const threw = submission.exchange.threw?.[partOfId(name)];
  return endUnjudged('blocked', {
    kind: 'no identifier',
    name,
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

export function lookUpOf(session: CheckSession, sender: Sender, what: Work, submission: Answer): Request {
  const id = idOf(session, what, submission);
  return what === 'job'
    ? jobLookUp(session, sender, id)
    : runLookUp(session, sender, id, receivedOf(submission));
}

/** When the shared job or run was first found, in milliseconds since the epoch. */
const foundAt = ({ facts }: Session, what: Work) => {
  facts.foundAt[what] ??= monotonicNow();
  return facts.foundAt[what];
};

/** The first lookup of the shared job or run that finds it. */
export const found = (session: CheckSession, what: Work, submission: Answer): Promise<Answer> =>
  once(session, ['found', what], async (session) => {
    const request = lookUpOf(session, ownerOf(session), what, submission);
    const answer = await untilFound(session, () => prepare(session, request));
    foundAt(session, what);
    return answer;
  });

/**
 * A lookup of what was found before.
 * @param which distinguishes it from other lookups of this job or run
 */
export const foundLater = (
  session: CheckSession,
  what: Work,
  request: Request,
  which: string = what,
  isGone = isNotFound,
): Promise<Answer> =>
  lookUpLater(
    (when) => once(session, ['found', which, when], (session) => prepare(session, request)),
    foundAt(session, what),
    isGone,
  );

/** Looks up with this function what was found before. */
export const whileKept = (session: CheckSession, what: Work, looks: () => Promise<Answer>) =>
  lookUpLater(looks, foundAt(session, what));

/** The lookup by OTHER_API_KEY as soon as the id is known: later, the work may be done. */
export const lookedUpAtOnce = (session: CheckSession, what: Work, submission: Answer): Promise<Answer> => {
  const other = otherSenderIn(session, 'other account');
  const request = lookUpOf(session, other, what, submission);
  return once(session, ['looked up at once', what], (session) => {
    const control = async () => (await recognised(session, other)) as Answer;
    return sendRequest(session, request, { control });
  });
};

/** Both accounts look up what was just submitted. A missing id blocks the checks that ask for these lookups. */
export async function lookUpAtOnce(session: CheckSession, what: Work, submission: Answer): Promise<void> {
  const byOther = session.keys.OTHER_API_KEY === undefined ? [] : [lookedUpAtOnce];
  // A job is pending only for a short time.
  const byOwner = what === 'job' ? [found] : [];
  await Promise.all(
    [...byOther, ...byOwner].map((look) => recordSeparately(session, (own) => look(own, what, submission))),
  );
}

export function isDone(answer: Answer, result: Locator | undefined): boolean {
  return isAccepted(answer) && readAt(answer, 'job.result', pointerOf(result)) != null;
}
