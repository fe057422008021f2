import { isPlainRead, type Operation, type WithModel } from '../../spec/operations';
import { everyWork, isWork, type Work, works } from '../../spec/works';
import { prepare } from '../client/client';
import { metered } from '../client/credits/measure';
import { balanceOf, covers } from '../client/credits/readings';
import { type CheckSession, needs, recordSeparately } from '../client/evidence/recorder';
import { once } from '../client/once';
import { identityOf, type Request } from '../client/request';
import type { Session } from '../client/run/session';
import { ownerOf } from '../client/senders';
import { type Answer, failsWith, isAccepted } from '../judge/response/answer';
import { saysFailed } from '../judge/response/failed-work';
import type { Tier } from '../judge/response/models';
import { freshName } from '../probes/ids';
import type { InputRequestKind, RequestKind } from '../settings/operations';
import { type Block, resultAt } from '../settings/target-file/target';
import { plainRead } from './reads';
import { chainOf, type Form, fieldsOf, requestWith, workflowRequest } from './requests';
import { firstLookUp, isDone, jobPlaces, lookUpAtOnce, requestFor } from './works';
import { requireSlot, textReference } from './world';

/** An AI request of API_KEY that must be accepted, with its charge. The first job or run, which all checks share, is looked up at once. */
export const measuredUse = (session: CheckSession, request: Request, patient?: boolean): Promise<Answer> =>
  once(session, ['use', identityOf(request)], async (session) => {
    const what = startedBy(session, request.operation);
    let looked: Promise<unknown> | undefined;
    const submit = async () => {
      const answer = await prepare(session, request);
      if (what && isAccepted(answer)) looked = lookUpAtOnce(session, what, answer);
      return answer;
    };
    const answer = await (session.measures ? metered(session, submit, { patient }) : submit());
    await looked;
    const isCovered = async () =>
      covers(session, await balanceOf(session, ownerOf(session)), costliest(session, request));
    if (failsWith(answer, 402, 'insufficient_credits') && (await isCovered()))
      session.facts.note(answer.exchange, { affordable: true });
    return answer;
  });

/** The AI requests of an operation whose charge was seen, and what they cost. */
export const chargedAt = ({ sent, requests, facts }: Session, operation: Request['operation']) =>
  sent.flatMap(({ id }) => {
    const request = requests.get(id);
    const { charged = 0 } = facts.known.exchanges[id] ?? {};
    return request?.operation === operation && charged > 0 ? [{ request, charged }] : [];
  });

/** The highest charge of the operation; of a workflow, of those that are not shorter. */
function costliest(session: Session, { operation, blocks = [] }: Request): number {
  const charges = chargedAt(session, operation).flatMap(({ request, charged }) =>
    (request.blocks ?? []).length >= blocks.length ? charged : [],
  );
  return Math.max(0, ...charges);
}

/** Whether work need not be charged yet: its lookup says that it failed, or is not done. */
export async function isUnfinished(session: CheckSession, use: Answer): Promise<boolean> {
  const what = startedBy(session, use.exchange.operation);
  if (what === undefined) return false;
  // Another check judges a submission without an id.
  const { value: answer } = await recordSeparately(session, (session) =>
    prepare(session, requestFor(session, ownerOf(session), what, use)),
  );
  if (answer === undefined || !isAccepted(answer)) return false;
  const isLate = resultAt(session.target, what) !== undefined && !isDone(session, what, answer);
  return isLate || saysFailed(answer, jobPlaces(session));
}

/** The operation that submits jobs. */
export const submitsJobs = ({ target: { job } }: Pick<Session, 'target'>): WithModel =>
  job?.submit ? 'submit' : 'text';

/** What an AI request starts, if the target file says that it can be looked up. */
function startedBy(session: Session, operation: Operation): Work | undefined {
  const { job, run } = session.target;
  if (operation === 'workflow') return run && 'run';
  return job && operation === submitsJobs(session) ? 'job' : undefined;
}

/**
 * A text request of API_KEY, or its submission of a job, with this form of input for the model of this tier.
 * @param patient waits for its charge as long as the target file says, even if a part of it was seen
 */
export const useOfKind = (
  session: CheckSession,
  at: WithModel,
  form: Form,
  tier?: Tier,
  words?: string,
  patient?: boolean,
): Promise<Answer> =>
  measuredUse(
    session,
    requestWith(session, ownerOf(session), at, fieldsOf(session, at, form, tier, words)),
    patient,
  );

/** The text request with a system message before its messages, if these have roles. */
export function systemMessageUse(session: CheckSession, tier: Tier, words = ''): Promise<Answer> {
  const { messages, ...rest } = fieldsOf(session, 'text', 'messages', tier, `, behind another${words}`);
  const system = { role: 'system', content: 'Answer in English.' };
  const fields = { ...rest, messages: [system, ...(messages as unknown[])] };
  return measuredUse(session, requestWith(session, ownerOf(session), 'text', fields));
}

export const workflowUse = (session: CheckSession, blocks: Block[]): Promise<Answer> =>
  measuredUse(session, workflowRequest(session, ownerOf(session), blocks));

/** The valid request of API_KEY of an operation, which the whole run shares. */
export function sharedRequest(session: CheckSession, kind: RequestKind): Promise<Answer> {
  const { operation } = kind;
  if (isPlainRead(operation)) return plainRead(session, operation);
  if (isWork(operation)) return firstLookUp(session, operation);
  const what = everyWork.find((each) => works[each].submission === kind.id);
  if (what) return sharedUse(session, what);
  const { operation: at, form } = kind as InputRequestKind;
  return useOfKind(session, at, form);
}

/** A request with a model that is not listed. A rejection shows that the target reads the model. */
export const unlistedUse = (session: CheckSession, at: WithModel): Promise<Answer> =>
  once(session, ['an unlisted model', at], async (session) => {
    const { ids } = requireSlot(session.world.listed);
    let model = freshName('model');
    while (ids.includes(model)) model = freshName('model');
    const fields = { ...fieldsOf(session, at, 'prompt'), model };
    return prepare(session, requestWith(session, ownerOf(session), at, fields));
  });

/** The submission of the job or run that all checks share. */
export async function sharedUse(session: CheckSession, what: Work): Promise<Answer> {
  if (what === 'run') return workflowUse(session, chainOf(session, 'short'));
  const { job } = session.target;
  if (job === undefined) return needs('job');
  if (job.submit) return useOfKind(session, 'submit', 'prompt');
  return textReference(session.world.references)?.is ?? useOfKind(session, 'text', 'prompt');
}
