import {
  type AiOperation,
  type Change,
  type KnownOperation,
  type LookUp,
  namesWork,
  ofChanges,
  ofPlainReads,
  operationNames,
  type PlainRead,
  requestTo,
  type WithModel,
} from '../../spec/operations';
import type { Operation } from '../judge/data/evidence';
import type { CheckCost } from '../judge/data/run';
import type { Tier } from '../judge/response/models';
import type { Request, Sender } from './client/request';
import { type Form, fieldsOf, requestWith, wordsOf } from './named/uses';
import { changeBy, sharedLookUp } from './named/work';
import { submissionOf, validChain } from './named/workflows';
import type { Session } from './run/session';
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
  /** Its name in titles of checks and in reports: that of its operation, with the form of input if it is messages. */
  name: string;
  /** The operation in exchanges and in the target file. */
  operation: Operation;
  cost: CheckCost;
  uses: boolean;
  /** The work that it looks up. The contract does not say how long work is kept. */
  looksUp?: 'job' | 'run';
  /** Whether the target file describes it. What the contract shows needs no description. */
  isDescribed?: (target: Target) => boolean;
  /** The request of this sender. A model is that of this tier, by default that of the reference requests. */
  request: (session: Session, sender: Sender, tier?: Tier) => Promise<Request>;
}

/** A text request or the submission of a job, with one form of input. */
export interface InputRequestKind extends RequestKind {
  operation: WithModel;
  form: Form;
}

const read = (id: PlainRead): RequestKind => ({
  id,
  name: operationNames[id],
  operation: id,
  cost: 'free',
  uses: false,
  request: async (_, sender) => ({ sender, operation: id, spec: requestTo(id) }),
});

const byRead = ofPlainReads(read);

/** A read that every target has and that costs nothing: whole families are sent there. */
export const { credits } = byRead;

/** All of these. */
export const reads: RequestKind[] = Object.values(byRead);

const withFields = (
  id: OperationId,
  operation: InputRequestKind['operation'],
  form: InputRequestKind['form'],
): InputRequestKind => ({
  id,
  name: `${operationNames[operation]}${form === 'messages' ? ' with messages' : ''}`,
  operation,
  form,
  cost: 'billable',
  uses: true,
  isDescribed: ({ text, job }) => (operation === 'text' ? text : job?.submit) !== undefined,
  request: async (session, sender, tier) =>
    requestWith(session, sender, operation, await fieldsOf(session, operation, form, tier, wordsOf(sender))),
});

export const prompt = withFields('text', 'text', 'prompt');
export const messages = withFields('messages', 'text', 'messages');
export const submission = withFields('submission', 'submit', 'prompt');
export const submittedMessages = withFields('submissionWithMessages', 'submit', 'messages');

export const workflow: RequestKind & { operation: AiOperation } = {
  id: 'workflow',
  name: operationNames.workflow,
  operation: 'workflow',
  cost: 'billable',
  uses: true,
  isDescribed: ({ workflow }) => workflow !== undefined,
  request: async (session, sender) => submissionOf(session, sender, validChain(session, 'short')),
};

export const job: RequestKind = {
  id: 'job',
  name: operationNames.job,
  operation: 'job',
  cost: 'billable',
  uses: false,
  looksUp: 'job',
  isDescribed: ({ job }) => job !== undefined,
  request: (session, sender) => sharedLookUp(session, sender, 'job'),
};

export const run: RequestKind = {
  id: 'run',
  name: operationNames.run,
  operation: 'run',
  cost: 'billable',
  uses: false,
  looksUp: 'run',
  isDescribed: ({ run, workflow }) => run !== undefined && workflow !== undefined,
  request: (session, sender) => sharedLookUp(session, sender, 'run'),
};

/** The lookups of the document. A new one does not compile until it has an entry here. */
const lookUps: Record<LookUp, RequestKind> = { job };

const changeOf = (id: Change): RequestKind => ({
  id,
  name: operationNames[id],
  operation: id,
  cost: 'billable',
  uses: false,
  isDescribed: ({ job }) => !namesWork(id) || job !== undefined,
  request: (session, sender) => changeBy(session, sender, id),
});

export const changes: RequestKind[] = Object.values(ofChanges(changeOf));

/** Each form of input, in a text request and in the submission of a job. */
export const inputs: InputRequestKind[] = [prompt, messages, submission, submittedMessages];

export const uses: RequestKind[] = [...inputs, workflow];

/** Every operation of the contract (part 4, and those whose paths it does not show). */
export const operations: RequestKind[] = [
  credits,
  ...reads.filter((each) => each !== credits),
  ...Object.values(lookUps),
  ...changes,
  prompt,
  submission,
  workflow,
  run,
];

/** Whether the target file describes an operation. */
export const isDescribed = (target: Target, { isDescribed = () => true }: RequestKind) => isDescribed(target);

/** The operations of the contract that the target file describes. */
export const operationsOf = (target: Target) =>
  operations.filter((requestKind) => isDescribed(target, requestKind));

/**
 * An operation as the target of a trial, with the number of shares of a family that go to the operations
 * before it.
 */
export function placeFor(requestKind: RequestKind) {
  const placeIndex = operations.indexOf(requestKind);
  const sharesBefore = operations.slice(0, placeIndex).reduce((sum, { uses }) => sum + (uses ? 1 : 2), 0);
  return { place: requestKind.name, billable: requestKind.uses, placeIndex, sharesBefore };
}

/** The requests with an input, by the sender's method and by their name in titles. */
export const withInput = [prompt, submission];

export const withBody = [...withInput, workflow];

/** The operation of this id. */
export function operationOf(id: OperationId): RequestKind {
  const found = [...operations, messages, submittedMessages].find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}
