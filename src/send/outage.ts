import { type CheckSession, endUnjudged, tryEach } from '../client/evidence/recorder';
import { once } from '../client/once';
import { otherSenderIn } from '../client/senders';
import { wait } from '../client/waits';
import { speaksOfTheAccount } from '../judge/response/account-state';
import { type Answer, errorOf, isAccepted } from '../judge/response/answer';
import { retryDelays } from '../judge/response/disturbance';
import type { Tier } from '../judge/response/models';
import { isSmokeDepth } from '../judge/verdict/depth';
import { type InputRequestKind, inputs, prompt, type RequestKind } from '../settings/operations';
import { plannedTiers } from '../stimuli/plan';
import { requestOf } from '../world/requests';
import { askAgain } from './ask';

/** The greatest number of text requests sent to meet a failure. */
const TRIES = 6;
/** The greatest number of other AI requests: a job that fails later shows this in its state only, never here. */
const FURTHER = 3;

const senderIn = (session: CheckSession) => otherSenderIn(session, 'upstream failing');

const send = (session: CheckSession, requestKind: RequestKind, tier?: Tier) =>
  askAgain(session, requestOf(session, requestKind, senderIn(session), tier));

async function firstFailure(session: CheckSession, requestKind: RequestKind): Promise<Answer> {
  const isText = requestKind === prompt;
  const calls = isText ? TRIES : FURTHER;
  for (let attempt = 0; attempt < calls; attempt++) {
    const answer = await send(session, requestKind);
    // An account whose text requests sometimes fail may be short of credits for a workflow.
    const { code } = errorOf(answer);
    if (!isText && speaksOfTheAccount(answer) && code !== undefined)
      return endUnjudged('not tested', { kind: 'account', variable: 'UPSTREAM_API_KEY', code });
    if (!isAccepted(answer)) return answer;
    session.facts.asPreparation(answer);
  }
  const what = isText ? 'text requests' : 'calls';
  const words = `not triggered: ${calls} ${what} were all accepted`;
  return endUnjudged('not tested', { kind: 'words', words });
}

/** The failures among a request of each form of input and tier. */
async function kindsThatFail(session: CheckSession, { operation }: RequestKind): Promise<Answer[]> {
  if (isSmokeDepth(session.setup.depth)) return [];
  const failuresOf = async (requestKind: InputRequestKind, tier: Tier): Promise<Answer[]> => {
    const answer = await send(session, requestKind, tier);
    const probe = { family: 'kind of AI request', member: tier };
    session.facts.note(answer.exchange, { probe });
    if (!isAccepted(answer) && !speaksOfTheAccount(answer)) return [answer];
    session.facts.asPreparation(answer);
    return [];
  };
  const kinds = inputs
    .filter((each) => each.operation === operation)
    .flatMap((each) =>
      plannedTiers(session, senderIn(session), each.operation).map(
        (tier) => [`${each.name} for ${tier}`, () => failuresOf(each, tier)] as const,
      ),
    );
  return (await tryEach(session, kinds, true)).flat();
}

const failed = (session: CheckSession, requestKind: RequestKind) =>
  once(session, ['first failure', requestKind.name], (session) => firstFailure(session, requestKind));

/** Text requests, or others, of the account of UPSTREAM_API_KEY until one fails. With DEPTH=3 also each form of input and tier. */
export async function untilFailed(session: CheckSession, requestKind: RequestKind): Promise<Answer[]> {
  const failure = await failed(session, requestKind);
  return [failure, ...(await kindsThatFail(session, requestKind))];
}

/** The failed request after the recommended delays: the first accepted response, or the last. */
export async function untilAccepted(session: CheckSession): Promise<Answer> {
  let answer = await failed(session, prompt);
  const failure = answer;
  for (const gap of retryDelays(session.target)) {
    if (isAccepted(answer)) break;
    if (answer !== failure) session.facts.asPreparation(answer);
    await wait(gap, 'disturbance');
    answer = await send(session, prompt);
  }
  return answer;
}
