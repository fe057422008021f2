import { type Work, works } from '../../spec/works';
import { prepare } from '../client/client';
import {
  type CheckSession,
  endAsUnsuitable,
  endUnjudged,
  type NamedAct,
  needs,
  recordUntested,
  tryEach,
  tryOne,
} from '../client/evidence/recorder';
import { once } from '../client/once';
import { isNotFound, untilDone, untilFound } from '../client/poll';
import { ownerOf } from '../client/senders';
import { type Answer, body, isAccepted, observed } from '../judge/response/answer';
import { comparisonOrder, headerNames } from '../judge/response/indistinguishable';
import { isSmokeDepth } from '../judge/verdict/depth';
import { controlIds, freshId } from '../probes/ids';
import { isDescribed, operationOf } from '../settings/operations';
import { resultAt } from '../settings/target-file/target';
import { otherIn } from '../stimuli/ids';
import type { Stimuli } from '../stimuli/stimulus';
import { lookUpById, otherRequest, requestOf, sharedWork } from '../world/requests';
import { firstLookUp, isDone, lookedUpAtOnce, requestFor } from '../world/works';
import { requirePremises } from '../world/world';
import { ask, askAgain } from './ask';
import { finishedWork, foundOnceDone, requireOwned, resultAtEnd } from './own-work';
import { submissions } from './submissions';

type Script = (session: CheckSession, what: Work) => Promise<Answer | Answer[]>;

/** What to do with each of these submissions. */
const ofEach = <T>(submissions: readonly Answer[], act: (submission: Answer) => Promise<T>): NamedAct<T>[] =>
  submissions.map((submission, index) => [`the work of submission ${index + 1}`, () => act(submission)]);

/** The lookup by OTHER_API_KEY of the shared job or run, as soon as its id is known. */
function foreignAtOnce(session: CheckSession, what: Work): Promise<Answer> {
  const submitted = sharedWork(session, what).submission;
  requirePremises(session, requestFor(session, otherIn(session), what, submitted));
  return lookedUpAtOnce(session, what, submitted);
}

/** The lookup by API_KEY of a job or run of the other account, once that account was rejected at all of API_KEY's. */
async function otherWay(session: CheckSession, what: Work, foreign: readonly Answer[]): Promise<Answer[]> {
  const { target, setup } = session;
  const other = otherIn(session);
  const use = operationOf(works[what].submission);
  if (isSmokeDepth(setup.depth) || !isDescribed(target, use.operation) || !foreign.every(isNotFound))
    return [];
  const made = await prepare(session, requestOf(session, use, other));
  if (!isAccepted(made)) return [];
  const own = await untilFound(session, () => prepare(session, requestFor(session, other, what, made)));
  if (!isAccepted(own)) return [];
  return [await askAgain(session, requestFor(session, ownerOf(session), what, made))];
}

/**
 * The lookups of IDs at paths that the contract does not show. A proxy may respond in place of the service with a redirect or
 * a page, or close the connection: that is recorded as not tested.
 */
async function besideProxies(session: CheckSession, ids: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const path of ids.map((id) => `/v1/jobs/${id}`)) {
    const tried = await tryOne(async () => {
      const answer = await ask(session, otherRequest(ownerOf(session), path));
      const isService = answer.status >= 400 || (answer.status < 300 && body(answer) !== undefined);
      return isService ? answer : endAsUnsuitable('a front end that lets such an ID through');
    });
    if ('value' in tried) answers.push(tried.value);
    else recordUntested(session, `GET ${path}`, { ...tried.why, verdict: 'not tested' });
  }
  return answers;
}

/**
 * The owner's jobs or runs of each kind, once they are done where that can be seen; at depth 1, the shared one. What cannot
 * be looked up does not end the check.
 */
async function finishedOfEachKind(session: CheckSession, what: Work): Promise<Answer[]> {
  const first = await finishedWork(session, what);
  if (isSmokeDepth(session.setup.depth) || !isAccepted(first)) return [first];
  const each = ofEach(await submissions(session, what), (submission) => {
    const request = requestFor(session, ownerOf(session), what, submission);
    const look = () => askAgain(session, request);
    return resultAt(session.target, what) === undefined
      ? untilFound(session, look)
      : untilDone(session, look, (answer) => isDone(session, what, answer));
  });
  return [first, ...(await tryEach(session, each, true))];
}

/** The lookups of another account's id and of an unknown one. Where their headers differ, three times by turns. */
const besideUnknown = (session: CheckSession, what: Work) =>
  once(session, ['told apart', what], async (session) => {
    await requireOwned(session, what);
    const own = sharedWork(session, what).id;
    const ids = [own, freshId(own)];
    const answers = [await foreignAtOnce(session, what)];
    for (const turn of comparisonOrder.slice(1)) {
      const request = lookUpById(session, otherIn(session), what, ids[turn] as string);
      answers.push(await askAgain(session, request));
      const [first, second] = answers.map((answer) => String(headerNames(answer)));
      if (answers.length === 2 && first === second) break;
    }
    return answers;
  });

export const ownLookUps: Record<Stimuli['own'], Script> = {
  'of each kind': finishedOfEachKind,
  'when done': finishedWork,
  'before and when done': async (session, what) => [
    await firstLookUp(session, what),
    await finishedWork(session, what),
  ],
  'again when done': async (session, what) => [
    await finishedWork(session, what),
    await foundOnceDone(session, what, 'once done'),
  ],
  'at the end': (session, what) => foundOnceDone(session, what, 'at the end'),
  'done, at the end': resultAtEnd,
};

export const idLookUps: Record<
  Extract<Stimuli['ids'], 'with wildcards' | 'with control characters' | 'unknown to the other account'>,
  Script
> = {
  'unknown to the other account': async (session, what) => (await besideUnknown(session, what)).slice(1, 2),
  'with wildcards'(session) {
    const id = encodeURIComponent(sharedWork(session, 'job').id);
    return besideProxies(session, ['%25', `${id.slice(0, -1)}%25`]);
  },
  'with control characters': (session) =>
    besideProxies(session, controlIds.slice(0, isSmokeDepth(session.setup.depth) ? 3 : undefined)),
};

/** The id of another account's job or run, from a variable. */
function foreignId({ evidence, target, settings, keys }: CheckSession, what: Work): string {
  const { variable, setting } = works[what].foreign;
  const id = settings[setting];
  if (id === undefined) {
    if (!isDescribed(target, what)) return needs(variable);
    if (keys.OTHER_API_KEY === undefined) return needs(`OTHER_API_KEY or ${variable}`);
    return endUnjudged('not tested', { kind: 'absent', why: 'unneeded' });
  }
  evidence.claims = variable;
  return id;
}

/**
 * The lookups by the other account after all other checks, with DEPTH=3 only of what its owner still finds. Then also the
 * other way round.
 */
async function atTheEnd(session: CheckSession, what: Work): Promise<Answer[]> {
  const each = ofEach(await submissions(session, what), async (submission) => {
    if (!isSmokeDepth(session.setup.depth)) {
      const own = await prepare(session, requestFor(session, ownerOf(session), what, submission));
      const received = observed(own);
      if (!isAccepted(own))
        endUnjudged('not tested', { kind: 'not accepted', what: "the owner's own lookup", received });
    }
    return askAgain(session, requestFor(session, otherIn(session), what, submission));
  });
  const answers = await tryEach(session, each, true);
  if (answers.length === 0) return [];
  const back = [['the other way round', () => otherWay(session, what, answers)]] as const;
  return [...answers, ...(await tryEach(session, back, true)).flat()];
}

export const foreignLookUps: Record<
  Exclude<Stimuli['foreign'], 'repeatedly' | 'by accounts without AI'>,
  Script
> = {
  'just submitted': foreignAtOnce,
  'from a variable': async (session, what) =>
    ask(session, lookUpById(session, ownerOf(session), what, foreignId(session, what))),
  'beside an unknown one': besideUnknown,
  'at the end': atTheEnd,
};
