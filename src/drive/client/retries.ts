import { lastingStateOf } from '../../../spec/accounts';
import { codes } from '../../../spec/contract';
import type { Disturbance } from '../../judge/data/reason';
import { type Answer, isAccepted, isSuccess } from '../../judge/response/answer';
import {
  delaysAfter,
  disturbanceIn,
  isLimit,
  isRateLimit,
  retryAdviceIn,
  retryDelays,
} from '../../judge/response/disturbance';
import { hasErrorObject, isTemporary } from '../../judge/response/intermediaries';
import { formOf, isUnexplained } from '../../judge/response/unexplained';
import type { Waiting } from '../../judge/texts/wording';
import { endUnjudged } from '../evidence/recorder';
import type { WireFailure } from '../http/http';
import { mask } from '../http/secrets';
import type { RequestSpec } from '../target-file/target';
import type { Sender } from './request';
import { type Call, methodOf, send, sideRead } from './send';
import { ownerOf } from './senders';
import { sendUnlessShutOut } from './shut-out';
import { wait } from './waits';

interface RetriedAnswer {
  /** The last response. */
  answer: Answer;
  disturbance: Disturbance | null;
  /** How often it was sent. */
  times: number;
  /** False if it was not sent again because the same disturbance had outlasted every retry before. */
  retried: boolean;
}

/**
 * Sends a request until its response is neither a disturbance nor unexplained, or all retries are used up. An unexplained
 * response that lasts, or does not come again, is the service's unless a request that is otherwise accepted got it.
 */
export async function withRetries(call: Call): Promise<RetriedAnswer> {
  const { sender, session } = call;
  const { target, coordinator, facts } = session;
  const outages = coordinator.outages.of(sender.account, call.operation);
  const { place, lockedOut, persistent, unanswered, unexplained } = outages;
  const passing: Answer[] = [];
  const repeated = new Set<Disturbance>();
  let release = () => {};
  try {
    for (let times = 1; ; times++) {
      const answer = await sendUnlessShutOut(call, times - 1);
      if ('kind' in answer) {
        await retryUnanswered(call, answer, times - 1);
        continue;
      }
      if (times > 1) unanswered.end();
      const isStrange = mayBeGateways(call, answer);
      if (isStrange) facts.noteStrange(answer);
      const found = disturbanceOf(call, answer);
      if (found === null && !isStrange) {
        noteWhoSent(call, passing, answer);
        for (const outage of [place, lockedOut, ...[...repeated].map(persistent)]) outage.end();
        return { answer, disturbance: null, times, retried: true };
      }
      const disturbance = found ?? 'page';
      if (isStrange) passing.push(answer);
      else facts.note(answer.exchange, { disturbance: true });
      repeated.add(disturbance);
      const { status } = answer;
      const limited = isRateLimit(disturbance, status);
      if (limited && times === 1) await noteWhoIsLimited(call);
      const isKnown = (limited && lockedOut.lasts()) || (isStrange && unexplained.lasts());
      const retried = !place.lasts() && !isKnown;
      const known = call.sending.control !== undefined && persistent(disturbance).lasts();
      if (times > 1 && !known && isLimit(disturbance, status)) coordinator.noteThrottled(sender.account);
      const all = delaysAfter(disturbance, status, retryAdviceIn(answer.exchange), target);
      const delays = known ? all.slice(0, 1) : all;
      // A sender that is meant to be limited would not be, if it waited for a limiter in front.
      const keepsPace = isLimit(disturbance, status) && sender.asksFor?.includes('rate_limited');
      const delay = retried && !keepsPace ? delays[times - 1] : undefined;
      if (delay === undefined) {
        if (!isStrange || found !== null) return { answer, disturbance, times, retried };
        unexplained.begin();
        const first = passing.find((each) => formOf(each) === formOf(answer)) ?? answer;
        return { answer: first, disturbance: null, times, retried };
      }
      if (times === 1 && limited && sender.account !== null) release = coordinator.repeat(sender.account);
      if (limited && sender.account !== null) coordinator.backOff(sender.account, delay * 1000);
      await wait(session, delay, limited ? 'window' : waitingFor[disturbance]);
    }
  } finally {
    release();
  }
}

/** Whether something in front of the service may have sent it in place of the contract's response. */
const mayBeGateways = ({ operation, session }: Call, answer: Answer) =>
  (operation !== 'other' || isSuccess(answer)) &&
  isUnexplained(answer) &&
  !isTemporary(answer, session.setup.words);

/** Records who sent the responses that did not come again. */
function noteWhoSent({ sender, session: { facts } }: Call, passing: readonly Answer[], next: Answer): void {
  for (const each of passing)
    if (sender.account === 'API_KEY' && isAccepted(next)) facts.noteGateway(each);
    else facts.notePassed(each, next);
}

/** Records whether API_KEY is limited: where a wrong key is, the same moment shows it. */
async function noteWhoIsLimited(call: Call): Promise<void> {
  const { session, sender } = call;
  const { facts } = session;
  if (sender.account === 'API_KEY') facts.limitsOwner = true;
  if (sender.account !== null || sender.variable === null || facts.limitsOwner) return;
  const read = signOf(call);
  const sign = await send(read, 1);
  const disturbance = 'kind' in sign ? null : disturbanceOf(read, sign);
  if (disturbance !== null && !('kind' in sign)) facts.limitsOwner = isRateLimit(disturbance, sign.status);
}

/** A read of API_KEY that costs nothing. */
const signOf = (call: Call): Call => sideRead(call, ownerOf(call.session), 'models');

/** The disturbance that a response is for its sender; null if it is to be judged. */
export function disturbanceOf(call: Call, answer: Answer): Disturbance | null {
  const { session, sender } = call;
  const { account, asksFor = [] } = sender;
  const { facts } = session;
  const disturbance = disturbanceIn(answer, session.setup.words, account, asksFor);
  if (disturbance === null && mayBeGateways(call, answer) && facts.isOfGateway(answer)) return 'page';
  if (disturbance !== 'page') return disturbance;
  if (asksFor.length === 0) facts.noteGateway(answer);
  // Where this failure was provoked and nobody else meets it, the service responds to what was provoked.
  const isProvoked =
    !call.sending.preparation && asksFor.some((code) => statusOf.get(code) === answer.status);
  if (!isProvoked || !hasErrorObject(answer) || facts.isOfGateway(answer)) return disturbance;
  facts.note(answer.exchange, { intermediary: false });
  return null;
}

const statusOf: ReadonlyMap<string, number> = new Map(Object.entries(codes));

const waitingFor = {
  rate_limited: 'window',
  daily_quota_exceeded: 'disturbance',
  upstream_error: 'disturbance',
  page: 'gateway',
} as const satisfies Record<Disturbance, Waiting>;

/** Waits before a request without a response is sent again. Ends the check if it is not sent again. */
async function retryUnanswered(call: Call, failure: WireFailure, attempt: number): Promise<void> {
  const { sender, operation, session, spec } = call;
  const { target, coordinator } = session;
  const { unanswered } = coordinator.outages.of(sender.account, operation);
  const gap = retryDelays(target)[attempt];
  // A submission whose response was lost may have been charged, unless it was not sent. The full wait is made once.
  const free =
    failure.unsent || methodOf(spec) === 'GET' || operation === 'run' || isUncharged(sender.account);
  const patient = failure.kind === 'connection' && !unanswered.lasts();
  const retries = patient || (passingKinds.has(failure.kind) && attempt === 0);
  if (free && retries && gap !== undefined) return wait(session, gap, 'answer');
  if (free && retries) unanswered.begin();
  await waitUntilAlive(call);
  endUnanswered(spec, failure);
}

/** Senders without an account, and accounts whose AI requests are always rejected: they are never charged. */
const isUncharged = (account: Sender['account']) => account === null || lastingStateOf(account) !== undefined;

/** Failures that may not occur the next time. */
const passingKinds: ReadonlySet<WireFailure['kind']> = new Set(['connection', 'time-out', 'malformed']);

/** After a request without a response: waits until the target responds to anything, or records that it is gone. */
async function waitUntilAlive(call: Call): Promise<void> {
  const { session } = call;
  for (const [index, gap] of [0, ...retryDelays(session.target)].entries()) {
    await wait(session, gap);
    const answer = await send(signOf(call), index + 1);
    if (!('kind' in answer) || answer.kind === 'malformed') return;
    if (answer.kind !== 'connection') break;
  }
  session.coordinator.noteGone();
}

export function endUnanswered(spec: RequestSpec, { reason }: WireFailure): never {
  const path = mask(spec.path);
  return endUnjudged('inconclusive', { kind: 'unanswered', method: methodOf(spec), path, failure: reason });
}
