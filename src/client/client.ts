import { lastingStateOf } from '../../spec/accounts';
import type { Disturbance } from '../judge/data/reason';
import { type Answer, isAccepted } from '../judge/response/answer';
import {
  delaysAfter,
  disturbanceIn,
  disturbedBy,
  excessiveAdvice,
  isLimit,
  retryAdviceIn,
  retryDelays,
} from '../judge/response/disturbance';
import { isTemporary } from '../judge/response/intermediaries';
import { isOfGateway, isOfIntermediary, isUnexplained, statusAndType } from '../judge/response/unexplained';
import type { Waiting } from '../judge/texts/wording';
import type { WireFailure } from '../wire/http';
import { mask } from '../wire/secrets';
import { type CheckSession, endUnjudged } from './evidence/recorder';
import type { Request, Sender } from './request';
import type { Hold } from './run/coordinator';
import { type Call, methodOf, type Sending, send, sideRead } from './send';
import { ownerOf } from './senders';
import { askWhoSent, endIfShutOut, isGone } from './shut-out';
import { wait } from './waits';

/** A response after all retries. */
interface Retried {
  answer: Answer;
  /** Null if the response is to be judged. */
  disturbance: Disturbance | null;
  /** How often it was sent. */
  times: number;
}

/**
 * Sends a request and records it and its response as evidence. What says nothing about the request is asked for again,
 * after the delays of the contract (part 7). If it lasts, a request of the same operation that must be accepted shows
 * whether it belongs to this request. Does not return if nothing can be judged: the check is blocked, inconclusive or not
 * tested.
 */
export async function sendRequest(
  session: CheckSession,
  request: Request,
  sending: Sending = {},
): Promise<Answer> {
  const call: Call = { ...request, session, sending };
  const { sender, spec } = request;
  const { coordinator, facts } = session;
  const { answer, disturbance, times } = await withRetries(call);
  if (sender.account === null && answer.status === 401) facts.rejectsAnonymous = true;
  if (disturbance === null) return answer;
  const place = placeOf(call, answer, disturbance);
  const wasOut = facts.lasting.get(place) === 'outage';
  // Set now, since the control may end the check, too.
  facts.lasting.set(place, 'outage');
  const control = canBelong(call, answer, disturbance) ? await sending.control?.() : undefined;
  if (control === undefined || !isAccepted(control)) {
    if (disturbance !== 'daily_quota_exceeded') return endDisturbed(answer, disturbance, times);
    coordinator.noteQuotaUsedUp();
    return endUnjudged('inconclusive', { kind: 'account', variable: 'API_KEY', code: disturbance });
  }
  facts.lasting.delete(place);
  if (wasOut) return sendRequest(session, request, sending);
  const last = await send(call, times);
  if ('kind' in last) return endUnanswered(spec, last);
  const lasting = disturbanceOf(call, last);
  if (lasting === 'page') return endDisturbed(last, lasting, times + 1);
  if (lasting !== null) facts.lasting.set(place, 'own');
  return last;
}

/**
 * Sends a request that prepares a check or shows what a response means; the check does not judge it.
 * @param control an accepted request of the same operation, where this one must be rejected
 */
export const prepare = (
  session: CheckSession,
  request: Request,
  control?: () => Promise<Answer>,
): Promise<Answer> => sendRequest(session, request, { preparation: true, ...(control && { control }) });

/**
 * Sends a request until its response is neither a disturbance nor unexplained, or all retries are used up. An unexplained
 * response that lasts, or does not come again, is the service's unless a request that is otherwise accepted got it.
 */
async function withRetries(call: Call): Promise<Retried> {
  const { session } = call;
  const { coordinator, facts } = session;
  const passing: Answer[] = [];
  let hold: Hold | undefined;
  const letOthersGo = () => {
    hold?.release();
    hold = undefined;
  };
  try {
    for (let times = 1; ; times++) {
      const answer = await send(call, times - 1, hold);
      if ('kind' in answer) {
        letOthersGo();
        await retryUnanswered(call, answer, times - 1);
        continue;
      }
      const isStrange = mayBeGateways(call, answer);
      const found = disturbanceOf(call, answer);
      const disturbance = found ?? (isStrange ? 'page' : null);
      const limited = disturbance !== null && isLimit(disturbance, answer.status);
      if (!limited) letOthersGo();
      if (disturbance === null) {
        await endIfShutOut(call, answer);
        noteWhoSent(call, passing, answer);
        noteSuccess(call);
        return { answer, disturbance, times };
      }
      if (isStrange) {
        passing.push(answer);
        if (times === 1) await askWhoSent(call, answer);
      } else facts.note(answer.exchange, { disturbance: true });
      if (limited && times === 1) await noteWhoIsLimited(call);
      const delay = delaysFor(call, answer, disturbance)[times - 1];
      if (delay !== undefined) {
        if (limited) hold ??= coordinator.holdUp();
        await wait(delay, waitingFor(disturbance, limited));
        continue;
      }
      letOthersGo();
      if (!isStrange) return { answer, disturbance, times };
      await endIfShutOut(call, answer);
      if (isOfGateway(answer, facts.known)) return { answer, disturbance, times };
      facts.lasting.set(placeOf(call, answer, disturbance), 'own');
      const first = passing.find((each) => statusAndType(each) === statusAndType(answer)) ?? answer;
      return { answer: first, disturbance: null, times };
    }
  } finally {
    letOthersGo();
  }
}

const endDisturbed = (answer: Answer, code: Disturbance, times: number): never => {
  const { verdict, reason } = disturbedBy(answer, code, times);
  return endUnjudged(verdict, reason);
};

/** Where a disturbance lasts: a limit at all operations of an account, and what may be the service's at one operation. */
function placeOf(call: Call, answer: Answer, disturbance: Disturbance): string {
  const { sender, operation, session } = call;
  if (isLimit(disturbance, answer.status)) return `${sender.account} limited`;
  const isForm = mayBeGateways(call, answer) && !isOfGateway(answer, session.facts.known);
  return isForm ? `${operation} ${statusAndType(answer)}` : `${sender.account} ${operation}`;
}

/** A request was answered: outages where it was sent are over. */
function noteSuccess({ sender, operation, session }: Call): void {
  const { lasting } = session.facts;
  for (const place of [`${sender.account} limited`, `${sender.account} ${operation}`])
    if (lasting.get(place) === 'outage') lasting.delete(place);
}

/** Seconds before each retry. Where it lasts already, nobody waits for it again; what belongs to a request is asked for twice. */
function delaysFor(call: Call, answer: Answer, disturbance: Disturbance): number[] {
  const { session, sender } = call;
  const { facts, target } = session;
  const known = facts.lasting.get(placeOf(call, answer, disturbance));
  // A sender that is meant to be limited would not be, if it waited for a limiter in front.
  const keepsPace = isLimit(disturbance, answer.status) && sender.asksFor?.includes('rate_limited');
  if (known === 'outage' || keepsPace || (known && mayBeGateways(call, answer))) return [];
  const delays = delaysAfter(disturbance, answer.status, retryAdviceIn(answer.exchange), target);
  return known === 'own' ? delays.slice(0, 1) : delays;
}

/** Whether a lasting disturbance may belong to its request, so that another one shows it. */
function canBelong({ sender, session }: Call, answer: Answer, disturbance: Disturbance): boolean {
  // What a gateway sends says nothing about the request, however often it is sent.
  if (disturbance === 'page') return false;
  if (disturbance === 'daily_quota_exceeded') return true;
  // After rejections, the limit may be one of the address, even if requests of API_KEY are accepted.
  const { rejectsAnonymous } = session.facts;
  if (isLimit(disturbance, answer.status) && sender.account === null && rejectsAnonymous) return false;
  return excessiveAdvice(retryAdviceIn(answer.exchange)) === undefined;
}

/** Whether something in front of the service may have sent it in place of the contract's response. */
const mayBeGateways = ({ session }: Call, answer: Answer) =>
  isUnexplained(answer) && !isTemporary(answer, session.setup.words);

/** Records who sent the responses that did not come again. */
function noteWhoSent({ sender, session: { facts } }: Call, passing: readonly Answer[], next: Answer): void {
  for (const each of passing)
    if (sender.account === 'API_KEY' && isAccepted(next)) facts.noteGateway(each);
    else facts.note(next.exchange, { insteadOf: each.exchange.id });
}

/** Records whether API_KEY is limited: where a wrong key is, the same moment shows it. */
async function noteWhoIsLimited(call: Call): Promise<void> {
  const { session, sender } = call;
  const { facts } = session;
  if (sender.account === 'API_KEY') facts.limitsOwner = true;
  if (sender.account !== null || sender.variable === null || facts.limitsOwner) return;
  const read = sideRead(call, ownerOf(session), 'models');
  const sign = await send(read, 1);
  const disturbance = 'kind' in sign ? null : disturbanceOf(read, sign);
  if (disturbance !== null && !('kind' in sign)) facts.limitsOwner = isLimit(disturbance, sign.status);
}

/** The disturbance that a response is for its sender; null if it is to be judged. */
function disturbanceOf({ session, sender }: Call, answer: Answer): Disturbance | null {
  const { account, asksFor = [] } = sender;
  const { facts, setup } = session;
  const disturbance = disturbanceIn(answer, setup.words, account, asksFor);
  if (disturbance === 'page' && asksFor.length === 0) facts.noteGateway(answer);
  if (isOfIntermediary(answer, { words: setup.words, facts: facts.known })) return 'page';
  // A status that its account gets from the service says something, whatever the form.
  return disturbance === 'page' ? null : disturbance;
}

const waitingFor = (disturbance: Disturbance, isLimited: boolean): Waiting =>
  isLimited ? 'window' : disturbance === 'page' ? 'gateway' : 'disturbance';

/** Waits before a request without a response is sent again. Ends the check if it is not sent again. */
async function retryUnanswered(call: Call, failure: WireFailure, attempt: number): Promise<void> {
  const { sender, operation, session, spec } = call;
  const { coordinator, facts } = session;
  const place = `${sender.account} ${operation}`;
  // A submission whose response was lost may have been charged, unless it was not sent.
  const isFree =
    failure.unsent || methodOf(spec) === 'GET' || operation === 'run' || isUncharged(sender.account);
  const delays = isFree && !facts.lasting.has(place) ? retryDelays(session.target) : [];
  const gap = delays.slice(0, retriesAfter[failure.kind])[attempt];
  if (gap !== undefined) return wait(gap, 'answer');
  if (isFree) facts.lasting.set(place, 'outage');
  if (await isGone(call, failure))
    coordinator.noteUnfit({ kind: 'words', words: 'the target stopped responding' });
  endUnanswered(spec, failure);
}

/** Senders without an account, and accounts whose AI requests are always rejected: they are never charged. */
const isUncharged = (account: Sender['account']) => account === null || lastingStateOf(account) !== undefined;

/** How often a request is sent again after a failure, at most. */
const retriesAfter: Readonly<Record<WireFailure['kind'], number>> = {
  connection: Number.POSITIVE_INFINITY,
  'time-out': 1,
  malformed: 1,
  oversize: 0,
  proxy: 0,
};

const endUnanswered = (spec: Request['spec'], { reason }: WireFailure): never =>
  endUnjudged('inconclusive', {
    kind: 'words',
    words: `${methodOf(spec)} ${mask(spec.path)}: ${reason}${reason.includes('TIMEOUT_MS') ? '; a higher TIMEOUT_MS may help' : ''}`,
  });
