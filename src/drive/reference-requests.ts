import { isDeepStrictEqual } from 'node:util';
import { type PlainRead, pathTo, type WithModel } from '../../spec/operations';
import type { Part } from '../../spec/target-file';
import type { Operation } from '../judge/data/evidence';
import type { Unfinished } from '../judge/data/expectation';
import { type Answer, failsWith, isAccepted, observed } from '../judge/response/answer';
import { saysFailed } from '../judge/response/failed-work';
import { notDone } from '../judge/response/missing-result';
import { type Tier, tiers } from '../judge/response/models';
import { isInvalidWorkflow } from '../judge/response/parts';
import { idIn, readAt } from '../judge/response/read-at';
import { withoutBetween } from '../probes/chains';
import { freshId } from '../probes/ids';
import { covers, ping, saysInsufficientCredits } from './account-checks';
import { sendRequest } from './client/client';
import { oncePerRun } from './client/once-per-run';
import { isNotFound, jobPatience, lookUpLater, untilDone, untilFound } from './client/poll';
import { otherSenderIn, ownerOf } from './client/senders';
import { chargeBound } from './credits/charges';
import { metered, rejectOverdue } from './credits/meter';
import { AT_LENGTH, costAlike, dearer, isDearer, pairsAfforded } from './credits/prices';
import { balanceOf, fallOf } from './credits/readings';
import { endUndecided, needs, recordSeparately } from './evidence/recorder';
import { jobPath } from './http/url';
import type { Chain, Form, Preconditions } from './preconditions';
import type { Session } from './run/session';
import { allPages } from './target-file/pages';
import { lookUpParts, modelPart, soundParts, textParts } from './target-file/parts';
import { receivedOf } from './target-file/read';
import {
  type Block,
  creditsOf,
  type Locator,
  pointerOf,
  type RequestSpec,
  type Target,
  type TextFields,
} from './target-file/target';

/** A part of the target file. Without it the check is not tested. */
export function partOf<Part extends keyof Target>(target: Target, part: Part): NonNullable<Target[Part]> {
  return target[part] ?? needs(part);
}

/**
 * The function that builds a text request or the submission of a job. The check is not tested if text
 * requests submit the jobs, or the target file has no such function.
 */
export function builderOf(target: Target, operation: WithModel): (fields: TextFields) => RequestSpec {
  const { job, text } = target;
  if (operation === 'text') return partOf(target, 'text');
  if (job?.submit) return job.submit;
  if (!job || !text) return needs('job.submit');
  return endUndecided('not tested', { kind: 'unfit', what: 'a submission of jobs apart from text requests' });
}

/** Identifies an AI request: form of input, tier and further words of a text request or job, or a workflow. */
type UseKey =
  | [at: WithModel, form: Form, tier: Tier | null, words: string]
  | ['another submission']
  | ['with a system message', tier: Tier, words: string]
  | ['workflow', which: string | number];

const keyOf = (at: WithModel, form: Form, tier?: Tier, words = ''): UseKey => [
  at,
  form,
  tier ?? null,
  words.slice(0, 60),
];

/** One request for each tier, and one without a tier if none is listed. */
const ofEachTier = (at: WithModel, form: Form) => [...tiers, undefined].map((tier) => keyOf(at, form, tier));

/** What is looked up later in the run: which job or run, and for which purpose. */
type Later = 'job' | 'run' | 'job once done' | 'another job';

/**
 * The accepted requests that everything else is compared with, each sent once in a run with API_KEY. They
 * show what a rejection means, and checks that expect acceptance judge them.
 */
export type ReferenceRequests = ReturnType<typeof referenceRequestsOf>;

export function referenceRequestsOf(session: Session, preconditions: Preconditions) {
  const { target, facts } = session;
  const owner = ownerOf(session);
  const send = (operation: Operation, spec: RequestSpec, parts: Part[] = [], blocks?: Block[]) =>
    sendRequest(session, owner, operation, spec, {
      preparation: true,
      ...(parts.length > 0 && { parts }),
      ...(blocks && { blocks }),
    });
  const reads = oncePerRun<PlainRead | 'unknown address', Answer>(session);
  const unlisted = oncePerRun<WithModel, Answer>(session);
  const useMemo = oncePerRun<UseKey, Answer>(session);
  const lookedAtOnce = oncePerRun<'job' | 'run', Answer>(session);
  const firstLooks = oncePerRun<'job' | 'run', Answer>(session);
  const laterLooks = oncePerRun<[which: Later, when: string], Answer>(session);
  const finishedJobs = oncePerRun<'own' | 'another', Answer>(session);
  const useAi = (
    key: UseKey,
    operation: Operation,
    spec: RequestSpec,
    parts: Part[],
    { patient = false, blocks }: { patient?: boolean | undefined; blocks?: Block[] } = {},
  ) => {
    const act = async () => {
      let looked: Promise<unknown> | undefined;
      const submit = async () => {
        const answer = await send(operation, spec, parts, blocks);
        if (isAccepted(answer)) looked = Promise.all([lookAtOnce(key, answer), ownAtOnce(key, answer)]);
        return answer;
      };
      const answer = await metered(session, submit, patient);
      await looked;
      if (
        saysInsufficientCredits(answer) &&
        covers(session, await balanceOf(session, owner), costliest(operation))
      )
        facts.note(answer.exchange, { affordable: true });
      // If the credits rose meanwhile, no charge is still to come.
      const isUncharged = answer.charge?.seen === false && !facts.of(answer).charged;
      const unfinished = answer.charge && isUncharged && (await unfinishedBy(operation, answer));
      return answer.charge && unfinished ? { ...answer, charge: { ...answer.charge, unfinished } } : answer;
    };
    return useMemo(key, act);
  };
  /** Another account looks up the work before the run waits for the charge: afterwards it may be done. */
  const lookAtOnce = async (key: UseKey, submission: Answer) => {
    const what = await lookedAt(key);
    if (what === undefined || session.keys.OTHER_API_KEY === undefined) return;
    const look = async () => {
      const spec = await lookUp(what, submission);
      const otherAccount = otherSenderIn(session, 'other account');
      return sendRequest(session, otherAccount, what, spec, {
        parts: lookUpParts(target, what),
        control: () => ping(session, otherAccount),
      });
    };
    // A missing id blocks the check that asks for this lookup.
    await recordSeparately(() => lookedAtOnce(what, look));
  };
  /** The owner looks it up as well, since a job is pending only for a short time. */
  const ownAtOnce = async (key: UseKey, submission: Answer) => {
    if ((await lookedAt(key)) !== 'job') return;
    await recordSeparately(async () => found('job', await lookUp('job', submission)));
  };
  /** When the job or run was first found. */
  const foundAt = (what: 'job' | 'run') => {
    facts.foundAt[what] ??= Date.now();
    return facts.foundAt[what];
  };
  const found = (what: 'job' | 'run', spec: RequestSpec) =>
    firstLooks(what, async () => {
      const answer = await untilFound(
        () => send(what, spec, lookUpParts(target, what)),
        jobPatience(session),
      );
      foundAt(what);
      return answer;
    });
  /** @param which distinguishes it from the one that all checks share */
  const foundLater = (what: 'job' | 'run', spec: RequestSpec, which: Later = what, isGone = isNotFound) => {
    const look = () => send(what, spec, lookUpParts(target, what));
    return lookUpLater((when) => laterLooks([which, when], look), foundAt(what), isGone);
  };
  const hasNoResult = (look: Answer) =>
    isNotFound(look) || (isAccepted(look) && !isDone(look, target.job?.result));
  /** The lookup of a job or run of API_KEY: that of this submission, or of the one that all checks share. */
  const lookUp = async (what: 'job' | 'run', submission?: Answer): Promise<RequestSpec> => {
    if (what === 'job') return { path: jobPath(await preconditions.id('job', submission)) };
    const look = partOf(target, 'run');
    const id = await preconditions.id('run', submission);
    return look(id, receivedOf(submission ?? (await references.workflow())));
  };
  const submitsJobs: WithModel = target.job?.submit ? 'submit' : 'text';
  /** The submission that all checks share, as far as it is known. */
  const sharedSubmission = async () => {
    const cheapestFirst = (await preconditions.tiers()).reverse();
    const isUnknown = (tier: Tier) => saysNoSuchModel(useMemo.made(keyOf(submitsJobs, 'prompt', tier)));
    return keyOf(submitsJobs, 'prompt', cheapestFirst.find((tier) => !isUnknown(tier)) ?? cheapestFirst[0]);
  };
  const lookedAt = async (key: UseKey): Promise<'job' | 'run' | undefined> => {
    const is = (other: UseKey) => isDeepStrictEqual(key, other);
    if (target.run && is(['workflow', 2])) return 'run';
    // Without a list of models, work that was submitted without a model can still be looked up.
    if (!target.job || !ofEachTier(submitsJobs, 'prompt').some(is)) return undefined;
    return is(await sharedSubmission()) ? 'job' : undefined;
  };
  const lookAt = async (operation: Operation, submission: Answer) => {
    const { job, run } = target;
    if (operation === 'workflow') {
      if (run === undefined) return undefined;
      const look = async () => send('run', await lookUp('run', submission));
      // Another check judges a submission without an id.
      return (await recordSeparately(look)).value;
    }
    if (job === undefined || operation !== submitsJobs) return undefined;
    const id = idIn(submission, 'job_id', pointerOf(job.id));
    return send('job', { path: jobPath(String(id)) });
  };
  const jobPlaces = { state: pointerOf(target.job?.state), result: pointerOf(target.job?.result) };
  /** Why nothing may have been charged: the work failed, or it was not done within this time. */
  const unfinishedBy = async (operation: Operation, submission: Answer): Promise<Unfinished | undefined> => {
    const look = await lookAt(operation, submission);
    if (look === undefined || !isAccepted(look)) return undefined;
    if (saysFailed(look, jobPlaces)) return 'failed';
    const isLate =
      operation !== 'workflow' && target.job?.result !== undefined && !isDone(look, target.job.result);
    return isLate ? chargeBound(session).name : undefined;
  };
  /** The highest measured cost of an accepted request of this operation. */
  const costliest = (operation: Operation) => {
    const keys: UseKey[] =
      operation === 'text' || operation === 'submit'
        ? [...ofEachTier(operation, 'prompt'), ...ofEachTier(operation, 'messages')]
        : [['workflow', 2]];
    const made = keys.flatMap((key) => useMemo.made(key) ?? []);
    return Math.max(0, ...made.map((use) => facts.of(use).charged ?? 0));
  };
  const useFields = (key: UseKey, at: WithModel, fields: TextFields, patient = false) => {
    const spec = builderOf(target, at)(fields);
    return useAi(key, at, spec, textParts(at, fields, spec), { patient });
  };
  const use = async (at: WithModel, form: Form, tier: Tier | undefined, words?: string, patient?: boolean) =>
    useFields(keyOf(at, form, tier, words), at, await preconditions.fields(at, form, tier, words), patient);
  const useWorkflow = async (which: string | number, blocks: Block[]) => {
    const spec = partOf(target, 'workflow').submit(blocks);
    return useAi(['workflow', which], 'workflow', spec, soundParts(blocks), { blocks });
  };

  const references = {
    /** The response to another account as soon as the id of the job or run is known. */
    lookedAtOnce,
    /** Looks up what the run found before. */
    whileKept: (what: 'job' | 'run', look: () => Promise<Answer>) => lookUpLater(look, foundAt(what)),
    models: (): Promise<Answer> =>
      reads('models', async () => {
        const { first, pages } = await allPages(target, (spec) => send('models', spec));
        if (pages) facts.note(first.exchange, { pages });
        return first;
      }),
    read: (id: PlainRead): Promise<Answer> =>
      id === 'models' ? references.models() : reads(id, () => send(id, { path: pathTo(id) })),
    credits: (): Promise<Answer> => references.read('credits'),
    /**
     * The tier of the reference requests: the cheapest listed one whose model the target knows; undefined if
     * no tier is listed.
     */
    async preparedTier(at: WithModel): Promise<Tier | undefined> {
      const cheapestFirst = (await preconditions.tiers()).reverse();
      for (const tier of cheapestFirst) if (!saysNoSuchModel(await use(at, 'prompt', tier))) return tier;
      return cheapestFirst[0];
    },
    /** A text request with a model and a prompt. */
    async prompt(): Promise<Answer> {
      const answer = await use('text', 'prompt', await references.preparedTier('text'));
      // If a request with messages is accepted, the server rejects the prompt.
      if (!isAccepted(answer)) await references.messages();
      return answer;
    },
    async messages(): Promise<Answer> {
      return use('text', 'messages', await references.preparedTier('text'));
    },
    async tier(tier: Tier): Promise<Answer> {
      const answer = await use('text', 'prompt', tier);
      if (!isAccepted(answer)) await references.text();
      return answer;
    },
    /** The text request that is accepted: with a prompt, or else with messages. */
    async text(): Promise<Answer> {
      const prompt = await references.prompt();
      if (isAccepted(prompt)) return prompt;
      const messages = await references.messages();
      return isAccepted(messages) ? messages : prompt;
    },
    /** The accepted text request, with the current credits if no charge was seen at once. */
    async charged(): Promise<Answer> {
      const answer = await references.text();
      const { charge } = answer;
      if (charge === undefined || charge.seen) return answer;
      return session.coordinator.withLock('API_KEY', async () => {
        const after = await balanceOf(session, owner);
        const fell = fallOf(session, charge.before, after);
        // Somebody may have topped up the account meanwhile: another AI request shows it.
        if (fell < 0) {
          const words = ', in other words';
          return use('text', 'prompt', await references.preparedTier('text'), words);
        }
        const read = { ...answer, charge: { ...charge, after, coarse: references.isCoarse() } };
        if (fell === 0) await rejectOverdue(session, 'text', read);
        return read;
      });
    },
    /** Whether the AI requests of the run may cost less than credits.resolution of the target file. */
    isCoarse(): boolean {
      return session.coordinator.aiRequests < (creditsOf(target).resolution ?? 0);
    },
    /** AI requests for this tier and for pro by turns: one pair, or more if it shows no lower price. */
    async pricePairs(tier: Tier, at: WithModel = 'text', form: Form = 'prompt'): Promise<Answer[]> {
      const pair = [await references.kind(at, form, tier), await references.kind(at, form, 'pro')];
      if (!dearer(session, pair)) return pair;
      if (pair[0]?.exchange.parts?.includes(modelPart(at))) await references.unlistedModel(at);
      const again = (which: Tier, round: number) =>
        references.kind(at, form, which, ` beside ${tier}, again ${round}`, true);
      const rounds = pairsAfforded(session);
      for (let round = 1; round < rounds && dearer(session, pair); round++)
        pair.push(await again(tier, round), await again('pro', round));
      // The first pair may include the late charge or refund of an earlier AI request.
      const waited = creditsOf(target).settlesWithin !== undefined;
      if (waited && dearer(session, pair) && !isDearer(session, pair))
        pair.push(await again(tier, rounds), await again('pro', rounds));
      if (!isDearer(session, pair)) return pair;
      const atLength = (which: Tier) => references.kind(at, form, which, AT_LENGTH, true);
      const long = costAlike(session, pair) ? [await atLength(tier), await atLength('pro')] : [];
      if (long.length > 0 && !dearer(session, long)) return long;
      await rejectOverdue(session, 'pairs', [...pair, ...long].at(-1));
      return pair;
    },
    /**
     * A text request, or the submission of a job, with this form of input for the model of this tier.
     * @param patient waits for its charge as long as the target file says, even if a part of it was seen
     */
    async kind(at: WithModel, form: Form, tier: Tier, words?: string, patient?: boolean): Promise<Answer> {
      if (at === 'text' && form === 'prompt' && words === undefined) return references.tier(tier);
      return use(at, form, tier, words, patient);
    },
    /** The text request with a system message before its messages, if these have roles. */
    async withSystemMessage(tier: Tier, words = ''): Promise<Answer> {
      const { messages, ...rest } = await preconditions.fields(
        'text',
        'messages',
        tier,
        `, behind another${words}`,
      );
      const system = { role: 'system', content: 'Answer in English.' };
      const fields = { ...rest, messages: [system, ...(messages as unknown[])] };
      return useFields(['with a system message', tier, words], 'text', fields);
    },
    /** A submitted task. */
    async submission(): Promise<Answer> {
      if (target.job === undefined) return needs('job');
      if (target.job.submit === undefined) return references.text();
      return use('submit', 'prompt', await references.preparedTier('submit'));
    },
    /** The lookup of that task's job. */
    async job(): Promise<Answer> {
      return found('job', await lookUp('job'));
    },
    /** The lookup of that job once it shows its result, or at the time limit (TIMEOUT_MS). */
    async finishedJob(): Promise<Answer> {
      const own = await lookUp('job');
      const result = target.job?.result;
      if (result === undefined) return references.job();
      const bound = jobPatience(session);
      const done = (answer: Answer) => isDone(answer, result);
      const poll = (which: 'own' | 'another', spec: RequestSpec) =>
        finishedJobs(which, () =>
          untilDone(() => send('job', spec, lookUpParts(target, 'job')), done, bound),
        );
      const last = await poll('own', own);
      if (!isAccepted(last) || done(last) || target.patience?.job === undefined) return last;
      // One job may have failed, and has no result then: another one shows it.
      const fields = await preconditions.fields(submitsJobs, 'prompt');
      const another = await useFields(['another submission'], submitsJobs, fields);
      return isAccepted(another) ? poll('another', await lookUp('job', another)) : last;
    },
    /** Another lookup of that job, once it is done. */
    async jobOnceDone(): Promise<Answer> {
      await references.finishedJob();
      return foundLater('job', await lookUp('job'), 'job once done');
    },
    /** The lookup of that job at the end of the run, once it is done. A partial run may not have waited for it. */
    async jobAtLast(): Promise<Answer> {
      await references.finishedJob();
      return foundLater('job', await lookUp('job'));
    },
    /** The lookup at the end of the run of a finished job that has shown its result before. */
    async finishedJobAtLast(): Promise<Answer> {
      const done = await references.finishedJob();
      if (!isDone(done, target.job?.result)) {
        if (saysFailed(done, jobPlaces)) endUndecided('inconclusive', { kind: 'job failed' });
        const { verdict, reason } = notDone(done);
        endUndecided(verdict, reason);
      }
      const { url } = done.exchange.request;
      const own = await lookUp('job');
      return url.endsWith(own.path)
        ? foundLater('job', own, 'job', hasNoResult)
        : foundLater('job', { path: url.slice(url.lastIndexOf('/v1/jobs/')) }, 'another job', hasNoResult);
    },
    /** A valid workflow, by default of two blocks. */
    async workflow(which: Chain = 'short'): Promise<Answer> {
      const blocks = preconditions.chain(which);
      const answer = await useWorkflow(blocks.length, blocks);
      if (isAccepted(answer) || blocks.length === 2) return answer;
      await references.workflow('short');
      // Is the cause the length, or a block that the short workflow does not have?
      const plain = failsWith(answer, 422, 'invalid_request') && preconditions.plainChain(blocks.length);
      if (plain) await useWorkflow(`${blocks.length}, plain`, plain);
      // Is the cause the kinds of a connection, or that it skips a block?
      const near = isInvalidWorkflow(answer) && withoutBetween(blocks);
      if (near) await useWorkflow(`${blocks.length}, without what stands between`, near);
      return answer;
    },
    /** The lookup of the short workflow's run. */
    async run(): Promise<Answer> {
      const answer = await found('run', await lookUp('run'));
      // Does the target respond to every address like this?
      if (isNotFound(answer))
        await reads('unknown address', () => send('other', { path: `/v1/${freshId()}/${freshId()}` }));
      return answer;
    },
    /** The lookup of the own run at the end of the suite's run. */
    async runAtLast(): Promise<Answer> {
      await references.run();
      return foundLater('run', await lookUp('run'));
    },
    /** The valid workflow that a faulty one was made from: it shows that only the fault is wrong. */
    async twin(blocks: Block[], name = soundParts(blocks).join()): Promise<Answer> {
      return useWorkflow(name, blocks);
    },
    /**
     * A text request or the submission of a job with a model that is not listed: does the target read the
     * model?
     */
    async unlistedModel(operation: WithModel): Promise<Answer> {
      const fields = {
        ...(await preconditions.fields(operation, 'prompt')),
        model: await preconditions.unlisted(),
      };
      const spec = builderOf(target, operation)(fields);
      return unlisted(operation, () => send(operation, spec, textParts(operation, fields, spec)));
    },
  };
  return references;
}

/** Blocks the check, because its precondition was not accepted. */
export function notAccepted(what: string, answer: Answer): never {
  return endUndecided('blocked', { kind: 'not accepted', what, received: observed(answer) });
}

/** True if the response says that there is no such model. If the model is listed, the next one is used. */
function saysNoSuchModel(answer: Answer | undefined): boolean {
  return answer !== undefined && failsWith(answer, 404, 'model_not_found');
}

/** Whether the lookup of a job shows its result. */
export function isDone(answer: Answer, result: Locator | undefined): boolean {
  return isAccepted(answer) && readAt(answer, 'job.result', pointerOf(result)) != null;
}
