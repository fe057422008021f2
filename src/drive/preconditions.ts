import type { AiOperation, WithModel } from '../../spec/operations';
import { asWritten, isObject, kindOf } from '../judge/data/json';
import { type Answer, isAccepted } from '../judge/response/answer';
import { idsOf, listOf, severalLists, type Tier, textModel, tiers, wordOf } from '../judge/response/models';
import { idIn, partOfId } from '../judge/response/read-at';
import { isSmokeDepth } from '../judge/verdict/depth';
import {
  type FaultPlace,
  type FaultyChain,
  type Flaw,
  faultyChain,
  mismatchedPairs,
  skippingChain,
  soundChain,
  soundLengths,
} from '../probes/chains';
import { freshName } from '../probes/ids';
import { reworded } from '../probes/reworded';
import { accountChecks } from './account-checks';
import { type Actor, actorOf, type Once } from './actors';
import { otherSenderIn, type Sender } from './client/senders';
import { type Controls, controlsOf } from './controls';
import { currentEvidence, endAsUnsuitable, endUndecided, needs, tryEach } from './evidence/recorder';
import { builderOf, notAccepted, partOf, referenceRequestsOf } from './reference-requests';
import { perSession } from './run/per-session';
import type { Session } from './run/session';
import {
  type Block,
  type Locator,
  modelsAt,
  pointerOf,
  type RequestSpec,
  type TextFields,
} from './target-file/target';

export const forms = ['prompt', 'messages'] as const;
export type Form = (typeof forms)[number];

/** A valid chain of blocks, by its form or by its number of blocks. */
export type Chain = 'short' | 'long' | 'skipping' | number;

/** The prompt of requests that must be rejected. Accepted requests have the id of the run after it. */
export const PROMPT = 'Reply with the word ok.';

/** Whether each message has a role. Without messages in the target file, the suite sends messages with roles. */
export const hasRoles = (messages: unknown) =>
  messages === undefined ||
  (Array.isArray(messages) && messages.every((each) => isObject(each) && 'role' in each));

/** Text that makes an input several pages long: 30,000 characters. */
export const LONG_TEXT = `, at length: ${'and once more, so that there is more to read, '.repeat(640)}`;

/** The preconditions of the checks of a session, its reference requests, and its senders. */
interface Stage {
  preconditions: Preconditions;
  controls: Controls;
  /** @param once returns the response, which may have been received before */
  actorFor: (sender: Sender, once?: Once) => Actor;
}

/** The stage of a session. The first call creates it; all checks share it. */
export const stageIn = perSession((session): Stage => {
  const preconditions = preconditionsOf(session, () => stage);
  const controls = controlsOf(session, preconditions, referenceRequestsOf(session, preconditions));
  const actorFor: Stage['actorFor'] = (sender, once) => actorOf(session, controls, sender, once);
  const stage = { preconditions, controls, actorFor };
  return stage;
});

/** The preconditions of checks. If one is not met, the check is blocked or not tested, with the reason. */
export type Preconditions = ReturnType<typeof preconditionsOf>;

function preconditionsOf(session: Session, stage: () => Stage) {
  const { target, settings } = session;
  const controls = () => stage().controls;
  // It takes some 30 ms to find the chain that shows most.
  const chains = new Map<Chain, Block[]>();
  const namesIn = (answer: Answer): string[] => {
    if (!isAccepted(answer)) notAccepted('GET /v1/models', answer);
    const found = listOf(answer, { facts: session.facts.known }, pointerOf(modelsAt(target)));
    if ('several' in found) endUndecided('not tested', severalLists(found.several));
    return 'list' in found ? idsOf(found.list) : [];
  };
  const listed = async () => namesIn(await controls().models());
  // A target may cache responses, and charge nothing for a cached one.
  const promptOf = (words = '') => `${PROMPT} (${session.run.id}${words})`;
  const modelNamed = (ids: string[], tier: Tier) => {
    const id = textModel(session.run.words[0] ?? wordOf(ids) ?? '', tier);
    return ids.includes(id) ? id : undefined;
  };

  const preconditions = {
    listed,
    /** The model names in the list of this account or of API_KEY, since a plan may have its own models. */
    async listedToEither(sender: Sender): Promise<string[]> {
      const own = await controls().requireRecognisedKey(sender);
      return [...(await listed()), ...(own ? namesIn(own) : [])];
    },
    /** The tiers with a listed text model. */
    async tiers(): Promise<Tier[]> {
      const ids = await listed();
      return tiers.filter((tier) => modelNamed(ids, tier) !== undefined);
    },
    /**
     * The tiers with a listed text model, except cheaper ones than the prepared tier: the target says that
     * these do not exist.
     */
    async knownTiers(at: WithModel): Promise<Tier[]> {
      const listed = await preconditions.tiers();
      const cheapest = await controls().preparedTier(at);
      return cheapest ? listed.slice(0, listed.indexOf(cheapest) + 1) : [];
    },
    /**
     * The known tiers that API_KEY may use and that are in this sender's own list, since a plan may exclude a
     * model. At depth 1, one text request with a prompt shows this for all kinds of request.
     */
    async plannedTiers(actor: Actor, at: WithModel, form: Form): Promise<Tier[]> {
      const one = isSmokeDepth(session.run.depth);
      const use = (tier: Tier) => (one ? controls().tier(tier) : controls().kind(at, form, tier));
      const isPlanned = async (tier: Tier) =>
        isAccepted(await use(tier)) && !(await actor.lacks(await preconditions.modelOf(tier)));
      const planned = await tryEach(
        (await preconditions.knownTiers(at)).map((tier) => [
          `${form} for ${tier}`,
          async () => ((await isPlanned(tier)) ? [tier] : []),
        ]),
        true,
      );
      return planned.flat();
    },
    /** The model of the reference requests: the cheapest listed text model that exists for this operation. */
    async model(at: WithModel): Promise<string> {
      const tier = await controls().preparedTier(at);
      if (tier) return preconditions.modelOf(tier);
      const [first] = await listed();
      return first ?? endUndecided('blocked', { kind: 'no model' });
    },
    async modelOf(tier: Tier): Promise<string> {
      return modelNamed(await listed(), tier) ?? endUndecided('blocked', { kind: 'no model', tier });
    },
    /** A random model name that is not listed. */
    async unlisted(): Promise<string> {
      const ids = await listed();
      const name = freshName('model');
      return ids.includes(name) ? preconditions.unlisted() : name;
    },
    /**
     * The fields of a request with this form of input, for the model of this tier, or else of the reference
     * requests. `words` make the input differ from that of other requests.
     */
    async fields(at: WithModel, form: Form, tier?: Tier, words?: string): Promise<TextFields> {
      const model = await (tier ? preconditions.modelOf(tier) : preconditions.model(at));
      if (form === 'prompt') return { model, prompt: promptOf(words) };
      const messages =
        target.messages === undefined
          ? [{ role: 'user', content: promptOf(`, as messages${words ?? ''}`) }]
          : reworded(target.messages, words ?? '');
      return { model, messages };
    },
    /**
     * A valid request of this operation. A text request or a job has a prompt and the usual model, or these
     * fields instead.
     */
    async sound(operation: AiOperation, instead?: TextFields): Promise<RequestSpec> {
      if (operation === 'workflow') return partOf(target, 'workflow').submit(preconditions.chain('short'));
      const build = builderOf(target, operation);
      return build({ ...(await preconditions.fields(operation, 'prompt')), ...instead });
    },
    /** The id of a job or run of API_KEY: that of this submission, or of the one that all checks share. */
    async id(what: 'job' | 'run', submission?: Answer): Promise<string> {
      if (what === 'run')
        return identifier(submission ?? (await controls().workflow()), 'run_id', target.workflow?.runId);
      return identifier(submission ?? (await controls().submission()), 'job_id', target.job?.id);
    },
    /** Blocks the check unless the owner can look up the job or run once it is done. */
    async owned(what: 'job' | 'run'): Promise<void> {
      const answer = await (what === 'job' ? controls().finishedJob() : controls().run());
      if (!isAccepted(answer)) notAccepted("the owner's own lookup", answer);
    },
    /** The lookup by OTHER_API_KEY of the job or run of API_KEY, as soon as its id is known. */
    async foreignAtOnce(what: 'job' | 'run'): Promise<Answer> {
      return stage()
        .actorFor(otherSenderIn(session, 'other account'), (send) => controls().lookedAtOnce(what, send))
        [what](await preconditions.id(what));
    },
    /**
     * The credits of NO_CREDITS_API_KEY. If they equal those of API_KEY, they are read before and after an AI
     * request of API_KEY.
     */
    async creditsOfNoCreditsAccount(own: Answer): Promise<Answer[]> {
      const withoutCredits = otherSenderIn(session, 'no credits');
      partOf(target, 'text');
      const actor = stage().actorFor(withoutCredits);
      const fields = await preconditions.fields('text', 'prompt', undefined, actor.words);
      return accountChecks(session, controls()).ownCredits(withoutCredits, own, fields, () =>
        actor.text(fields),
      );
    },
    /**
     * The credits of OTHER_API_KEY. If they equal those of API_KEY, they are read before and after an AI
     * request of API_KEY.
     */
    async creditsOfOtherAccount(): Promise<Answer[]> {
      partOf(target, 'text');
      return accountChecks(session, controls()).creditsBeside(otherSenderIn(session, 'other account'));
    },
    /** The id of another account's job or run, from a variable. */
    foreign(variable: 'FOREIGN_JOB_ID' | 'FOREIGN_RUN_ID'): string {
      const isJob = variable === 'FOREIGN_JOB_ID';
      const id = isJob ? settings.foreignJobId : settings.foreignRunId;
      if (id === undefined) {
        const submits = isJob ? target.job : target.run && target.workflow;
        if (!submits) return needs(variable);
        if (session.keys.OTHER_API_KEY === undefined) return needs(`OTHER_API_KEY or ${variable}`);
        return endUndecided('not tested', { kind: 'absent', why: 'unneeded' });
      }
      currentEvidence().claims = variable;
      return id;
    },
    /** Where the lookup of a job shows its state or result. */
    place(part: 'state' | 'result') {
      const at = target.job?.[part] ?? needs(`job.${part}`);
      const patient = target.patience?.job !== undefined;
      return { part: `job.${part}` as const, at, patient, state: pointerOf(target.job?.state) };
    },
    /**
     * A valid chain: of two blocks, of this number, the longest of up to five, or one whose third block reads
     * the first.
     */
    chain(which: Chain): Block[] {
      const workflow = partOf(target, 'workflow');
      const known = chains.get(which);
      if (known !== undefined) return known;
      const length =
        { short: 2, long: soundLengths(workflow).at(-1) ?? 2, skipping: 3 }[which] ?? Number(which);
      // One chain of three blocks serves both purposes, which saves an AI request.
      const skipping = length === 3 ? skippingChain(workflow) : null;
      const chain =
        (which === 'skipping' ? skipping : (skipping ?? soundChain(workflow, length))) ??
        endAsUnsuitable('workflow.blockTypes that can be chained');
      chains.set(which, chain);
      return chain;
    },
    /** A valid chain of this length with the block types of the short chain only; null if there is none. */
    plainChain(length: number): Block[] | null {
      const workflow = partOf(target, 'workflow');
      const types = preconditions.chain('short').map(({ type }) => type);
      const blockTypes = workflow.blockTypes.filter(({ name }) => types.includes(name));
      return soundChain({ ...workflow, blockTypes }, length);
    },
    faulty(flaw: Flaw, place: FaultPlace): FaultyChain {
      const chain = faultyChain(partOf(target, 'workflow'), flaw, place);
      return chain ?? endAsUnsuitable(`workflow.blockTypes that allow this fault (${flaw})`);
    },
    /** A faulty chain for each pair of kinds that do not match. */
    mismatches(): FaultyChain[] {
      const chains = mismatchedPairs(partOf(target, 'workflow'));
      return chains.length > 0 ? chains : endAsUnsuitable('workflow.blockTypes of several kinds');
    },
  };
  return preconditions;
}

/** The `job_id` or `run_id` in the response to a submission. */
function identifier(answer: Answer, name: 'job_id' | 'run_id', locator?: Locator): string {
  if (!isAccepted(answer)) notAccepted('the submission', answer);
  const written = asWritten(answer.text ?? '').value;
  const at = pointerOf(locator);
  const value = idIn(answer, name, at, written);
  if (typeof value === 'string' && value !== '') return value;
  const pointed = at === undefined ? {} : { at };
  const threw = answer.exchange.threw?.[partOfId(name)];
  const why = threw === undefined ? {} : { threw };
  return endUndecided('blocked', { kind: 'no identifier', name, found: kindOf(value), ...pointed, ...why });
}
