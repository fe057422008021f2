import type { KeyVariable } from '../../../spec/accounts';
import { isPlainRead, knownIds } from '../../../spec/operations';
import { type Answer, failsWith, isAccepted, observed, wasAccepted } from '../../judge/response/answer';
import { retryDelays } from '../../judge/response/disturbance';
import { isTemporary, respondentIn } from '../../judge/response/intermediaries';
import { formOf, isUnexplained } from '../../judge/response/unexplained';
import { endUnjudged } from '../evidence/recorder';
import type { WireFailure } from '../http/http';
import type { Session } from '../run/session';
import { once } from './once';
import { type Call, send, sideRead } from './send';
import { senderOf } from './senders';
import { wait } from './waits';

/** The reads without an ID. */
const plainReads = knownIds.filter(isPlainRead);

/**
 * Sends a request. Ends the run if requests that were accepted before are rejected in the same form now: the key, or
 * this machine, is shut out.
 * @param attempt how often it was sent before
 */
export async function sendUnlessShutOut(call: Call, attempt: number): Promise<Answer | WireFailure> {
  const answer = await send(call, attempt);
  const { sender, operation, session } = call;
  if ('kind' in answer || operation === 'other' || isTemporary(answer, session.setup.words)) return answer;
  const { account, authorization } = sender;
  const hasChangedKey = account === null && authorization !== null;
  const isKeyInvalid = !hasChangedKey && failsWith(answer, 401, 'invalid_api_key');
  if (!isUnexplained(answer) && !isKeyInvalid) return answer;
  // The run may end before this one is asked about.
  if (isUnexplained(answer)) session.facts.noteStrange(answer);
  const variable = await shutOutBy(call, answer);
  if (variable !== null) endShutOut(call, variable, answer);
  return answer;
}

/** Rejections of one form, of one kind of sender at one operation, are asked about once. */
function nameOf({ sender, operation, sending }: Call, answer: Answer): string {
  const kind = sending.preparation ? `reference ${sender.variable}` : sender.account;
  return `${formOf(answer)}, ${operation}, ${kind}`;
}

/**
 * The account whose reads, accepted before, are all rejected in the same form now, and after each advised delay.
 * Null if there is none: then the rejection is about its request, or has passed.
 */
async function shutOutBy(call: Call, answer: Answer): Promise<KeyVariable | null> {
  const { session, sender, sending } = call;
  const { account, asksFor } = sender;
  // Whoever exceeds a rate limit is rejected at every read, too.
  const own = account !== null && !asksFor?.includes('rate_limited') ? [account] : [];
  const everybody = account === null || account === 'API_KEY' || isUnexplained(answer);
  const those = new Set<KeyVariable>([...(everybody ? (['API_KEY'] as const) : []), ...own]);
  // What a reference request gets may be another cause each time.
  const isOwn = sending.preparation || sending.reserved;
  const identity = ['shut out', nameOf(call, answer), isOwn && answer.exchange.id];
  return once(session, identity, async (session) => {
    for (const variable of those)
      if (await isShutOut({ ...call, session }, variable, answer)) return variable;
    return null;
  });
}

async function isShutOut(call: Call, variable: KeyVariable, answer: Answer): Promise<boolean> {
  const { session } = call;
  if (!wasReading(session, variable)) return false;
  for (const gap of [0, ...retryDelays(session.target)]) {
    await wait(session, gap);
    const sender = senderOf(session, variable === 'API_KEY' ? 'owner' : variable, variable);
    for (const operation of plainReads) {
      const now = await send(sideRead(call, sender, operation), 1);
      if ('kind' in now) return false;
      if (isUnexplained(now)) session.facts.noteGateway(now);
      if (isAccepted(now) || formOf(now) !== formOf(answer)) return false;
    }
  }
  return true;
}

/** Whether a read without an ID accepted the key of this account earlier in the run. */
function wasReading({ sent, requests, keys }: Session, variable: KeyVariable): boolean {
  const authorization = `Bearer ${keys[variable]}`;
  return sent.some(
    (each) =>
      isPlainRead(each.operation) &&
      requests.get(each.id)?.sender.authorization === authorization &&
      wasAccepted(each),
  );
}

function endShutOut(call: Call, variable: KeyVariable, answer: Answer): never {
  if (isUnexplained(answer)) call.session.facts.noteGateway(answer);
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
