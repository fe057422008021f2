import type { KeyVariable } from '../../../spec/accounts';
import { isPlainRead, knownIds } from '../../../spec/operations';
import { type Answer, headerOf, observed, wasAccepted } from '../../judge/response/answer';
import { retryDelays } from '../../judge/response/disturbance';
import { formOf, hasForeignStatus, isForeign, mayMeanShutOut } from '../../judge/response/foreign-rejection';
import { isTemporary, respondentIn } from '../../judge/response/intermediaries';
import { endUnjudged } from '../evidence/recorder';
import type { WireFailure } from '../http/http';
import { perSession } from '../run/per-session';
import type { Session } from '../run/session';
import { once } from './once';
import { type Call, send, sideRead } from './send';
import { senderOf } from './senders';
import { wait } from './waits';

/** How often a rejection with a status that the contract does not have is asked for again. */
const TIMES = 3;

/** The reads without an ID. */
const plainReads = knownIds.filter(isPlainRead);

/** The rejections that came each time, by form, operation and sender: they are about the request. */
const lastingIn = perSession(() => new Set<string>());

/**
 * Sends a request past what something in front of the service sends in its place: a rejection that is no error of
 * the contract, and another response the next time. Ends the run if requests that were accepted before are
 * rejected in the same form now: the key, or this machine, is shut out.
 * @param attempt how often it was sent before
 */
export async function sendPast(call: Call, attempt: number): Promise<Answer | WireFailure> {
  const answer = await send(call, attempt);
  const { sender, operation, session } = call;
  if ('kind' in answer || operation === 'other' || isTemporary(answer, session.setup.words)) return answer;
  const { account, authorization } = sender;
  if (!mayMeanShutOut(answer, account === null && authorization !== null)) return answer;
  // If the run ends before it is known, it counts as known.
  noteIntermediary(call, answer, isForeign(answer));
  const variable = await shutOutBy(call, answer);
  if (variable !== null) endShutOut(call, variable, answer);
  noteIntermediary(call, answer, false);
  return hasForeignStatus(answer) ? unlessItPasses(call, answer, attempt) : answer;
}

async function unlessItPasses(call: Call, answer: Answer, attempt: number): Promise<Answer | WireFailure> {
  const lasting = lastingIn(call.session);
  const name = nameOf(call, answer);
  const rejections = [answer];
  while (!lasting.has(name) && rejections.length <= TIMES) {
    const next = await send(call, attempt + rejections.length);
    if ('kind' in next || formOf(next) !== formOf(answer)) {
      for (const each of rejections) noteIntermediary(call, each);
      return next;
    }
    rejections.push(next);
  }
  lasting.add(name);
  return answer;
}

const noteIntermediary = ({ session }: Call, { exchange }: Answer, intermediary = true) =>
  session.facts.note(exchange, { intermediary });

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
  const everybody = account === null || account === 'API_KEY' || isForeign(answer);
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
      if ('kind' in now || formOf(now) !== formOf(answer)) return false;
      if (isForeign(now)) noteIntermediary(call, now);
    }
  }
  return true;
}

/** Whether a read without an ID accepted the key of this account earlier in the run. */
function wasReading({ sent, keys }: Session, variable: KeyVariable): boolean {
  const authorization = `Bearer ${keys[variable]}`;
  return sent.some(
    (each) =>
      isPlainRead(each.operation) &&
      headerOf(each.request.headers, 'authorization') === authorization &&
      wasAccepted(each),
  );
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
