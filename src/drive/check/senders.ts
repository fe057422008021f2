import { type AiOperation, ofPlainReads, type WithModel } from '../../../spec/operations';
import type { Answer } from '../../judge/answer';
import type { Expectation } from '../../judge/expectation';
import { freshId, nearIds, oddIds, unknownIds } from '../../probes/ids';
import {
  incompleteKeys,
  keysAfterSpace,
  keysBeforeSpace,
  keysInAnotherCase,
  wrongKeys,
} from '../../probes/keys';
import { presenting } from '../client/senders';
import { keepProbe } from '../http/secrets';
import { type Asking, type AskingWithInput, operationOf } from '../operations';
import { nextPage } from '../target';
import type { Account } from '../trials/trial';
import type { Check } from './check';
import type { Stage } from './stage';
import { partsOf, type Stimuli, type StimulusName } from './stimulus';

/** The answers that a stimulus got; several lists where some belong together. */
export type Sent = Answer | readonly Answer[] | readonly (readonly Answer[])[];

/** A check with its operation looked up. */
interface Asked extends Check {
  asking: Asking;
}

/** Sends what a check says. */
export function send(stage: Stage, check: Check): Promise<Sent> {
  const [name, detail] = partsOf(check.send);
  const asking = operationOf(check.at ?? 'models');
  return (senders[name] as Sender<StimulusName>)(stage, { ...check, asking }, detail);
}

type Sender<Name extends StimulusName> = (stage: Stage, asked: Asked, detail: Stimuli[Name]) => Promise<Sent>;

const keyFamilies = {
  wrong: wrongKeys,
  incomplete: incompleteKeys,
  'after space': keysAfterSpace,
  'before kept space': keysBeforeSpace,
  'in another case': keysInAnotherCase,
};

const idFamilies = { unknown: unknownIds, odd: oddIds, near: nearIds };

const workOf = ({ at }: Check) => (at === 'run' ? 'run' : 'job');
const accountOf = ({ as }: Check): Account => (as === 'other' ? 'OTHER_API_KEY' : 'API_KEY');
const aiOperation = ({ asking }: Asked) => asking.operation as AiOperation;
const withModel = ({ asking }: Asked) => asking.operation as WithModel;
const withInput = ({ asking }: Asked) => asking as AskingWithInput;

/** What the check expects of each answer: probes are made smaller as long as they show a breach of it. */
function expectedOf({ expect }: Check): Expectation {
  if ('each' in expect && typeof expect.each !== 'string') return expect.each;
  throw new Error('what is sent by this stimulus is judged one answer at a time, whatever the target file');
}

/** The request of the whole run by which an operation is shown to be accepted. */
const references = {
  ...ofPlainReads(
    (id) =>
      ({ baseline }: Stage) =>
        baseline.read(id),
  ),
  job: ({ baseline }) => baseline.job(),
  run: ({ baseline }) => baseline.run(),
  text: ({ baseline }) => baseline.prompt(),
  messages: ({ baseline }) => baseline.messages(),
  submission: ({ baseline }) => baseline.submission(),
  submissionWithMessages: ({ baseline }) => baseline.submission(),
  workflow: ({ baseline }) => baseline.workflow('short'),
} satisfies Record<Asking['id'], (stage: Stage) => Promise<Answer>>;

/** How each stimulus is sent. */
const senders: { [Name in StimulusName]: Sender<Name> } = {
  async once(stage, { as, asking }) {
    return as === undefined ? references[asking.id](stage) : asking.ask(stage.actor(as), stage.given);
  },
  knownAddress: async ({ baseline }) => baseline.jobAddress(),
  async repeatedly({ baseline, trials, session }, { at, asking, expect }) {
    if (at === 'job') await baseline.job();
    if (at === 'run') await baseline.run();
    const first = 'each' in expect && expect.each === 'three tiers' ? [await baseline.models()] : [];
    // A page that is read again may hold others.
    if (first.length > 0 && nextPage(session.target)) return first;
    return [...first, ...(await trials.again(asking))];
  },
  acceptTypes: async ({ trials, actor }, asked) =>
    trials.accepting(actor(asked.as), asked.asking, expectedOf(asked)),
  withoutKey: async ({ trials }, { asking }) => trials.keyless(asking),
  async keyElsewhere(stage, { asking }) {
    return stage.trials.carriers(asking, () => references[asking.id](stage));
  },
  async header({ session, by, given }, { asking }, { header, how }) {
    const key = session.keys.API_KEY ?? '';
    const authorization = header.replace('{key}', () => key);
    keepProbe(key, how, authorization.replace(/^bearer\s*/i, '').trim());
    return asking.ask(by(presenting(how, authorization)), given);
  },
  keys: async ({ trials }, { asking }, family) => trials.keys(keyFamilies[family], asking),
  onConnection: async ({ trials }, _, who) => trials.connection(who),
  onConnections: async ({ trials }, _, who) => trials.connections(who),
  async eachKind({ trials, actor }, asked) {
    return asked.as === undefined
      ? trials.served(withModel(asked))
      : trials.kinds(actor(asked.as), asked.asking, expectedOf(asked));
  },
  everywhere: async ({ trials, actor }, asked) => trials.everywhere(actor(asked.as), expectedOf(asked)),
  async balanceAroundUse({ actor, given }, { as }) {
    if (as === 'other') return given.creditsOfTheOtherAccount();
    return given.creditsOfTheBroke(await actor(as).get('/v1/credits'));
  },

  justSubmitted: async ({ given }, asked) => given.foreignAtOnce(workOf(asked)),
  async eachSubmission({ baseline, trials }, { at }) {
    if (at !== 'run') return [await baseline.submission(), ...(await trials.served('submit'))];
    const first = await baseline.workflow('short');
    const others = [await baseline.workflow('long'), await baseline.workflow('skipping')];
    return [first, ...others, ...(await trials.chains())];
  },
  eachOwn: async ({ trials }, { at }) => (at === 'run' ? trials.runs() : trials.jobs()),
  whenDone: async ({ baseline }) => baseline.finishedJob(),
  beforeAndWhenDone: async ({ baseline }) => [await baseline.job(), await baseline.finishedJob()],
  againWhenDone: async ({ baseline }) => [await baseline.finishedJob(), await baseline.jobOnceDone()],
  ids: async ({ trials }, asked, family) => trials.ids(workOf(asked), idFamilies[family]),
  freshId: async ({ actor }, { as }) => actor(as).get(`/v1/jobs/${freshId()}`),
  wildcards: async ({ trials }) => trials.wildcards(),
  controlIds: async ({ trials }) => trials.controlIds(),
  otherNames: async ({ trials }, asked) => trials.otherNames(workOf(asked)),
  rewrittenIds: async ({ trials }) => trials.inFront(),
  async foreignRepeatedly({ given, trials, actor }, asked) {
    const other = actor('other');
    await given.owned(workOf(asked));
    return trials.foreign(workOf(asked), other);
  },
  foreignByOthers: async ({ trials }, asked) => trials.thirds(workOf(asked)),
  otherKind: async ({ trials, actor }, asked) => trials.otherKind(workOf(asked), actor('other')),
  async foreignFromVariable({ actor, given }, { at }) {
    return at === 'run'
      ? actor().run(given.foreign('FOREIGN_RUN_ID'))
      : actor().job(given.foreign('FOREIGN_JOB_ID'));
  },
  async unknownToOther({ trials, actor }, asked) {
    return (await trials.apart(workOf(asked), actor('other'))).slice(1, 2);
  },
  foreignAndUnknown: async ({ trials, actor }, asked) => trials.apart(workOf(asked), actor('other')),
  async foreignAtEnd({ trials, actor }, { at }) {
    const other = actor('other');
    return at === 'run' ? trials.foreignRuns(other) : trials.foreignJobs(other);
  },
  ownAtEnd: async ({ baseline }, { at }) => (at === 'run' ? baseline.runAtLast() : baseline.jobAtLast()),
  doneAtEnd: async ({ baseline }) => baseline.finishedJobAtLast(),

  tier: async ({ baseline }, _, tier) => baseline.tier(tier),
  unlistedModels: async ({ trials }, asked) => trials.unlisted(withInput(asked)),
  oddModels: async ({ trials }) => trials.oddModels(),
  pricePairs: async ({ baseline }, _, tier) => baseline.pricePairs(tier),
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

  chain: async ({ baseline }, _, chain) => baseline.workflow(chain),
  allChains: async ({ trials }) => trials.chains(),
  fault: async ({ trials }, _, { flaw, place }) => trials.faulty(flaw, place),
  faults: async ({ trials }, _, { flaw, single }) => (single ? trials.single(flaw) : trials.workflows(flaw)),
  mismatches: async ({ trials }) => trials.mismatches(),
  otherAlphabets: async ({ trials }) => trials.otherAlphabets(),

  async charged({ baseline, trials }, asked) {
    const account = accountOf(asked);
    return account === 'API_KEY' ? baseline.charged() : trials.chargedTo(account);
  },
  allCharged: async ({ trials }, asked) => trials.charged(aiOperation(asked)),
  rejectedWorkflows: async ({ trials }, asked) => trials.refusedWorkflows(accountOf(asked)),
  rejectedAtEnd: async ({ trials }, _, what) => trials.refusedAtLast(what),

  untilLimited: async ({ burst }) => burst().untilRefused(),
  afterSilence: async ({ burst }) => burst().afterSilence(),
  untilFailed: async ({ outage }, { asking }) => outage().untilFailed(asking),
  untilServed: async ({ outage }) => outage().untilServed(),

  request: async ({ actor }, _, request) => actor().send(request),
  unknownRoute: async ({ actor }) => actor().get(`/v1/${freshId()}`),
};
