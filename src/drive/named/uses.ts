import type { WithModel } from '../../../spec/operations';
import type { Unfinished } from '../../judge/data/expectation';
import { isObject } from '../../judge/data/json';
import { type Answer, failsWith, isAccepted } from '../../judge/response/answer';
import { saysFailed } from '../../judge/response/failed-work';
import type { Tier } from '../../judge/response/models';
import { idIn } from '../../judge/response/read-at';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { reworded } from '../../probes/reworded';
import { prepare } from '../client/client';
import { once } from '../client/once';
import { identityOf, type Request, type Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { metered } from '../credits/meter';
import { balanceOf, covers } from '../credits/readings';
import { type CheckSession, endUnjudged, needs, recordSeparately, tryEach } from '../evidence/recorder';
import type { Session } from '../run/session';
import { builderOf } from '../target-file/described';
import { textParts } from '../target-file/parts';
import { creditsOf, pointerOf, type TextFields } from '../target-file/target';
import { isDone, jobLookUp, lookUpAtOnce, lookUpOf, type Work } from './look-ups';
import { isWithheld, listed, listedTiers, modelOf, unlistedModel } from './models';

export const forms = ['prompt', 'messages'] as const;
export type Form = (typeof forms)[number];

/** The prompt of requests that must be rejected. Accepted requests have the id of the run after it. */
export const PROMPT = 'Reply with the word ok.';

/** Added to a text whose request is sent once more as another one: a cached response may cost nothing. */
export const OTHER_WORDS = ', in other words';

export const LONG_TEXT = `, at length: ${'and once more, so that there is more to read, '.repeat(640)}`;

/** Whether each message has a role. Without messages in the target file, the suite sends messages with roles. */
export const hasRoles = (messages: unknown) =>
  messages === undefined ||
  (Array.isArray(messages) && messages.every((each) => isObject(each) && 'role' in each));

/** True if the response says that there is no such model. If the model is listed, the next one is used. */
const saysNoSuchModel = (answer: Answer) => failsWith(answer, 404, 'model_not_found');

/**
 * An AI request of API_KEY that must be accepted, with its charge. The work that all checks share is looked up at
 * once.
 */
export const measuredUse = (
  session: CheckSession,
  request: Request,
  { patient, shared }: { patient?: boolean | undefined; shared?: Work | undefined } = {},
): Promise<Answer> =>
  once(session, ['use', identityOf(request)], async (session) => {
    const { operation } = request;
    let looked: Promise<unknown> | undefined;
    const submit = async () => {
      const answer = await prepare(session, request);
      if (shared && isAccepted(answer)) looked = lookUpAtOnce(session, shared, answer);
      return answer;
    };
    const answer = await (session.measures ? metered(session, submit, patient) : submit());
    await looked;
    const isCovered = async () =>
      covers(session, await balanceOf(session, ownerOf(session)), costliest(session, operation));
    if (failsWith(answer, 402, 'insufficient_credits') && (await isCovered()))
      session.facts.note(answer.exchange, { affordable: true });
    // If the credits rose meanwhile, no charge is still to come.
    const isUncharged = answer.charge?.seen === false && !session.facts.of(answer).charged;
    const unfinished = answer.charge && isUncharged && (await unfinishedBy(session, answer));
    return answer.charge && unfinished ? { ...answer, charge: { ...answer.charge, unfinished } } : answer;
  });

function costliest({ sent, facts }: Session, operation: Request['operation']): number {
  const costs = sent.map((each) =>
    each.operation === operation ? (facts.known.exchanges[each.id]?.charged ?? 0) : 0,
  );
  return Math.max(0, ...costs);
}

/** Why nothing may have been charged: the work failed, or it was not done within this time. */
async function unfinishedBy(session: CheckSession, submission: Answer): Promise<Unfinished | undefined> {
  const { job, run } = session.target;
  const { operation } = submission.exchange;
  const owner = ownerOf(session);
  const lookAt = async (session: CheckSession) => {
    if (operation === 'workflow') return run && prepare(session, lookUpOf(session, owner, 'run', submission));
    const id = idIn(submission, 'job_id', pointerOf(job?.id));
    const isJob = job !== undefined && operation === submitsJobs(session);
    return isJob ? prepare(session, jobLookUp(session, owner, String(id))) : undefined;
  };
  // Another check judges a submission without an id.
  const { value: answer } = await recordSeparately(session, lookAt);
  if (answer === undefined || !isAccepted(answer)) return undefined;
  if (saysFailed(answer, jobPlaces(session))) return 'failed';
  const isLate = operation !== 'workflow' && job?.result !== undefined && !isDone(answer, job.result);
  return isLate ? 'credits.settlesWithin' : undefined;
}

export const jobPlaces = ({ target: { job } }: Session) => ({
  state: pointerOf(job?.state),
  result: pointerOf(job?.result),
});

const submitsJobs = ({ target: { job } }: Session): WithModel => (job?.submit ? 'submit' : 'text');

/** A text request or the submission of a job with these fields. */
export function requestWith(
  { target }: Session,
  sender: Sender,
  operation: WithModel,
  fields: TextFields,
): Request {
  const spec = builderOf(target, operation)(fields);
  return { sender, operation, spec, fields, parts: textParts(operation, fields, spec) };
}

/**
 * The fields of a request with this form of input, for the model of this tier, or else of the reference
 * requests. `words` make the input differ from that of other requests.
 */
export async function fieldsOf(
  session: CheckSession,
  at: WithModel,
  form: Form,
  tier?: Tier,
  words?: string,
): Promise<TextFields> {
  const model = await (tier ? modelOf(session, tier) : referenceModel(session, at));
  return { model, ...inputOf(session, form, words) };
}

function inputOf({ target, setup }: Session, form: Form, words = ''): TextFields {
  // A target may cache responses, and charge nothing for a cached one.
  const promptOf = (more: string) => `${PROMPT} (${setup.id}${more})`;
  if (form === 'prompt') return { prompt: promptOf(words) };
  const { messages } = target;
  return messages === undefined
    ? { messages: [{ role: 'user', content: promptOf(`, as messages${words}`) }] }
    : { messages: reworded(messages, words) };
}

/** Makes the requests of an account differ from those of API_KEY. */
export const wordsOf = ({ account, actor }: Sender) =>
  account === null || account === 'API_KEY' ? '' : `, by ${actor}`;

/** An AI request of API_KEY with this form of input, for the model of this tier, or else of the reference requests. */
async function use(
  session: CheckSession,
  at: WithModel,
  form: Form,
  tier?: Tier,
  words?: string,
  patient?: boolean,
): Promise<Answer> {
  // The submission that all checks share comes first: its work is looked up at once.
  if (at === submitsJobs(session) && session.target.job) await preparedTier(session, at);
  const fields = await fieldsOf(session, at, form, tier, words);
  return measuredUse(session, requestWith(session, ownerOf(session), at, fields), { patient });
}

async function modelFor(session: CheckSession, tier?: Tier): Promise<string> {
  if (tier) return modelOf(session, tier);
  const [first] = await listed(session);
  return first ?? endUnjudged('blocked', { kind: 'no model' });
}

/**
 * The tier of the reference requests: the cheapest listed one whose model the target knows; undefined if no tier
 * is listed. This sends the submission that all checks share.
 */
export const preparedTier = (session: CheckSession, at: WithModel): Promise<Tier | undefined> =>
  once(session, ['prepared tier', at], async (session) => {
    const listed: (Tier | undefined)[] = (await listedTiers(session)).reverse();
    const cheapestFirst = listed.length > 0 ? listed : [undefined];
    const shared = at === submitsJobs(session) && session.target.job ? 'job' : undefined;
    for (const tier of cheapestFirst) {
      const fields = { model: await modelFor(session, tier), ...inputOf(session, 'prompt') };
      const request = requestWith(session, ownerOf(session), at, fields);
      if (!saysNoSuchModel(await measuredUse(session, request, { shared }))) return tier;
    }
    return cheapestFirst[0];
  });

/** The model of the reference requests: the cheapest listed text model that exists for this operation. */
export const referenceModel = async (session: CheckSession, at: WithModel): Promise<string> =>
  modelFor(session, await preparedTier(session, at));

/**
 * The tiers with a listed text model, except cheaper ones than the prepared tier: the target says that these do
 * not exist.
 */
export async function knownTiers(session: CheckSession, at: WithModel): Promise<Tier[]> {
  const all = await listedTiers(session);
  const cheapest = await preparedTier(session, at);
  return cheapest ? all.slice(0, all.indexOf(cheapest) + 1) : [];
}

/**
 * The known tiers that API_KEY may use and that are in this sender's own list, since a plan may exclude a model.
 * At depth 1, one text request with a prompt shows this for all kinds of request.
 */
export async function plannedTiers(
  session: CheckSession,
  sender: Sender,
  at: WithModel,
  form: Form,
): Promise<Tier[]> {
  const isOne = isSmokeDepth(session.setup.depth);
  const isPlanned = async (tier: Tier) => {
    const answer = await (isOne ? tierUse(session, tier) : useOfKind(session, at, form, tier));
    return isAccepted(answer) && !(await isWithheld(session, sender, await modelOf(session, tier)));
  };
  const planned = await tryEach(
    session,
    (await knownTiers(session, at)).map((tier) => [
      `${form} for ${tier}`,
      async () => ((await isPlanned(tier)) ? [tier] : []),
    ]),
    true,
  );
  return planned.flat();
}

export async function promptUse(session: CheckSession): Promise<Answer> {
  const answer = await use(session, 'text', 'prompt');
  // If a request with messages is accepted, the server rejects the prompt.
  if (!isAccepted(answer)) await messagesUse(session);
  return answer;
}

export const messagesUse = (session: CheckSession): Promise<Answer> => use(session, 'text', 'messages');

/** The text request that is accepted: with a prompt, or else with messages. */
export const textUse = (session: CheckSession): Promise<Answer> =>
  once(session, ['text'], async (session) => {
    const prompt = await promptUse(session);
    if (isAccepted(prompt)) return prompt;
    const messages = await messagesUse(session);
    return isAccepted(messages) ? messages : prompt;
  });

/**
 * A text request, or the submission of a job, with this form of input for the model of this tier.
 * @param patient waits for its charge as long as the target file says, even if a part of it was seen
 */
export async function useOfKind(
  session: CheckSession,
  at: WithModel,
  form: Form,
  tier: Tier,
  words?: string,
  patient?: boolean,
): Promise<Answer> {
  const answer = await use(session, at, form, tier, words, patient);
  const isUsual = at === 'text' && form === 'prompt' && words === undefined;
  if (isUsual && !isAccepted(answer)) await textUse(session);
  return answer;
}

export const tierUse = (session: CheckSession, tier: Tier): Promise<Answer> =>
  useOfKind(session, 'text', 'prompt', tier);

/** The text request with a system message before its messages, if these have roles. */
export async function systemMessageUse(session: CheckSession, tier: Tier, words = ''): Promise<Answer> {
  const { messages, ...rest } = await fieldsOf(session, 'text', 'messages', tier, `, behind another${words}`);
  const system = { role: 'system', content: 'Answer in English.' };
  const fields = { ...rest, messages: [system, ...(messages as unknown[])] };
  return measuredUse(session, requestWith(session, ownerOf(session), 'text', fields));
}

export const submission = (session: CheckSession): Promise<Answer> =>
  once(session, ['submission'], async (session) => {
    const { job } = session.target;
    if (job === undefined) return needs('job');
    if (job.submit === undefined) return textUse(session);
    return use(session, 'submit', 'prompt');
  });

/** Another submission, in case the job of the first one failed. */
export async function anotherSubmission(session: CheckSession): Promise<Answer> {
  const at = submitsJobs(session);
  const fields = await fieldsOf(session, at, 'prompt', undefined, ', once more');
  return measuredUse(session, requestWith(session, ownerOf(session), at, fields));
}

/** A request with a model that is not listed. A rejection shows that the target reads the model. */
export const unlistedUse = (session: CheckSession, at: WithModel): Promise<Answer> =>
  once(session, ['an unlisted model', at], async (session) => {
    const fields = { ...(await fieldsOf(session, at, 'prompt')), model: await unlistedModel(session) };
    return prepare(session, requestWith(session, ownerOf(session), at, fields));
  });

/** Whether the AI requests of the run may cost less than credits.resolution of the target file. */
export const isCoarse = ({ coordinator, target }: Session) =>
  coordinator.aiRequests < (creditsOf(target).resolution ?? 0);
