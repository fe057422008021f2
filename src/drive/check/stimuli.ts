import { type AiOperation, ofPlainReads, type WithModel } from '../../../spec/operations';
import type { Expectation } from '../../judge/data/expectation';
import type { Answer } from '../../judge/response/answer';
import { freshId, nearIds, oddIds, unknownIds } from '../../probes/ids';
import {
  incompleteKeys,
  keysAfterSpace,
  keysBeforeSpace,
  keysInAnotherCase,
  wrongKeys,
} from '../../probes/keys';
import { senderWith } from '../client/senders';
import { keepProbe } from '../http/secrets';
import { type InputRequestKind, operationOf, type RequestKind } from '../operations';
import { nextPage } from '../target-file/target';
import type { Account } from '../trials/trial';
import type { Check } from './check';
import type { Stage } from './stage';
import { partsOf, type Stimuli, type StimulusName } from './stimulus';

/** The responses to a stimulus; several lists where some of them belong together. */
export type Sent = Answer | readonly Answer[] | readonly (readonly Answer[])[];

/** A check with its operation looked up. */
interface StimulusDetails extends Check {
  requestKind: RequestKind;
}

/** Sends the stimulus of a check. */
export function send(stage: Stage, check: Check): Promise<Sent> {
  const [name, detail] = partsOf(check.send);
  const requestKind = operationOf(check.at ?? 'models');
  return (senders[name] as Sender<StimulusName>)(stage, { ...check, requestKind }, detail);
}

type Sender<Name extends StimulusName> = (
  stage: Stage,
  asked: StimulusDetails,
  detail: Stimuli[Name],
) => Promise<Sent>;

const keyFamilies = {
  wrong: wrongKeys,
  incomplete: incompleteKeys,
  'after space': keysAfterSpace,
  'before kept space': keysBeforeSpace,
  'in another case': keysInAnotherCase,
};

const idFamilies = { unknown: unknownIds, odd: oddIds, near: nearIds };

const workOf = ({ at }: Check) => (at === 'run' ? 'run' : 'job');
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
  ...ofPlainReads(
    (id) =>
      ({ controls }: Stage) =>
        controls.read(id),
  ),
  job: ({ controls }) => controls.job(),
  run: ({ controls }) => controls.run(),
  text: ({ controls }) => controls.prompt(),
  messages: ({ controls }) => controls.messages(),
  submission: ({ controls }) => controls.submission(),
  submissionWithMessages: ({ controls }) => controls.submission(),
  workflow: ({ controls }) => controls.workflow('short'),
} satisfies Record<RequestKind['id'], (stage: Stage) => Promise<Answer>>;

/** How each stimulus is sent. */
const senders: { [Name in StimulusName]: Sender<Name> } = {
  async once(stage, { as, requestKind }) {
    return as === undefined
      ? references[requestKind.id](stage)
      : requestKind.ask(stage.actor(as), stage.preconditions);
  },
  knownAddress: async ({ controls }) => controls.jobAddress(),
  async repeatedly({ controls, trials, session }, { at, requestKind, expect }) {
    if (at === 'job') await controls.job();
    if (at === 'run') await controls.run();
    const first = 'each' in expect && expect.each === 'three tiers' ? [await controls.models()] : [];
    // A page that is requested again may have other items.
    if (first.length > 0 && nextPage(session.target)) return first;
    return [...first, ...(await trials.again(requestKind))];
  },
  acceptTypes: async ({ trials, actor }, asked) =>
    trials.accepting(actor(asked.as), asked.requestKind, expectedOf(asked)),
  withoutKey: async ({ trials }, { requestKind }) => trials.keyless(requestKind),
  async keyElsewhere(stage, { requestKind }) {
    return stage.trials.carriers(requestKind, () => references[requestKind.id](stage));
  },
  async header({ session, actorFor, preconditions }, { requestKind }, { header, how }) {
    const key = session.keys.API_KEY ?? '';
    const authorization = header.replace('{key}', () => key);
    keepProbe(key, how, authorization.replace(/^bearer\s*/i, '').trim());
    return requestKind.ask(actorFor(senderWith(how, authorization)), preconditions);
  },
  keys: async ({ trials }, { requestKind }, family) => trials.keys(keyFamilies[family], requestKind),
  onConnection: async ({ trials }, _, who) => trials.connection(who),
  onConnections: async ({ trials }, _, who) => trials.connections(who),
  async eachKind({ trials, actor }, asked) {
    return asked.as === undefined
      ? trials.accepted(withModel(asked))
      : trials.kinds(actor(asked.as), asked.requestKind, expectedOf(asked));
  },
  everywhere: async ({ trials, actor }, asked) => trials.everywhere(actor(asked.as), expectedOf(asked)),
  async balanceAroundUse({ actor, preconditions }, { as }) {
    if (as === 'other account') return preconditions.creditsOfOtherAccount();
    return preconditions.creditsOfNoCreditsAccount(await actor(as).get('/v1/credits'));
  },

  justSubmitted: async ({ preconditions }, asked) => preconditions.foreignAtOnce(workOf(asked)),
  async eachSubmission({ controls, trials }, { at }) {
    if (at !== 'run') return [await controls.submission(), ...(await trials.accepted('submit'))];
    const first = await controls.workflow('short');
    const others = [await controls.workflow('long'), await controls.workflow('skipping')];
    return [first, ...others, ...(await trials.chains())];
  },
  eachOwn: async ({ trials }, { at }) => (at === 'run' ? trials.runs() : trials.jobs()),
  whenDone: async ({ controls }) => controls.finishedJob(),
  beforeAndWhenDone: async ({ controls }) => [await controls.job(), await controls.finishedJob()],
  againWhenDone: async ({ controls }) => [await controls.finishedJob(), await controls.jobOnceDone()],
  ids: async ({ trials }, asked, family) => trials.ids(workOf(asked), idFamilies[family]),
  freshId: async ({ actor }, { as }) => actor(as).get(`/v1/jobs/${freshId()}`),
  wildcards: async ({ trials }) => trials.wildcards(),
  controlIds: async ({ trials }) => trials.controlIds(),
  otherNames: async ({ trials }, asked) => trials.otherNames(workOf(asked)),
  rewrittenIds: async ({ trials }) => trials.inFront(),
  async foreignRepeatedly({ preconditions, trials, actor }, asked) {
    const other = actor('other account');
    await preconditions.owned(workOf(asked));
    return trials.foreign(workOf(asked), other);
  },
  foreignByOthers: async ({ trials }, asked) => trials.thirds(workOf(asked)),
  otherKind: async ({ trials, actor }, asked) => trials.otherKind(workOf(asked), actor('other account')),
  async foreignFromVariable({ actor, preconditions }, { at }) {
    return at === 'run'
      ? actor().run(preconditions.foreign('FOREIGN_RUN_ID'))
      : actor().job(preconditions.foreign('FOREIGN_JOB_ID'));
  },
  async unknownToOther({ trials, actor }, asked) {
    return (await trials.apart(workOf(asked), actor('other account'))).slice(1, 2);
  },
  foreignAndUnknown: async ({ trials, actor }, asked) => trials.apart(workOf(asked), actor('other account')),
  async foreignAtEnd({ trials, actor }, { at }) {
    const other = actor('other account');
    return at === 'run' ? trials.foreignRuns(other) : trials.foreignJobs(other);
  },
  ownAtEnd: async ({ controls }, { at }) => (at === 'run' ? controls.runAtLast() : controls.jobAtLast()),
  doneAtEnd: async ({ controls }) => controls.finishedJobAtLast(),

  tier: async ({ controls }, _, tier) => controls.tier(tier),
  unlistedModels: async ({ trials }, asked) => trials.unlisted(withInput(asked)),
  oddModels: async ({ trials }) => trials.oddModels(),
  pricePairs: async ({ controls }, _, tier) => controls.pricePairs(tier),
  allPricePairs: async ({ trials }, _, tier) => trials.prices(tier),

  modelAlone: async ({ trials }, asked) => trials.bare(withModel(asked)),
  noInput: async ({ trials }, asked) => trials.inputless(withModel(asked)),
  neither: async ({ trials }, asked) => trials.empty(withModel(asked)),
  noJson: async ({ trials }, asked) => trials.noJson(aiOperation(asked)),
  mistypedInputs: async ({ trials }, asked) => trials.mistyped(withModel(asked)),
  emptyInputs: async ({ trials }, asked) => trials.emptyInputs(withModel(asked)),
  mistypedModels: async ({ trials }, asked) => trials.mistypedModels(withModel(asked)),
  oddBodies: async ({ trials }, asked) => trials.bodies(aiOperation(asked)),
  fields: async ({ trials, actor }, { as }, fields) => trials.withFields(actor(as), fields),
  twoConditions: async ({ trials }) => trials.conditions(),

  chain: async ({ controls }, _, chain) => controls.workflow(chain),
  allChains: async ({ trials }) => trials.chains(),
  fault: async ({ trials }, _, { flaw, place }) => trials.faulty(flaw, place),
  faults: async ({ trials }, _, { flaw, single }) => (single ? trials.single(flaw) : trials.workflows(flaw)),
  mismatches: async ({ trials }) => trials.mismatches(),
  otherAlphabets: async ({ trials }) => trials.otherAlphabets(),

  async charged({ controls, trials }, asked) {
    const account = accountOf(asked);
    return account === 'API_KEY' ? controls.charged() : trials.chargedTo(account);
  },
  allCharged: async ({ trials }, asked) => trials.charged(aiOperation(asked)),
  rejectedWorkflows: async ({ trials }, asked) => trials.rejectedWorkflows(accountOf(asked)),
  rejectedAtEnd: async ({ trials }, _, what) => trials.rejectedAtLast(what),

  untilLimited: async ({ burst }) => burst().untilRejected(),
  afterSilence: async ({ burst }) => burst().afterSilence(),
  untilFailed: async ({ outage }, { requestKind }) => outage().untilFailed(requestKind),
  untilAccepted: async ({ outage }) => outage().untilAccepted(),

  request: async ({ actor }, _, request) => actor().send(request),
  unknownRoute: async ({ actor }) => actor().get(`/v1/${freshId()}`),
};
