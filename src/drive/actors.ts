import { type AiOperation, knownAt, usesAi, type WithModel } from '../../spec/operations';
import type { Part } from '../../spec/target-file';
import type { Exchange, Operation } from '../judge/data/evidence';
import { speaksOfTheAccount } from '../judge/response/account-state';
import { type Answer, errorOf, isAccepted } from '../judge/response/answer';
import { classifyMessage } from '../judge/response/message-naming';
import { isInvalidWorkflow } from '../judge/response/parts';
import { lacks } from '../judge/response/planned';
import { namesMoreThanAPosition } from '../judge/response/requirements';
import type { FaultyChain } from '../probes/chains';
import { accountChecks, isClaim } from './account-checks';
import { sendRequest } from './client/client';
import type { Sender } from './client/senders';
import type { Controls } from './controls';
import { balanceOf } from './credits/readings';
import { jobPath } from './http/url';
import { builderOf, partOf } from './reference-requests';
import type { Session } from './run/session';
import { between, lookUpParts, modelPart, textParts, workflowParts } from './target-file/parts';
import { receivedOf } from './target-file/read';
import {
  type Block,
  creditsOf,
  modelsAt,
  pointerOf,
  type RequestSpec,
  type TextFields,
} from './target-file/target';

/**
 * A sender of requests. A response is returned only if it can prove something: the same operation was
 * accepted for API_KEY in this run, and a request without a key was rejected.
 */
export interface Actor {
  /**
   * Makes its text requests differ from those of API_KEY: a target may cache responses, and charge nothing
   * for them.
   */
  words: string;
  /** Reads a path that the contract shows, percent-encoded as it must be sent. */
  get(path: string): Promise<Answer>;
  /** Any other request. */
  send(spec: RequestSpec): Promise<Answer>;
  /** @param built parts of the target file that fields of it are from */
  text(fields: TextFields, built?: readonly Part[]): Promise<Answer>;
  /** A request of this operation with these bytes as its body. */
  bytes(operation: AiOperation, spec: RequestSpec): Promise<Answer>;
  submit(fields: TextFields): Promise<Answer>;
  /** Submits a chain of blocks, valid or faulty. */
  workflow(chain: Block[] | FaultyChain): Promise<Answer>;
  job(jobId: string): Promise<Answer>;
  run(runId: string, submission?: Answer): Promise<Answer>;
  /** Whether the sender has its own list of models, and this model is not in it. */
  lacks(model: string): Promise<boolean>;
  /** The same sender with this Accept header; an empty string means none. */
  accepting(type: string): Actor;
}

/** What is known of a request before it is sent. */
interface RequestFacts extends Pick<Exchange, 'parts' | 'faulty'> {
  blocks?: Block[];
  fields?: TextFields;
}

/** Returns the response to a request, which is sent only if it was not sent before. */
export type Once = (send: () => Promise<Answer>) => Promise<Answer>;

/** @param once returns the response to its request, which may have been received before */
export function actorOf(session: Session, controls: Controls, sender: Sender, once?: Once): Actor {
  const { target } = session;
  async function act(
    operation: Operation,
    spec: () => RequestSpec,
    asked: RequestFacts = {},
  ): Promise<Answer> {
    const { blocks, parts, faulty, fields } = asked;
    await controls.requireRecognisedKey(sender);
    const like = { ...(blocks && { blocks: blocks.length }), ...(fields && { fields }) };
    await controls.control(operation, like);
    const meansTooFew = sender.account === 'NO_CREDITS_API_KEY' && usesAi(operation);
    const before = meansTooFew ? await balanceOf(session, sender) : null;
    const send = () =>
      sendRequest(session, sender, operation, spec(), {
        control: () => controls.resendReference(operation),
        ...(parts && { parts }),
        ...(faulty && { faulty }),
        ...(blocks && { blocks }),
      });
    const answer = await (once === undefined ? send() : once(send));
    await controls.blockIfReferenceIsRejected(answer, sender, fields);
    const { settlesWithin } = creditsOf(target);
    if (faulty && sender.account && settlesWithin !== undefined)
      session.coordinator.noteUnsettled(sender.account, settlesWithin);
    if (sender.account === 'API_KEY' && speaksOfTheAccount(answer))
      await controls.resendReference(operation, fields?.model);
    if (isClaim(sender, answer.exchange))
      await accountChecks(session, controls).note(sender, answer, { before, like, again: send });
    if (sender.variable === 'OLD_API_KEY' && answer.status !== 401)
      await accountChecks(session, controls).noteAnother(sender);
    return answer;
  }
  async function withFields(operation: WithModel, fields: TextFields, built: readonly Part[] = []) {
    const spec = builderOf(target, operation)(fields);
    const parts = [...textParts(operation, fields, spec), ...built];
    const answer = await act(operation, () => spec, { fields, parts });
    if (parts.includes(modelPart(operation)) && isAccepted(answer)) await controls.unlistedModel(operation);
    return answer;
  }
  function get(path: string): Promise<Answer> {
    const operation = knownAt('GET', path) ?? 'other';
    const parts = operation === 'job' ? lookUpParts(target, 'job') : [];
    return act(operation, () => ({ path }), parts.length > 0 ? { parts } : {});
  }
  return {
    words: sender.account === null || sender.account === 'API_KEY' ? '' : `, by ${sender.actor}`,
    get,
    send: (spec) => act('other', () => spec),
    text: (fields, built) => withFields('text', fields, built),
    bytes: (operation, spec) => act(operation, () => spec),
    submit: (fields) => withFields('submit', fields),
    async workflow(chain) {
      const faulty = Array.isArray(chain) ? null : chain;
      const blocks = Array.isArray(chain) ? chain : chain.blocks;
      const parts = workflowParts(blocks, faulty?.connection);
      const submit = () => partOf(target, 'workflow').submit(blocks);
      const rest = faulty?.restsOn ? [faulty.restsOn] : [];
      // If there are several faults, nobody can say which of them was rejected.
      const types = faulty && !faulty.several && { types: between(blocks, faulty.connection) };
      const answer = await act('workflow', submit, {
        blocks,
        parts: [...parts, ...rest],
        ...(faulty && { faulty: { ...faulty.connection, ...types } }),
      });
      if (faulty !== null && sender.account !== null && !isRejectedFor(faulty, answer))
        await controls.sendProofOfReading(faulty, answer);
      return answer;
    },
    job: (jobId) => get(jobPath(jobId)),
    async run(runId, submission) {
      const look = partOf(target, 'run');
      const received = target.workflow
        ? receivedOf(submission ?? (await controls.workflow()))
        : unknownSubmission;
      const answer = await act('run', () => look(runId, received), {
        parts: lookUpParts(target, 'run'),
      });
      if (isAccepted(answer) && sender.account !== 'API_KEY' && target.workflow) await controls.unknownRun();
      return answer;
    },
    async lacks(model) {
      const list = await controls.requireRecognisedKey(sender);
      return (
        list !== null &&
        isAccepted(list) &&
        lacks(list, model, { facts: session.facts.known }, pointerOf(modelsAt(target)))
      );
    },
    accepting: (accept) => actorOf(session, controls, { ...sender, headers: { ...sender.headers, accept } }),
  };
}

/** True if the workflow was rejected for this connection, and not for another one. */
export function isRejectedFor(chain: FaultyChain, answer: Answer): boolean {
  if (!isInvalidWorkflow(answer)) return false;
  const { others, positions } = namesMoreThanAPosition({ chain });
  const how = classifyMessage(errorOf(answer).message ?? '', chain.connection, others, positions);
  return how === 'names' || how === 'position';
}

/** If only an id is known, nothing is known about its submission. */
const unknownSubmission = { status: 0, headers: {}, body: undefined };
