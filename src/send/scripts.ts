import type { AiOperation, WithModel } from '../../spec/operations';
import { isWork } from '../../spec/works';
import type { Check } from '../check/check';
import { partOf } from '../client/described';
import { type CheckSession, type NamedAct, tryEach } from '../client/evidence/recorder';
import { once } from '../client/once';
import { type Answer, failsWith } from '../judge/response/answer';
import { isSmokeDepth } from '../judge/verdict/depth';
import { isDescribed } from '../settings/operations';
import { nextPage } from '../settings/target-file/target';
import { workAt } from '../stimuli/ids';
import { listOf, type Place } from '../stimuli/lists';
import { type ResolvedCheck, resolved, senderAs } from '../stimuli/plan';
import { repeatedly } from '../stimuli/reads';
import { partsOf, type Stimuli, type StimulusName } from '../stimuli/stimulus';
import { chainOf, type Form, forms } from '../world/requests';
import { sharedRequest, sharedUse, useOfKind, workflowUse } from '../world/uses';
import { firstLookUp } from '../world/works';
import { notAccepted } from '../world/world';
import { ask } from './ask';
import { afterSilence, untilLimited } from './burst';
import { chargedOfEachKind, chargedOnce, chargedTo } from './charged';
import { faulty, faultyAnywhere, furtherWorkflows } from './faulty-workflows';
import { foreignLookUps, idLookUps, ownLookUps } from './look-ups';
import { untilAccepted, untilFailed } from './outage';
import { pricePairs } from './prices';
import { balanceAroundUse, rejectedAtEnd, rejectedWorkflowsOf } from './rejected-free';
import { sendProbes } from './send-probes';
import { acceptedUses, usualWorkflows } from './submissions';

/** The responses to a stimulus; in groups where only some of them belong together. */
type Sent = Answer | Answer[] | { groups: Answer[][] };

type Scripts = {
  [Name in StimulusName]?: (
    session: CheckSession,
    check: ResolvedCheck,
    detail: Stimuli[Name],
  ) => Promise<Sent>;
};

/** The stimuli in which one request depends on the response to another. All others are lists (`stimuli/lists.ts`). */
const scripts: Scripts = {
  once: (session, { requestKind }) => sharedRequest(session, requestKind),
  async knownAddress(session, { requestKind }) {
    const answer = await sharedRequest(session, requestKind);
    // What it names may be lost, which says nothing about the address.
    if (failsWith(answer, 404, 'not_found')) notAccepted('the request of the owner', answer);
    return answer;
  },
  async repeatedly(session, check) {
    const { requestKind, expect } = check;
    if (isWork(requestKind.id)) await firstLookUp(session, requestKind.id);
    const isOfAll = 'each' in expect && expect.each === 'three tiers';
    const first = isOfAll ? [await sharedRequest(session, requestKind)] : [];
    // A page that is requested again may have other items.
    if (isOfAll && nextPage(session.target)) return first;
    return [...first, ...(await sendProbes(session, repeatedly(session, check)))];
  },
  eachKind: (session, { requestKind }) => acceptedUses(session, requestKind.operation as WithModel),
  async balanceAroundUse(session, check) {
    partOf(session.target, 'text');
    return balanceAroundUse(session, senderAs(session, check));
  },
  async eachSubmission(session, { at }) {
    if (at !== 'run') return [await sharedUse(session, 'job'), ...(await acceptedUses(session, 'submit'))];
    const usual = await tryEach(session, usualWorkflows(session), true);
    return [...usual, ...(await furtherWorkflows(session))];
  },
  own: async (session, check, which) => ownLookUps[which](session, workAt(check)),
  foreign: async (session, check, which) =>
    foreignLookUps[which as keyof typeof foreignLookUps](session, workAt(check)),
  ids: async (session, check, which) => idLookUps[which as keyof typeof idLookUps](session, workAt(check)),
  tier: (session, _, tier) => useOfKind(session, 'text', 'prompt', tier),
  async pricePairs(session, { at }, tier) {
    const { target, setup } = session;
    const first = await pricePairs(session, tier);
    if (at !== undefined || isSmokeDepth(setup.depth)) return first;
    const pairsOf = (at: WithModel, form: Form): NamedAct<Answer[]> => [
      `the price of ${at} with ${form}`,
      () => pricePairs(session, tier, at, form),
    ];
    const submitted = isDescribed(target, 'submit') ? forms.map((form) => pairsOf('submit', form)) : [];
    const places = [pairsOf('text', 'messages'), ...submitted];
    return { groups: [first, ...(await tryEach(session, places, true))] };
  },
  async chain(session, _, which) {
    return which === 'further' ? furtherWorkflows(session) : workflowUse(session, chainOf(session, which));
  },
  fault: (session, _, { flaw, place, compared }) => faulty(session, flaw, place, compared),
  faults: (session, check, { flaw, single }) => faultyAnywhere(session, check, flaw, single),
  async charged(session, check, which) {
    if (which === 'each kind') return chargedOfEachKind(session, check.requestKind.operation as AiOperation);
    return check.as === undefined ? chargedOnce(session) : chargedTo(session, senderAs(session, check));
  },
  rejectedWorkflows: (session, check) => rejectedWorkflowsOf(session, senderAs(session, check)),
  rejectedAtEnd: (session, _, what) => rejectedAtEnd(session, what),
  untilLimited,
  afterSilence,
  untilFailed: (session, { requestKind }) => untilFailed(session, requestKind),
  untilAccepted,
};

/**
 * Sends the stimulus of a check, once for all checks with the same one, and returns the responses in groups that belong
 * together.
 */
export function send(session: CheckSession, check: Check): Promise<readonly (readonly Answer[])[]> {
  const { at, as, send } = check;
  const [name, detail] = partsOf(send);
  // Only repeated lists of models differ by what is expected.
  const asked = name === 'repeatedly' && check.expect;
  return once(session, ['stimulus', at, as, send, asked], async (session) => {
    const withKind = resolved(check);
    const list = listOf(session, withKind);
    if (list !== null) return [await sendPlaces(session, list)];
    const sent = await scripts[name]?.(session, withKind, detail as never);
    if (sent === undefined) throw new Error(`nothing sends the stimulus ${name}`);
    return 'groups' in sent ? sent.groups : [[sent].flat()];
  });
}

/** Sends what is planned at these places. What cannot be sent at one of several is recorded. */
async function sendPlaces(session: CheckSession, places: readonly Place[]): Promise<Answer[]> {
  const sendAt = async (make: Place[1]): Promise<Answer[]> => {
    const made = make();
    return 'probes' in made ? sendProbes(session, made) : [await ask(session, made)];
  };
  const sent = await tryEach(
    session,
    places.map(([name, make]) => [name, () => sendAt(make)]),
  );
  return sent.flat();
}
