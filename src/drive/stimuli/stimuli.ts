import {
  type AiOperation,
  isChange,
  ofChanges,
  ofPlainReads,
  type WithModel,
} from '../../../spec/operations';
import type { Expectation } from '../../judge/data/expectation';
import { type Answer, failsWith } from '../../judge/response/answer';
import { freshId, nearIds, oddIds, unknownIds } from '../../probes/ids';
import {
  incompleteKeys,
  keysAfterSpace,
  keysBeforeSpace,
  keysInAnotherCase,
  wrongKeys,
} from '../../probes/keys';
import { ask, foreignAtOnce } from '../ask/ask';
import type { Check, Role } from '../check/check';
import { again, type Sender } from '../client/request';
import { nobody, otherSenderIn, ownerOf, senderWith } from '../client/senders';
import { keepProbe } from '../http/secrets';
import { creditsOfEmptyAccount, creditsOfOther } from '../named/accounts';
import { notAccepted, plainRead } from '../named/models';
import { chargedUse, pricePairs } from '../named/prices';
import { messagesUse, promptUse, submission, tierUse } from '../named/uses';
import {
  acceptedChange,
  finishedJob,
  finishedJobAtEnd,
  firstLookUp,
  foreignId,
  jobOnceDone,
  lookUpAtEnd,
  lookUpById,
  requireOwned,
  unknownChange,
} from '../named/work';
import { workflow } from '../named/workflows';
import { credits, type InputRequestKind, operationOf, prompt, type RequestKind } from '../operations';
import type { Session } from '../run/session';
import { partOf } from '../target-file/described';
import { nextPage } from '../target-file/target';
import { burstOf } from './burst';
import { chargedTo } from './credits';
import { inputProbes } from './inputs';
import { keyProbes } from './keys';
import { outageOf } from './outage';
import type { Account } from './probes';
import { readProbes } from './reads';
import { rejectedCosts } from './rejections';
import { partsOf, type Stimuli, type StimulusName } from './stimulus';
import { useProbes } from './uses';

/** The responses to a stimulus; several lists where some of them belong together. */
export type Sent = Answer | readonly Answer[] | readonly (readonly Answer[])[];

/** A check with its operation looked up. */
interface StimulusDetails extends Check {
  requestKind: RequestKind;
}

/** Sends the stimulus of a check. */
export function send(session: Session, check: Check): Promise<Sent> {
  const [name, detail] = partsOf(check.send);
  const requestKind = operationOf(check.at ?? 'models');
  return (stimuli[name] as Send<StimulusName>)(session, { ...check, requestKind }, detail);
}

type Send<Name extends StimulusName> = (
  session: Session,
  asked: StimulusDetails,
  detail: Stimuli[Name],
) => Promise<Sent>;

/** The sender of this role. Without its key, the check is not tested. */
function senderAs(session: Session, role?: Role): Sender {
  if (role === undefined) return ownerOf(session);
  if (role === 'nobody') return nobody;
  return otherSenderIn(session, role);
}

const keyFamilies = {
  wrong: wrongKeys,
  incomplete: incompleteKeys,
  'after space': keysAfterSpace,
  'before kept space': keysBeforeSpace,
  'in another case': keysInAnotherCase,
};

const idFamilies = { unknown: unknownIds, odd: oddIds, near: nearIds };

function workOf({ at = 'job' }: Check): 'job' | 'run' {
  if (at === 'job' || at === 'run') return at;
  throw new Error(`this stimulus sends lookups, and ${at} is none`);
}
const accountOf = ({ as }: Check): Account => (as === 'other account' ? 'OTHER_API_KEY' : 'API_KEY');
const aiOperation = ({ requestKind }: StimulusDetails) => requestKind.operation as AiOperation;
const withModel = ({ requestKind }: StimulusDetails) => requestKind.operation as WithModel;
const withInput = ({ requestKind }: StimulusDetails) => requestKind as InputRequestKind;

/** The expectation of each response: violating probes are made smaller as long as they violate it. */
function expectedOf({ expect }: Check): Expectation {
  if ('each' in expect && typeof expect.each !== 'string') return expect.each;
  throw new Error(
    'the responses to this stimulus are judged one by one, and not with a value of the target file',
  );
}

/** The request, shared by the whole run, that shows that an operation accepts requests. */
const references = {
  ...ofPlainReads((id) => (session: Session) => plainRead(session, id)),
  ...ofChanges((id) => (session: Session) => acceptedChange(session, id)),
  job: (session) => firstLookUp(session, 'job'),
  run: (session) => firstLookUp(session, 'run'),
  text: promptUse,
  messages: messagesUse,
  submission,
  submissionWithMessages: submission,
  workflow: (session) => workflow(session),
} satisfies Record<RequestKind['id'], (session: Session) => Promise<Answer>>;

/** How each stimulus is sent. */
const stimuli: { [Name in StimulusName]: Send<Name> } = {
  async once(session, { as, requestKind }) {
    if (as === undefined) return references[requestKind.id](session);
    return ask(session, await requestKind.request(session, senderAs(session, as)));
  },
  async knownAddress(session, { requestKind }) {
    const answer = await references[requestKind.id](session);
    // What it names may be lost, which says nothing about the address.
    if (failsWith(answer, 404, 'not_found')) notAccepted('the request of the owner', answer);
    return answer;
  },
  async repeatedly(session, { at, requestKind, expect }) {
    if (at === 'job' || at === 'run') await firstLookUp(session, at);
    const isOfAll = 'each' in expect && expect.each === 'three tiers';
    const first = isOfAll ? [await plainRead(session, 'models')] : [];
    // A page that is requested again may have other items.
    if (isOfAll && nextPage(session.target)) return first;
    return [...first, ...(await readProbes(session).again(requestKind))];
  },
  acceptTypes: async (session, asked) =>
    readProbes(session).accepting(senderAs(session, asked.as), asked.requestKind, expectedOf(asked)),
  withoutKey: async (session, { requestKind }) => keyProbes(session).keyless(requestKind),
  keyElsewhere: async (session, { requestKind }) =>
    keyProbes(session).carriers(requestKind, () => references[requestKind.id](session)),
  async header(session, { requestKind }, { header, how }) {
    const key = session.keys.API_KEY ?? '';
    const authorization = header.replaceAll('{key}', () => key);
    keepProbe(key, how, authorization.replace(/^bearer\s*/i, '').trim());
    return ask(session, await requestKind.request(session, senderWith(how, authorization)));
  },
  keys: async (session, { requestKind }, family) => keyProbes(session).keys(keyFamilies[family], requestKind),
  onConnection: async (session, _, who) => keyProbes(session).connection(who),
  onConnections: async (session, _, who) => keyProbes(session).connections(who),
  eachKind: async (session, asked) =>
    asked.as === undefined
      ? useProbes(session).accepted(withModel(asked))
      : useProbes(session).kinds(senderAs(session, asked.as), asked.requestKind, expectedOf(asked)),
  everywhere: async (session, asked) =>
    readProbes(session).everywhere(senderAs(session, asked.as), expectedOf(asked)),
  async balanceAroundUse(session, { as }) {
    const sender = senderAs(session, as);
    if (as === 'other account') {
      partOf(session.target, 'text');
      return creditsOfOther(session, sender);
    }
    const own = await ask(session, again(await credits.request(session, sender)));
    partOf(session.target, 'text');
    const use = async () => ask(session, await prompt.request(session, sender));
    return creditsOfEmptyAccount(session, sender, own, use);
  },

  justSubmitted: async (session, asked) => foreignAtOnce(session, workOf(asked)),
  async eachSubmission(session, { at }) {
    if (at !== 'run') return [await submission(session), ...(await useProbes(session).accepted('submit'))];
    const first = await workflow(session);
    const others = [await workflow(session, 'long'), await workflow(session, 'skipping')];
    return [first, ...others, ...(await useProbes(session).chains())];
  },
  eachOwn: async (session, { at }) =>
    at === 'run' ? readProbes(session).runs() : readProbes(session).jobs(),
  whenDone: finishedJob,
  beforeAndWhenDone: async (session) => [await firstLookUp(session, 'job'), await finishedJob(session)],
  againWhenDone: async (session) => [await finishedJob(session), await jobOnceDone(session)],
  ids: async (session, asked, family) => readProbes(session).ids(workOf(asked), idFamilies[family]),
  freshId: async (session, asked) =>
    ask(session, await lookUpById(session, senderAs(session, asked.as), workOf(asked), freshId())),
  async unknownToChange(session, { as, requestKind: { operation } }) {
    if (!isChange(operation)) throw new Error(`this stimulus sends changes, and ${operation} is none`);
    return ask(session, await unknownChange(session, senderAs(session, as), operation));
  },
  wildcards: async (session) => readProbes(session).wildcards(),
  controlIds: async (session) => readProbes(session).controlIds(),
  otherNames: async (session, asked) => readProbes(session).otherNames(workOf(asked)),
  rewrittenIds: async (session) => readProbes(session).inFront(),
  async foreignRepeatedly(session, asked) {
    await requireOwned(session, workOf(asked));
    return readProbes(session).foreign(workOf(asked));
  },
  foreignByOthers: async (session, asked) => readProbes(session).thirds(workOf(asked)),
  otherKind: async (session, asked) => readProbes(session).otherKind(workOf(asked)),
  async foreignFromVariable(session, asked) {
    const what = workOf(asked);
    return ask(session, await lookUpById(session, ownerOf(session), what, foreignId(session, what)));
  },
  unknownToOther: async (session, asked) => (await readProbes(session).apart(workOf(asked))).slice(1, 2),
  foreignAndUnknown: async (session, asked) => readProbes(session).apart(workOf(asked)),
  foreignAtEnd: async (session, { at }) =>
    at === 'run' ? readProbes(session).foreignRuns() : readProbes(session).foreignJobs(),
  ownAtEnd: async (session, asked) => lookUpAtEnd(session, workOf(asked)),
  doneAtEnd: finishedJobAtEnd,

  tier: async (session, _, tier) => tierUse(session, tier),
  unlistedModels: async (session, asked) => inputProbes(session).unlisted(withInput(asked)),
  oddModels: async (session) => inputProbes(session).oddModels(),
  pricePairs: async (session, _, tier) => pricePairs(session, tier),
  allPricePairs: async (session, _, tier) => useProbes(session).prices(tier),

  modelAlone: async (session, asked) => inputProbes(session).bare(withModel(asked)),
  noInput: async (session, asked) => inputProbes(session).inputless(withModel(asked)),
  neither: async (session, asked) => inputProbes(session).empty(withModel(asked)),
  noJson: async (session, asked) => inputProbes(session).noJson(aiOperation(asked)),
  mistypedInputs: async (session, asked) => inputProbes(session).mistyped(withModel(asked)),
  emptyInputs: async (session, asked) => inputProbes(session).emptyInputs(withModel(asked)),
  mistypedModels: async (session, asked) => inputProbes(session).mistypedModels(withModel(asked)),
  oddBodies: async (session, asked) => inputProbes(session).bodies(aiOperation(asked)),
  fields: async (session, { as }, fields) => useProbes(session).withFields(senderAs(session, as), fields),
  twoConditions: async (session) => inputProbes(session).conditions(),

  chain: async (session, _, chain) => workflow(session, chain),
  allChains: async (session) => useProbes(session).chains(),
  fault: async (session, _, { flaw, place }) => useProbes(session).faulty(flaw, place),
  faults: async (session, _, { flaw, single }) =>
    single ? useProbes(session).single(flaw) : useProbes(session).workflows(flaw),
  mismatches: async (session) => useProbes(session).mismatches(),
  otherAlphabets: async (session) => useProbes(session).otherAlphabets(),

  async charged(session, asked) {
    const account = accountOf(asked);
    return account === 'API_KEY' ? chargedUse(session) : chargedTo(session, account);
  },
  allCharged: async (session, asked) => useProbes(session).charged(aiOperation(asked)),
  rejectedWorkflows: async (session, asked) => rejectedCosts(session).rejectedWorkflows(accountOf(asked)),
  rejectedAtEnd: async (session, _, what) => rejectedCosts(session).rejectedAtLast(what),

  untilLimited: async (session) => burstOf(session).untilRejected(),
  afterSilence: async (session) => burstOf(session).afterSilence(),
  untilFailed: async (session, { requestKind }) => outageOf(session).untilFailed(requestKind),
  untilAccepted: async (session) => outageOf(session).untilAccepted(),

  request: async (session, _, spec) => ask(session, { sender: ownerOf(session), operation: 'other', spec }),
  unknownRoute: async (session) =>
    ask(session, { sender: ownerOf(session), operation: 'other', spec: { path: `/v1/${freshId()}` } }),
};
