import type { WithModel } from '../../spec/operations';
import { prepare } from '../drive/client/client';
import { once } from '../drive/client/once';
import { identityOf, type Request } from '../drive/client/request';
import { ownerOf } from '../drive/client/senders';
import { metered } from '../drive/credits/measure';
import { balanceOf, covers } from '../drive/credits/readings';
import { type CheckSession, needs, recordSeparately } from '../drive/evidence/recorder';
import type { Session } from '../drive/run/session';
import { type Block, pointerOf } from '../drive/target-file/target';
import { type Answer, failsWith, isAccepted } from '../judge/response/answer';
import { saysFailed } from '../judge/response/failed-work';
import type { Tier } from '../judge/response/models';
import { idIn } from '../judge/response/read-at';
import { freshName } from '../probes/ids';
import { type Form, fieldsOf, lookUpById, requestWith, workflowRequest } from './requests';
import { isDone, jobPlaces, lookUpAtOnce, requestFor } from './works';
import { requireSlot, textReference, type Work } from './world';

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
    const answer = await (session.measures ? metered(session, submit, { patient }) : submit());
    await looked;
    const isCovered = async () =>
      covers(session, await balanceOf(session, ownerOf(session)), costliest(session, operation));
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

function costliest(session: Session, operation: Request['operation']): number {
  return Math.max(0, ...chargedAt(session, operation).map(({ charged }) => charged));
}

/** Whether work need not be charged yet: its lookup says that it failed, or is not done. */
export async function isUnfinished(session: CheckSession, submission: Answer): Promise<boolean> {
  const { job, run } = session.target;
  const { operation } = submission.exchange;
  const owner = ownerOf(session);
  const lookAt = async (session: CheckSession) => {
    if (operation === 'workflow') {
      return run && prepare(session, requestFor(session, owner, 'run', submission));
    }
    const id = idIn(submission, 'job_id', pointerOf(job?.id));
    const isJob = job !== undefined && operation === submitsJobs(session);
    return isJob ? prepare(session, lookUpById(session, owner, 'job', String(id))) : undefined;
  };
  // Another check judges a submission without an id.
  const { value: answer } = await recordSeparately(session, lookAt);
  if (answer === undefined || !isAccepted(answer)) return false;
  const isLate = operation !== 'workflow' && job?.result !== undefined && !isDone(answer, job.result);
  return isLate || saysFailed(answer, jobPlaces(session));
}

/** The operation that submits jobs. */
export const submitsJobs = ({ target: { job } }: Pick<Session, 'target'>): WithModel =>
  job?.submit ? 'submit' : 'text';

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
  measuredUse(session, requestWith(session, ownerOf(session), at, fieldsOf(session, at, form, tier, words)), {
    patient,
  });

/** The text request with a system message before its messages, if these have roles. */
export function systemMessageUse(session: CheckSession, tier: Tier, words = ''): Promise<Answer> {
  const { messages, ...rest } = fieldsOf(session, 'text', 'messages', tier, `, behind another${words}`);
  const system = { role: 'system', content: 'Answer in English.' };
  const fields = { ...rest, messages: [system, ...(messages as unknown[])] };
  return measuredUse(session, requestWith(session, ownerOf(session), 'text', fields));
}

export const workflowUse = (session: CheckSession, blocks: Block[], shared?: 'run'): Promise<Answer> =>
  measuredUse(session, workflowRequest(session, ownerOf(session), blocks), { shared });

/** A request with a model that is not listed. A rejection shows that the target reads the model. */
export const unlistedUse = (session: CheckSession, at: WithModel): Promise<Answer> =>
  once(session, ['an unlisted model', at], async (session) => {
    const { ids } = requireSlot(session.world.listed);
    let model = freshName('model');
    while (ids.includes(model)) model = freshName('model');
    const fields = { ...fieldsOf(session, at, 'prompt'), model };
    return prepare(session, requestWith(session, ownerOf(session), at, fields));
  });

/** The submission of the job that all checks share. */
export async function jobUse(session: CheckSession): Promise<Answer> {
  const { job } = session.target;
  if (job === undefined) return needs('job');
  if (job.submit) return useOfKind(session, 'submit', 'prompt');
  return textReference(session.world.references)?.is ?? useOfKind(session, 'text', 'prompt');
}
