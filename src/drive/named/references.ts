import {
  type AiOperation,
  isPlainRead,
  knownIds,
  ofPlainReads,
  requestTo,
  usesAi,
} from '../../../spec/operations';
import type { Operation, Unjudged } from '../../judge/data/evidence';
import { type Answer, errorOf, isAccepted } from '../../judge/response/answer';
import { type FaultyChain, faultAlone } from '../../probes/faulty-chains';
import { freshId } from '../../probes/ids';
import { prepare } from '../client/client';
import { once } from '../client/once';
import type { Request, Sender } from '../client/request';
import { nobody, ownerOf } from '../client/senders';
import { type CheckSession, endUnjudged, tryOne } from '../evidence/recorder';
import { together } from '../run/parallel';
import { partOf } from '../target-file/described';
import { workflowParts } from '../target-file/parts';
import type { TextFields } from '../target-file/target';
import { listed, plainRead } from './models';
import { fieldsOf, messagesUse, requestWith, submission, textUse } from './uses';
import { firstLookUp, lookUpById, sharedId } from './work';
import { faultyChainIn, faultySubmissionOf, submissionOf, validChain, workflow } from './workflows';

/**
 * A valid request of this operation. A text request or a job has a prompt and the usual model, or these fields
 * instead.
 */
export const validRequest = async (
  session: CheckSession,
  sender: Sender,
  operation: AiOperation,
  instead?: TextFields,
): Promise<Request> =>
  operation === 'workflow'
    ? submissionOf(session, sender, validChain(session, 'short'))
    : requestWith(session, sender, operation, {
        ...(await fieldsOf(session, operation, 'prompt')),
        ...instead,
      });

/** A valid AI request of another account, sent once in a run. */
export async function useBy(session: CheckSession, sender: Sender, operation: AiOperation): Promise<Answer> {
  const request = await validRequest(session, sender, operation);
  return once(session, ['use', operation, sender.variable], (session) => prepare(session, request));
}

/**
 * The reference request of an operation once more, for this model if it is listed. It shows whether a
 * disturbance is due to the request, or to the target or account.
 */
export async function referenceAgain(
  session: CheckSession,
  operation: Operation,
  model?: unknown,
): Promise<Answer> {
  const sender = ownerOf(session);
  if (!usesAi(operation)) {
    const spec = requestTo(isPlainRead(operation) ? operation : 'models');
    return prepare(session, { sender, operation, spec });
  }
  const isListed = operation !== 'workflow' && (await listed(session)).some((id) => id === model);
  const request = await validRequest(session, sender, operation, isListed ? { model } : {});
  return prepare(session, request);
}

/** Sends a request that must be rejected, and whose response shows what others mean. */
const prepareRejected = (session: CheckSession, request: Request): Promise<Answer> =>
  prepare(session, request, () => referenceAgain(session, request.operation));

const onlyMessages = (fields: TextFields = {}) => 'messages' in fields && !('prompt' in fields);

/**
 * The accepted request of API_KEY that this one is compared with: for a workflow, with as many blocks; for a text
 * request with messages only, with messages.
 */
export async function referenceFor(
  session: CheckSession,
  { operation, blocks, fields }: Request,
): Promise<Answer> {
  const { target } = session;
  const models = () => plainRead(session, 'models');
  const references: Record<Operation, () => Promise<Answer>> = {
    ...ofPlainReads((id) => () => plainRead(session, id)),
    // For what names a job, and for unknown addresses: a read that every target has.
    job: models,
    other: models,
    text: () => (onlyMessages(fields) ? messagesUse(session) : textUse(session)),
    async submit() {
      // Text requests and jobs have the same form of messages, and text requests show whether it is right.
      if (onlyMessages(fields) && target.text) await messagesUse(session);
      return submission(session);
    },
    workflow: () => workflow(session, blocks?.length),
    run: () => (target.workflow ? firstLookUp(session, 'run') : models()),
  };
  return references[operation]();
}

/** Requests with the key and without one, which show whether responses of this target prove anything. */
export async function withAndWithoutKey(session: CheckSession): Promise<void> {
  const accepted = async () => {
    if (!isAccepted(await plainRead(session, 'models'))) await plainRead(session, 'credits');
  };
  const rejected = async () => {
    const reasons: Unjudged[] = [];
    for (const operation of knownIds) {
      const spec = requestTo(operation, freshId());
      const tried = await tryOne(() =>
        once(session, ['without a key', operation], (session) =>
          prepareRejected(session, { sender: nobody, operation, spec }),
        ),
      );
      if ('why' in tried) reasons.push(tried.why);
      else if (tried.value.status >= 400 && tried.value.status < 500) return;
    }
    if (reasons[0]) endUnjudged(reasons[0].verdict, reasons[0].reason);
  };
  await together([accepted, rejected]);
}

/**
 * Faulty chains until one is rejected as invalid_workflow: then the target reads references as the target file
 * writes them.
 */
export const readReferences = (session: CheckSession): Promise<Answer[]> =>
  once(session, ['read references'], async (session) => {
    const answers: Answer[] = [];
    for (const flaw of ['missing-field', 'later', 'no-block', 'self', 'mismatched-kind'] as const) {
      const chain = faultyChainIn(session, flaw, 'early');
      if (chain === null) continue;
      const request = faultySubmissionOf(session, ownerOf(session), chain);
      const parts = workflowParts(chain.blocks, chain.connection);
      const answer = await prepareRejected(session, { ...request, parts });
      answers.push(answer);
      if (errorOf(answer).code === 'invalid_workflow') break;
    }
    return answers;
  });

/**
 * A fault that depends on a declaration of the target file, without the other blocks. A rejection shows that the
 * declaration is right.
 */
export async function faultWithoutOthers(session: CheckSession, chain: FaultyChain): Promise<void> {
  const { restsOn, several } = chain;
  const alone =
    restsOn === undefined || several ? null : faultAlone(partOf(session.target, 'workflow'), chain);
  if (alone === null || restsOn === undefined) return;
  const request = faultySubmissionOf(session, ownerOf(session), { ...chain, ...alone, restsOn });
  await once(session, ['fault alone', request.faulty?.types], (session) => prepareRejected(session, request));
}

/** The lookup of an unknown run. A rejection shows that the target reads the id where the target file puts it. */
export const unknownRun = (session: CheckSession): Promise<Answer> =>
  once(session, ['an unknown run'], async (session) => {
    const id = freshId(await sharedId(session, 'run'));
    const { spec } = await lookUpById(session, ownerOf(session), 'run', id);
    const request = { sender: ownerOf(session), operation: 'run', spec, parts: ['run'] } satisfies Request;
    return prepareRejected(session, request);
  });
