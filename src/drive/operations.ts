import {
  type AiOperation,
  type KnownOperation,
  type LookUp,
  namesWork,
  ofPlainReads,
  operationNames,
  requestTo,
  usesAi,
  type WithModel,
} from '../../spec/operations';
import type { Operation } from '../judge/data/evidence';
import type { Answer } from '../judge/response/answer';
import type { Tier } from '../judge/response/models';
import type { Request, Sender } from './client/request';
import type { CheckSession } from './evidence/recorder';
import type { Work } from './named/look-ups';
import { plainRead } from './named/models';
import {
  type Form,
  fieldsOf,
  messagesUse,
  promptUse,
  requestWith,
  submission as sharedJob,
  wordsOf,
} from './named/uses';
import { firstLookUp, sharedLookUp } from './named/work';
import { submissionOf, validChain, workflow as validWorkflow } from './named/workflows';
import type { Target } from './target-file/target';

/** The operations as checks name them. */
export type OperationId =
  | KnownOperation
  | 'text'
  | 'messages'
  | 'submission'
  | 'submissionWithMessages'
  | 'workflow'
  | 'run';

/** A kind of request that the service accepts from the owner of a key. */
export interface RequestKind {
  id: OperationId;
  /** In titles of checks and in reports: that of its operation, with the form of input if it is messages. */
  name: string;
  operation: Operation;
  /** The request of this sender. A model is that of this tier, by default that of the reference requests. */
  request: (session: CheckSession, sender: Sender, tier?: Tier) => Promise<Request>;
  /** The request of API_KEY that the whole run shares, which shows that the operation accepts requests. */
  reference: (session: CheckSession) => Promise<Answer>;
}

/** A text request or the submission of a job, with one form of input. */
export interface InputRequestKind extends RequestKind {
  operation: WithModel;
  form: Form;
}

const kindOf = <Id extends OperationId & Operation>(
  id: Id,
  request: RequestKind['request'],
  reference: RequestKind['reference'],
) => ({ id, name: operationNames[id], operation: id, request, reference });

const byRead = ofPlainReads(
  (id): RequestKind =>
    kindOf(
      id,
      async (_, sender) => ({ sender, operation: id, spec: requestTo(id) }),
      (session) => plainRead(session, id),
    ),
);

/** A read that every target has and that costs nothing: whole families are sent there. */
export const { credits } = byRead;

/** All of these. */
export const reads: RequestKind[] = Object.values(byRead);

const withFields = (
  id: OperationId,
  operation: WithModel,
  form: Form,
  reference: RequestKind['reference'],
): InputRequestKind => ({
  id,
  name: `${operationNames[operation]}${form === 'messages' ? ' with messages' : ''}`,
  operation,
  form,
  request: async (session, sender, tier) =>
    requestWith(session, sender, operation, await fieldsOf(session, operation, form, tier, wordsOf(sender))),
  reference,
});

export const prompt = withFields('text', 'text', 'prompt', promptUse);
export const messages = withFields('messages', 'text', 'messages', messagesUse);
export const submission = withFields('submission', 'submit', 'prompt', sharedJob);
export const submittedMessages = withFields('submissionWithMessages', 'submit', 'messages', sharedJob);

export const workflow: RequestKind & { operation: AiOperation } = kindOf(
  'workflow',
  async (session, sender) => submissionOf(session, sender, validChain(session, 'short')),
  (session) => validWorkflow(session),
);

const lookUp = (id: Work): RequestKind =>
  kindOf(
    id,
    (session, sender) => sharedLookUp(session, sender, id),
    (session) => firstLookUp(session, id),
  );

export const job = lookUp('job');
export const run = lookUp('run');

/** The lookups of the document. A new one does not compile until it has an entry here. */
const lookUps: Record<LookUp, RequestKind> = { job };

/** Each form of input, in a text request and in the submission of a job. */
export const inputs: InputRequestKind[] = [prompt, messages, submission, submittedMessages];

export const uses: RequestKind[] = [...inputs, workflow];

/** Every operation of the contract (part 4, and those whose paths it does not show). */
export const operations: RequestKind[] = [
  credits,
  ...reads.filter((each) => each !== credits),
  ...Object.values(lookUps),
  prompt,
  submission,
  workflow,
  run,
];

/** Whether the target file describes an operation. What the contract shows needs a job to name, at most. */
export function isDescribed({ text, job, run, workflow }: Target, { operation }: RequestKind): boolean {
  const described: Partial<Record<Operation, unknown>> = { text, submit: job?.submit, workflow };
  if (operation === 'run') return run !== undefined && workflow !== undefined;
  if (operation in described) return described[operation] !== undefined;
  return !namesWork(operation) || job !== undefined;
}

export const operationsOf = (target: Target) =>
  operations.filter((requestKind) => isDescribed(target, requestKind));

/** An operation that probes of keys are sent to. */
export const placeFor = (requestKind: RequestKind) => ({
  place: requestKind.name,
  billable: usesAi(requestKind.operation),
  isMain: requestKind === credits,
});

export const withInput = [prompt, submission];

export const withBody = [...withInput, workflow];

/** The operation of this id. */
export function operationOf(id: OperationId): RequestKind {
  const kind = [...operations, messages, submittedMessages].find((each) => each.id === id);
  if (kind === undefined) throw new Error(`there is no operation ${id}`);
  return kind;
}
