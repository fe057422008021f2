import type { AiOperation, WithModel } from '../../spec/operations';
import type { Check } from '../drive/check/check';
import { once } from '../drive/client/once';
import { ownerOf } from '../drive/client/senders';
import { type CheckSession, type NamedAct, tryEach, tryFurther } from '../drive/evidence/recorder';
import { credits, inputs, operationOf, operationsOf, prompt } from '../drive/operations';
import { partOf } from '../drive/target-file/described';
import { nextPage } from '../drive/target-file/target';
import { type Answer, failsWith } from '../judge/response/answer';
import { isSmokeDepth } from '../judge/verdict/depth';
import { freshId } from '../probes/ids';
import {
  byAccountsWithoutAi,
  foreignRepeatedly,
  madeOfIds,
  namesOfModels,
  ofTheOtherKind,
} from '../stimuli/ids';
import { bodies, twoConditions, unlisted, withFields } from '../stimuli/inputs';
import { keyElsewhere, madeOfKeys, onConnection, senderOfHeader, withoutKey } from '../stimuli/keys';
import { type ResolvedCheck, senderAs } from '../stimuli/plan';
import { acceptTypes, eachKind, everywhere, repeatedly } from '../stimuli/reads';
import { partsOf, type Stimuli, type StimulusName } from '../stimuli/stimulus';
import { mismatches, otherAlphabets } from '../stimuli/workflows';
import { plainRead } from '../world/reads';
import { chainOf, type Form, forms, otherRequest, requestOf } from '../world/requests';
import { jobUse, useOfKind, workflowUse } from '../world/uses';
import { firstLookUp } from '../world/works';
import { notAccepted, requireSlot } from '../world/world';
import { ask, askAgain } from './ask';
import { afterSilence, untilLimited } from './burst';
import { chargedOfEachKind, chargedTo } from './charged';
import { faulty, faultyAnywhere, furtherWorkflows } from './faulty-workflows';
import { foreignLookUps, idLookUps, ownLookUps } from './look-ups';
import { untilAccepted, untilFailed } from './outage';
import { requireOwned } from './own-work';
import { chargedUse, pricePairs } from './prices';
import { creditsOfEmptyAccount, creditsOfOther, rejectedAtEnd, rejectedWorkflowsOf } from './rejected-free';
import { type Planned, sendProbes } from './send-probes';
import { acceptedUses } from './submissions';

/** The responses to a stimulus; several lists where some of them belong together. */
type Sent = Answer | readonly Answer[] | readonly (readonly Answer[])[];

/** The requests of a stimulus as a list, in one or several places; or a script that sends them. */
type Made = Planned | Planned[] | Promise<Sent>;

type Functions = {
  [Name in StimulusName]: (session: CheckSession, check: ResolvedCheck, detail: Stimuli[Name]) => Made;
};

/** The response to the valid request of API_KEY that the whole run shares. */
function referenceOf(
  session: CheckSession,
  { requestKind }: Pick<ResolvedCheck, 'requestKind'>,
): Promise<Answer> {
  const { id } = requestKind;
  switch (id) {
    case 'models':
    case 'credits':
      return plainRead(session, id);
    case 'job':
    case 'run':
      return firstLookUp(session, id);
    case 'workflow':
      return workflowUse(session, chainOf(session, 'short'));
    case 'text':
    case 'messages':
      return useOfKind(session, 'text', id === 'text' ? 'prompt' : 'messages');
    default:
      return jobUse(session);
  }
}

/** How each stimulus is sent. */
const stimuli: Functions = {
  async once(session, check) {
    if (check.as === undefined) return referenceOf(session, check);
    return ask(session, requestOf(session, check.requestKind, senderAs(session, check)));
  },
  async knownAddress(session, check) {
    const answer = await referenceOf(session, check);
    // What it names may be lost, which says nothing about the address.
    if (failsWith(answer, 404, 'not_found')) notAccepted('the request of the owner', answer);
    return answer;
  },
  async repeatedly(session, check) {
    const { requestKind, expect } = check;
    if (requestKind.id === 'job' || requestKind.id === 'run') await firstLookUp(session, requestKind.id);
    const isOfAll = 'each' in expect && expect.each === 'three tiers';
    const first = isOfAll ? [await referenceOf(session, check)] : [];
    // A page that is requested again may have other items.
    if (isOfAll && nextPage(session.target)) return first;
    return [...first, ...(await sendProbes(session, repeatedly(session, check)))];
  },
  acceptTypes,
  withoutKey,
  keyElsewhere,
  keys: madeOfKeys,
  header: (session, { requestKind }, header) =>
    ask(session, requestOf(session, requestKind, senderOfHeader(session, header))),
  onConnection(session, check, who) {
    if (check.at !== undefined) return onConnection(session, check, who);
    const places = isSmokeDepth(session.setup.depth) ? [credits] : operationsOf(session.target);
    return inEach(
      session,
      places.map((requestKind) => [
        requestKind.name,
        () => sendProbes(session, onConnection(session, { ...check, requestKind }, who)),
      ]),
    );
  },
  eachKind: (session, check) =>
    check.as === undefined
      ? acceptedUses(session, check.requestKind.operation as WithModel)
      : eachKind(session, check),
  everywhere,
  async balanceAroundUse(session, check) {
    const sender = senderAs(session, check);
    partOf(session.target, 'text');
    if (check.as === 'other account') return creditsOfOther(session, sender);
    const own = await askAgain(session, requestOf(session, credits, sender));
    return creditsOfEmptyAccount(session, sender, own, () =>
      ask(session, requestOf(session, prompt, sender)),
    );
  },
  async eachSubmission(session, { at }) {
    if (at !== 'run') return [await jobUse(session), ...(await acceptedUses(session, 'submit'))];
    const chains = (['short', 'long', 'skipping'] as const).map((which) => chainOf(session, which));
    const answers: Answer[] = [];
    for (const chain of chains) answers.push(await workflowUse(session, chain));
    return [...answers, ...(await furtherWorkflows(session))];
  },
  own: async (session, check, which) => ownLookUps[which](session, check),
  foreign(session, check, which) {
    if (which === 'repeatedly') return owned(session, check, () => foreignRepeatedly(session, check));
    if (which === 'by accounts without AI')
      return owned(session, check, () => byAccountsWithoutAi(session, check));
    return foreignLookUps[which](session, check);
  },
  ids(session, check, which) {
    if (which === 'unknown' || which === 'odd') return madeOfIds(session, check, which);
    // What is near a wrong ID may be the right one.
    if (which === 'near') return owned(session, check, () => madeOfIds(session, check, which));
    if (which === 'names of models') return namesOfModels(session, check);
    if (which === 'of the other kind') {
      const at = check.at === 'job' ? 'run' : 'job';
      return owned(session, { ...check, at }, () => ofTheOtherKind(session, check));
    }
    return idLookUps[which](session, check);
  },
  tier: async (session, _, tier) => requireSlot(session.world.tiers[tier]),
  models: (session, check, which) =>
    which === 'unlisted'
      ? unlisted(session, check)
      : inEach(
          session,
          inputs.map((kind) => [kind.name, () => sendProbes(session, unlisted(session, check, kind, true))]),
        ),
  async pricePairs(session, { at }, tier) {
    const { target, setup } = session;
    const first = await pricePairs(session, tier);
    if (at !== undefined || isSmokeDepth(setup.depth)) return [first];
    const pairsOf = (at: WithModel, form: Form): NamedAct<Answer[]> => [
      `the price of ${at} with ${form}`,
      () => pricePairs(session, tier, at, form),
    ];
    const submitted = target.job?.submit ? forms.map((form) => pairsOf('submit', form)) : [];
    const places = [pairsOf('text', 'messages'), ...submitted];
    const others = await tryFurther(session, 'prices elsewhere', () => tryEach(session, places, true));
    return [first, ...others.filter((pairs) => pairs.every(({ charge }) => charge !== undefined))];
  },
  body: (session, check, which) => bodies[which](session, check),
  fields: (session, check, fields) => ask(session, withFields(session, check, fields)),
  twoConditions,
  async chain(session, _, which) {
    return which === 'further' ? furtherWorkflows(session) : workflowUse(session, chainOf(session, which));
  },
  fault: (session, _, { flaw, place, compared }) => faulty(session, flaw, place, compared),
  faults: (session, _, { flaw, single }) => faultyAnywhere(session, flaw, single),
  mismatches,
  otherAlphabets,
  async charged(session, check, which) {
    if (which === 'each kind') return chargedOfEachKind(session, check.requestKind.operation as AiOperation);
    return check.as === undefined ? chargedUse(session) : chargedTo(session, senderAs(session, check));
  },
  rejectedWorkflows: (session, check) => rejectedWorkflowsOf(session, senderAs(session, check)),
  rejectedAtEnd: (session, _, what) => rejectedAtEnd(session, what),
  untilLimited,
  afterSilence,
  untilFailed: (session, { requestKind }) => untilFailed(session, requestKind),
  untilAccepted,
  request: (session, _, spec) => ask(session, { sender: ownerOf(session), operation: 'other', spec }),
  unknownRoute: (session) => ask(session, otherRequest(ownerOf(session), `/v1/${freshId()}`)),
};

/** What the owner may look up is asked for by others only once the owner has seen it. */
async function owned(session: CheckSession, { at }: ResolvedCheck, plan: () => Planned): Promise<Answer[]> {
  await requireOwned(session, at === 'run' ? 'run' : 'job');
  return sendProbes(session, plan());
}

const inEach = async (session: CheckSession, places: readonly NamedAct<Answer[]>[]) =>
  (await tryEach(session, places)).flat();

/**
 * Sends the stimulus of a check, once for all checks with the same one, and returns the responses in groups that belong
 * together.
 */
export function send(session: CheckSession, check: Check): Promise<readonly (readonly Answer[])[]> {
  const { at, as, send } = check;
  const [name, detail] = partsOf(send);
  return once(session, ['stimulus', at, as, send], async (session) => {
    const resolved = { ...check, requestKind: operationOf(at ?? 'models') };
    const made = await stimuli[name](session, resolved, detail as never);
    if ('place' in made) return [await sendProbes(session, made)];
    if ('status' in made) return [[made]];
    const answers: Answer[] = [];
    for (const each of made) {
      if (!('place' in each)) return isGrouped(made) ? made : [made as readonly Answer[]];
      answers.push(...(await sendProbes(session, each)));
    }
    return [answers];
  });
}

const isGrouped = (made: unknown): made is readonly (readonly Answer[])[] =>
  Array.isArray(made) && Array.isArray(made[0]);
