import { speaksOfTheAccount } from '../../judge/response/account-state';
import { type Answer, errorOf, isAccepted } from '../../judge/response/answer';
import { retryDelays } from '../../judge/response/disturbance';
import type { Tier } from '../../judge/response/models';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { ask } from '../ask/ask';
import { once } from '../client/once';
import { asRepeat } from '../client/request';
import { otherSenderIn } from '../client/senders';
import { wait } from '../client/waits';
import { type CheckSession, endUnjudged, tryEach, tryFurther } from '../evidence/recorder';
import { plannedTiers } from '../named/uses';
import { type InputRequestKind, inputs, prompt, type RequestKind } from '../operations';
import type { StimulusFunctions } from './common';

/** The greatest number of text requests sent to meet a failure. */
const TRIES = 6;
/** The greatest number of other AI requests: a job that fails later shows this in its state only, never here. */
const FURTHER = 3;

const senderIn = (session: CheckSession) => otherSenderIn(session, 'upstream failing');

const send = async (session: CheckSession, requestKind: RequestKind, tier?: Tier) =>
  ask(session, asRepeat(await requestKind.request(session, senderIn(session), tier)));

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
  return endUnjudged('not tested', { kind: 'not triggered', calls, what });
}

async function kindsThatFail(session: CheckSession, kind: RequestKind): Promise<Answer[]> {
  if (isSmokeDepth(session.setup.depth)) return [];
  const forms = inputs.filter(({ operation }) => 'operation' in kind && operation === kind.operation);
  const failuresOf = async (requestKind: InputRequestKind, tier: Tier): Promise<Answer[]> => {
    const answer = await send(session, requestKind, tier);
    const probe = { family: 'a kind of use', member: tier, place: requestKind.name };
    session.facts.note(answer.exchange, { probe });
    if (!isAccepted(answer) && !speaksOfTheAccount(answer)) return [answer];
    session.facts.asPreparation(answer);
    return [];
  };
  const ofForm = async (requestKind: InputRequestKind) => {
    const { operation, form } = requestKind;
    const tiers = await plannedTiers(session, senderIn(session), operation, form);
    const each = tiers.map(
      (tier) => [`${requestKind.name} for ${tier}`, () => failuresOf(requestKind, tier)] as const,
    );
    return (await tryEach(session, each, true)).flat();
  };
  const failures = await tryEach(
    session,
    forms.map((requestKind) => [requestKind.name, () => ofForm(requestKind)]),
    true,
  );
  return failures.flat();
}

const failed = (session: CheckSession, requestKind: RequestKind) =>
  once(session, ['first failure', requestKind.name], (session) => firstFailure(session, requestKind));

/** Failing AI processing, met by the account of UPSTREAM_API_KEY once in a run (contract 7). */
export const outageStimuli = {
  /** From depth 3 on also, where it fails, the responses to each form of input and each tier. */
  async untilFailed(session, { requestKind }) {
    const failure = await failed(session, requestKind);
    const others = () =>
      once(session, ['failures of each kind', requestKind.name], (session) =>
        kindsThatFail(session, requestKind),
      );
    return [failure, ...(await tryFurther(session, `${requestKind.name} of each kind`, others))];
  },
  /** After the recommended delays: the first accepted response, or the last. */
  async untilAccepted(session) {
    const failure = await failed(session, prompt);
    return once(session, ['accepted again'], async (session) => {
      let answer = failure;
      for (const gap of retryDelays(session.target)) {
        if (isAccepted(answer)) break;
        if (answer !== failure) session.facts.asPreparation(answer);
        await wait(session, gap, 'disturbance');
        answer = await send(session, prompt);
      }
      return answer;
    });
  },
} satisfies Partial<StimulusFunctions>;
