import {
  type AiOperation,
  type KnownOperation,
  ofPlainReads,
  operationNames,
  type WithModel,
} from '../../spec/operations';
import { parts, spelling } from '../../spec/target-file';
import { isWork, works } from '../../spec/works';
import type { Operation } from '../judge/data/evidence';
import { fieldOf, type Target } from './target-file/target';

/** A text request or the submission of a job, with one form of input. */
type InputId = 'text' | 'messages' | 'submission' | 'submissionWithMessages';

/** The operations as checks name them. */
export type OperationId = KnownOperation | InputId | 'workflow' | 'run';

/** A kind of request that the service accepts from the owner of a key. */
export interface RequestKind {
  id: OperationId;
  /** In titles of checks and in reports: that of its operation, with the form of input if it is messages. */
  name: string;
  operation: Operation;
}

export interface InputRequestKind extends RequestKind {
  id: InputId;
  operation: WithModel;
  form: 'prompt' | 'messages';
}

const kindOf = <Id extends OperationId & Operation>(id: Id) => ({
  id,
  name: operationNames[id],
  operation: id,
});

const byRead = ofPlainReads((id): RequestKind => kindOf(id));

/** A read that every target has and that costs nothing: whole families are sent there. */
export const { credits } = byRead;

/** All of these. */
export const reads: RequestKind[] = Object.values(byRead);

const withFields = (id: InputId, operation: WithModel, form: InputRequestKind['form']): InputRequestKind => ({
  id,
  name: `${operationNames[operation]}${form === 'messages' ? ' with messages' : ''}`,
  operation,
  form,
});

export const prompt = withFields('text', 'text', 'prompt');
export const messages = withFields('messages', 'text', 'messages');
export const submission = withFields('submission', 'submit', 'prompt');
export const submissionWithMessages = withFields('submissionWithMessages', 'submit', 'messages');
export const workflow = kindOf('workflow');
export const job = kindOf('job');
export const run = kindOf('run');

/** Each form of input, in a text request and in the submission of a job. */
export const inputs: InputRequestKind[] = [prompt, messages, submission, submissionWithMessages];

export const uses: RequestKind[] = [...inputs, workflow];

/** Every operation of the contract (part 4, and those whose paths it does not show). */
export const operations: RequestKind[] = [
  credits,
  ...reads.filter((each) => each !== credits),
  job,
  prompt,
  submission,
  workflow,
  run,
];

/** Whether the target file describes an operation. What the contract shows needs a job to name, at most. */
export function isDescribed(target: Target, operation: Operation): boolean {
  const fields = isWork(operation)
    ? works[operation].needs
    : spelling(operation).flatMap((part) => parts[part].field ?? []);
  return fields.every((field) => fieldOf(target, field) !== undefined);
}

export const operationsOf = (target: Target) =>
  operations.filter(({ operation }) => isDescribed(target, operation));

export const withInput = [prompt, submission];
/** What a valid request of each AI operation is. */
export const validKinds: Record<AiOperation, RequestKind> = { text: prompt, submit: submission, workflow };

export const withBody = [...withInput, workflow];

/** The operation of this id. */
export function operationOf(id: OperationId): RequestKind {
  const kind = [...operations, ...inputs].find((each) => each.id === id);
  if (kind === undefined) throw new Error(`there is no operation ${id}`);
  return kind;
}
