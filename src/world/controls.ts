import { type Operation, usesAi } from '../../spec/operations';
import { prepare } from '../client/client';
import { partOf } from '../client/described';
import type { CheckSession } from '../client/evidence/recorder';
import { once } from '../client/once';
import { contextOfRun } from '../client/record-exchange';
import type { Request } from '../client/request';
import { ownerOf } from '../client/senders';
import type { AssertionResult } from '../judge/data/evidence';
import type { Expectation } from '../judge/data/expectation';
import type { Answer } from '../judge/response/answer';
import { evaluate } from '../judge/verdict/evaluate';
import { type FaultyChain, faultAlone } from '../probes/faulty-chains';
import { validKinds } from '../settings/operations';
import { faultyRequest, fieldsOf, readRequest, requestOf, requestWith } from './requests';
import { workflowUse } from './uses';
import { requireSlot } from './world';

/** What these responses show, by all that the check knows so far. */
export const judged = (
  session: CheckSession,
  expected: Expectation,
  answers: readonly Answer[],
): AssertionResult => evaluate(expected, answers, session.evidence.exchanges, contextOfRun(session));

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
  const valid = requestOf(session, validKinds[operation], sender);
  const isListed = requireSlot(session.world.listed).ids.some((id) => id === model);
  return prepare(
    session,
    isListed && operation !== 'workflow'
      ? requestWith(session, sender, operation, { ...fieldsOf(session, operation, 'prompt'), model })
      : valid,
  );
}

/** Sends a request that must be rejected, and whose response shows what others mean. */
export const prepareRejected = (session: CheckSession, request: Request): Promise<Answer> =>
  prepare(session, request, () => referenceAgain(session, request.operation));

/**
 * The valid workflow from which a faulty one was made. If its fault depends on a declaration of the target file, also this
 * fault without the other blocks: a rejection shows that the declaration is right.
 */
export async function withoutFault(session: CheckSession, chain: FaultyChain): Promise<void> {
  const { sound, restsOn, several } = chain;
  await workflowUse(session, sound);
  const alone = restsOn && !several ? faultAlone(partOf(session.target, 'workflow'), chain) : null;
  if (alone === null) return;
  const request = faultyRequest(session, ownerOf(session), { ...chain, ...alone });
  await once(session, ['fault alone', request.faulty?.types], (session) => prepareRejected(session, request));
}
