import { type Operation, usesAi } from '../../spec/operations';
import { prepare } from '../drive/client/client';
import { once } from '../drive/client/once';
import { contextOfRun } from '../drive/client/record-exchange';
import type { Request } from '../drive/client/request';
import { isOwner, ownerOf } from '../drive/client/senders';
import type { CheckSession } from '../drive/evidence/recorder';
import { partOf } from '../drive/target-file/described';
import type { AssertionResult } from '../judge/data/evidence';
import type { Expectation } from '../judge/data/expectation';
import type { FollowUp } from '../judge/data/follow-up';
import type { Answer } from '../judge/response/answer';
import { evaluate, missingFor } from '../judge/verdict/evaluate';
import { soundChain, withoutBetween } from '../probes/chains';
import { type FaultyChain, faultAlone } from '../probes/faulty-chains';
import { freshId } from '../probes/ids';
import { earlierRejectionAgain, useBy } from './accounts';
import {
  chainOf,
  faultyRequest,
  fieldsOf,
  otherRequest,
  readRequest,
  requestWith,
  workflowRequest,
} from './requests';
import { useOfKind, workflowUse } from './uses';
import { requireSlot } from './world';

/** What these responses show, by all that the check knows so far. */
export const judged = (
  session: CheckSession,
  expected: Expectation,
  answers: readonly Answer[],
): AssertionResult => evaluate(expected, answers, session.evidence.exchanges, contextOfRun(session));

/**
 * Asks for what the judge needs to decide whether these responses are as expected, until nothing is missing. What
 * is asked for is evidence of the check.
 */
export async function settle(
  session: CheckSession,
  expected: Expectation,
  answers: readonly Answer[],
): Promise<void> {
  const [answer] = answers;
  const request = answer && session.requests.get(answer.exchange.id);
  if (answer === undefined || request === undefined) return;
  const known = new Set<FollowUp>();
  for (;;) {
    const missing = missingFor(expected, answers, session.evidence.exchanges, contextOfRun(session), known);
    if (missing === null) return;
    known.add(missing.followUp);
    await table[missing.followUp](session, request, answer);
  }
}

/**
 * The valid request of API_KEY of an operation once more, for this model if it is listed. It shows whether a disturbance or
 * rejection is due to a request, or to the target or account.
 */
export function referenceAgain(
  session: CheckSession,
  operation: Operation,
  model?: unknown,
): Promise<Answer> {
  const sender = ownerOf(session);
  if (!usesAi(operation))
    return prepare(session, readRequest(sender, operation === 'credits' ? operation : 'models'));
  if (operation === 'workflow')
    return prepare(session, workflowRequest(session, sender, chainOf(session, 'short')));
  const isListed = requireSlot(session.world.listed).ids.some((id) => id === model);
  const fields = { ...fieldsOf(session, operation, 'prompt'), ...(isListed && { model }) };
  return prepare(session, requestWith(session, sender, operation, fields));
}

/** Sends a request that must be rejected, and whose response shows what others mean. */
export const prepareRejected = (session: CheckSession, request: Request): Promise<Answer> =>
  prepare(session, request, () => referenceAgain(session, request.operation));

type Send = (session: CheckSession, request: Request, answer: Answer) => Promise<unknown>;

/** A valid request like this one: of API_KEY with messages if it has them alone, else of the same account. */
const validRequest: Send = async (session, { sender, operation, fields }, { exchange }) => {
  const ofMessages = operation === 'submit' && fields !== undefined && !('prompt' in fields);
  const tier = ofMessages ? session.world.models.submit?.is?.tier : undefined;
  if (tier) await useOfKind(session, 'submit', 'messages', tier);
  if (!usesAi(operation)) return;
  if (sender.account === 'OTHER_API_KEY') await useBy(session, sender, operation);
  else if (isOwner(sender) && !ofMessages)
    await once(session, ['valid request', exchange.id], (session) =>
      referenceAgain(session, operation, fields?.model),
    );
};

/**
 * Workflows that show whether the length is the cause of a rejection: one of as many blocks with the types of the short one
 * only, and this one without the blocks between two connected ones.
 */
const smallerWorkflow: Send = async (session, { blocks = [] }) => {
  const described = partOf(session.target, 'workflow');
  const types = chainOf(session, 'short').map(({ type }) => type);
  const blockTypes = described.blockTypes.filter(({ name }) => types.includes(name));
  for (const chain of [soundChain({ ...described, blockTypes }, blocks.length), withoutBetween(blocks)])
    if (chain) await workflowUse(session, chain);
};

/**
 * A fault that depends on a declaration of the target file, without the other blocks. A rejection shows that the
 * declaration is right.
 */
async function faultWithoutOthers(session: CheckSession, chain: FaultyChain): Promise<void> {
  const { restsOn, several } = chain;
  const alone =
    restsOn === undefined || several ? null : faultAlone(partOf(session.target, 'workflow'), chain);
  if (alone === null || restsOn === undefined) return;
  const request = faultyRequest(session, ownerOf(session), { ...chain, ...alone, restsOn });
  await once(session, ['fault alone', request.faulty?.types], (session) => prepareRejected(session, request));
}

/** How each request that a guard needs is sent. */
const table: Record<FollowUp, Send> = {
  'valid request': validRequest,
  'earlier rejection again': (session, { sender }) => earlierRejectionAgain(session, sender),
  'smaller workflow': smallerWorkflow,
  twin: async (session, { chain }) => chain && workflowUse(session, chain.sound),
  'fault alone': async (session, { chain }) => chain && faultWithoutOthers(session, chain),
  'unknown address': (session) =>
    once(session, ['an unknown address'], (session) =>
      prepare(session, otherRequest(ownerOf(session), `/v1/${freshId()}/${freshId()}`)),
    ),
};
