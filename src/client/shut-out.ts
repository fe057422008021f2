import type { KeyVariable } from '../../spec/accounts';
import { isPlainRead, knownIds, type Operation } from '../../spec/operations';
import {
  type Answer,
  failsWith,
  headerOf,
  isAccepted,
  observed,
  wasAccepted,
} from '../judge/response/answer';
import { retryDelays } from '../judge/response/disturbance';
import { respondentIn } from '../judge/response/intermediaries';
import { isUnexplained, statusAndType } from '../judge/response/unexplained';
import type { WireFailure } from '../wire/http';
import { endUnjudged } from './evidence/recorder';
import { once } from './once';
import type { Session } from './run/session';
import { type Call, send, sideRead } from './send';
import { ownerOf, senderOf } from './senders';
import { wait } from './waits';

/** The reads without an ID. */
const plainReads = knownIds.filter(isPlainRead);

/** Whether the target no longer answers anything. */
export const isGone = (call: Call, failure: WireFailure): Promise<boolean> =>
  readsGet(call, 'API_KEY', failure);

/**
 * Ends the run if requests that were accepted before are rejected now: the key, or this machine, is shut out, or a gateway
 * removes the key.
 */
export async function endIfShutOut(call: Call, answer: Answer): Promise<void> {
  const { session, sender } = call;
  const { account, authorization, asksFor } = sender;
  endIfRemoved(call, answer);
  const isStrange = isUnexplained(answer);
  const hasChangedKey = account === null && authorization !== null;
  if (!isStrange && (hasChangedKey || !failsWith(answer, 401, 'invalid_api_key'))) return;
  const asked = new Set<KeyVariable>(isStrange || account === null ? ['API_KEY'] : []);
  // Whoever exceeds a rate limit is rejected at every read, too.
  if (account !== null && !asksFor?.includes('rate_limited')) asked.add(account);
  for (const variable of asked)
    if (wasAcceptedAt(session, variable, isPlainRead) && (await readsGet(call, variable, answer)))
      endShutOut(call, variable, answer);
}

/**
 * Asks with API_KEY at the moment of a strange response, once for each form at an operation: what a read gets that is
 * otherwise accepted, something in front of the service sends.
 */
export async function askWhoSent(call: Call, answer: Answer): Promise<void> {
  const { session, operation } = call;
  const read = plainReads.find((each) => each === operation) ?? 'models';
  await once(session, ['who sent', operation, statusAndType(answer)], async (session) => {
    const now = await send(sideRead({ ...call, session }, ownerOf(session), read), 1);
    const isUsual = wasAcceptedAt(session, 'API_KEY', (each) => each === read);
    if (!('kind' in now) && isUnexplained(now) && isUsual) session.facts.noteGateway(now);
  });
}

/** Whether all reads of an account get the same as this request did, now and after each advised delay. */
async function readsGet(call: Call, variable: KeyVariable, received: Answer | WireFailure): Promise<boolean> {
  const { session } = call;
  const sender = variable === 'API_KEY' ? ownerOf(session) : senderOf(session, variable, variable);
  // A target that does not answer in time is not waited for again.
  const isLate = 'kind' in received && received.kind !== 'connection';
  for (const gap of isLate ? [0] : [0, ...retryDelays(session.target)]) {
    await wait(gap);
    for (const operation of plainReads) {
      const now = await send(sideRead(call, sender, operation), 1);
      const isAnswer = !('kind' in now);
      const isUsual = wasAcceptedAt(session, variable, (each) => each === operation);
      if (isAnswer && isUnexplained(now) && isUsual) session.facts.noteGateway(now);
      if ((isAnswer && isAccepted(now)) || nameOf(now) !== nameOf(received)) return false;
    }
  }
  return true;
}

const nameOf = (received: Answer | WireFailure) =>
  'kind' in received ? received.kind : statusAndType(received);

/** Whether the unchanged key of an account was accepted at such an operation earlier in the run. */
function wasAcceptedAt(
  { sent, requests, keys }: Session,
  variable: KeyVariable,
  isMeant: (operation: Operation) => boolean,
  accept?: string | null,
): boolean {
  const authorization = `Bearer ${keys[variable]}`;
  return sent.some(
    (each) =>
      isMeant(each.operation) &&
      requests.get(each.id)?.sender.authorization === authorization &&
      (accept === undefined || headerOf(each.request.headers, 'accept') === accept) &&
      wasAccepted(each),
  );
}

/**
 * Ends the run once an operation accepted the key of an account, and responds to the same Accept header that no key was
 * sent: a gateway removes the header, so no response proves anything.
 */
function endIfRemoved({ session, sender, operation }: Call, answer: Answer): void {
  const { variable, authorization } = sender;
  if (variable === null || authorization !== `Bearer ${session.keys[variable]}`) return;
  if (!failsWith(answer, 401, 'missing_api_key')) return;
  const accept = headerOf(answer.exchange.request.headers, 'accept');
  if (!wasAcceptedAt(session, variable, (each) => each === operation, accept)) return;
  const reason = { kind: 'header removed', variable, operation } as const;
  session.facts.known.headerRemoved = reason;
  session.coordinator.noteUnfit(reason);
}

function endShutOut(call: Call, variable: KeyVariable, answer: Answer): never {
  const by = respondentIn(answer.exchange.response?.headers ?? []);
  const reason = {
    kind: 'shut out' as const,
    variable,
    received: observed(answer),
    ...(by !== '' && { by }),
  };
  if (variable === 'API_KEY') call.session.coordinator.noteUnfit(reason);
  return endUnjudged('inconclusive', reason);
}
