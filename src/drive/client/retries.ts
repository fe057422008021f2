import { lastingStateOf } from '../../../spec/accounts';
import { isChange, type Operation, requestTo } from '../../../spec/operations';
import type { Disturbance } from '../../judge/data/reason';
import type { Answer } from '../../judge/response/answer';
import {
  delaysAfter,
  disturbanceIn,
  isLimit,
  isRateLimit,
  retryAdviceIn,
  retryDelays,
} from '../../judge/response/disturbance';
import type { Waiting } from '../../judge/texts/wording';
import { endUnjudged } from '../evidence/recorder';
import type { WireFailure } from '../http/http';
import { mask } from '../http/secrets';
import type { RequestSpec } from '../target-file/target';
import type { Sender } from './request';
import { type Call, methodOf, send } from './send';
import { ownerOf } from './senders';
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

/** Sends a request until its response is not a disturbance, or all retries are used up. */
export async function withRetries(call: Call): Promise<RetriedAnswer> {
  const { sender } = call;
  const { target, coordinator, facts } = call.session;
  const { place, lockedOut, persistent, unanswered } = coordinator.outages.of(sender.account, call.operation);
  const repeated = new Set<Disturbance>();
  let release = () => {};
  try {
    for (let times = 1; ; times++) {
      const answer = await send(call, times - 1);
      if ('kind' in answer) {
        await retryUnanswered(call, answer, times - 1);
        continue;
      }
      if (times > 1) unanswered.end();
      const disturbance = disturbanceOf(answer, sender);
      if (disturbance === null) {
        for (const outage of [place, lockedOut, ...[...repeated].map(persistent)]) outage.end();
        return { answer, disturbance, times, retried: true };
      }
      facts.note(answer.exchange, { disturbance: true });
      repeated.add(disturbance);
      const { status } = answer;
      const limited = isRateLimit(disturbance, status);
      const retried = !place.lasts() && !(limited && lockedOut.lasts());
      const known = call.sending.control !== undefined && persistent(disturbance).lasts();
      if (times > 1 && !known && isLimit(disturbance, status)) coordinator.noteThrottled(sender.account);
      const all = delaysAfter(disturbance, status, retryAdviceIn(answer.exchange), target);
      const delays = known ? all.slice(0, 1) : all;
      // A sender that is meant to be limited would not be, if it waited for a limiter in front.
      const keepsPace = isLimit(disturbance, status) && sender.asksFor?.includes('rate_limited');
      const delay =
        retried && !keepsPace && !mayBeDone(call, disturbance, status) ? delays[times - 1] : undefined;
      if (delay === undefined) return { answer, disturbance, times, retried };
      if (times === 1 && limited && sender.account !== null) release = coordinator.repeat(sender.account);
      if (limited && sender.account !== null) coordinator.backOff(sender.account, delay * 1000);
      await wait(delay, limited ? 'window' : waitingFor[disturbance]);
    }
  } finally {
    release();
  }
}

/** Whether a request that changes something may have been carried out: sent again, it may be rejected for that. */
export const mayBeDone = (
  { operation }: { operation: Operation },
  disturbance: Disturbance,
  status: number,
): boolean => isChange(operation) && !isLimit(disturbance, status);

export function disturbanceOf(answer: Answer, { account, asksFor }: Sender): Disturbance | null {
  return disturbanceIn(answer, account, asksFor);
}

const waitingFor = {
  rate_limited: 'window',
  daily_quota_exceeded: 'disturbance',
  upstream_error: 'disturbance',
  page: 'gateway',
} as const satisfies Record<Disturbance, Waiting>;

/** Waits before a request without a response is sent again. Ends the check if it is not sent again. */
async function retryUnanswered(call: Call, failure: WireFailure, attempt: number): Promise<void> {
  const { sender, operation, spec } = call;
  const { target, coordinator } = call.session;
  const { unanswered } = coordinator.outages.of(sender.account, operation);
  const gap = retryDelays(target)[attempt];
  const free = methodOf(spec) === 'GET' || operation === 'run' || isUncharged(sender.account);
  // A submission whose response was lost may have been charged. The full wait is made once.
  const patient = failure.kind === 'connection' && !unanswered.lasts();
  const again = patient || (passingKinds.has(failure.kind) && attempt === 0);
  if (free && again && gap !== undefined) return wait(gap, 'answer');
  if (free && again) unanswered.begin();
  await waitUntilAlive(call);
  endUnanswered(spec, failure);
}

/** Senders without an account, and accounts whose AI requests are always rejected: they are never charged. */
const isUncharged = (account: Sender['account']) => account === null || lastingStateOf(account) !== undefined;

/** Failures that may not occur the next time. */
const passingKinds: ReadonlySet<WireFailure['kind']> = new Set(['connection', 'time-out', 'malformed']);

/** After a request without a response: waits until the target responds to anything, or records that it is gone. */
async function waitUntilAlive({ session }: Call): Promise<void> {
  const sender = ownerOf(session);
  const sign: Call = {
    session,
    sender,
    operation: 'models',
    spec: requestTo('models'),
    sending: { preparation: true },
  };
  for (const [index, gap] of [0, ...retryDelays(session.target)].entries()) {
    await wait(gap);
    const answer = await send(sign, index + 1);
    if (!('kind' in answer) || answer.kind === 'malformed') return;
    if (answer.kind !== 'connection') break;
  }
  session.coordinator.noteGone();
}

export function endUnanswered(spec: RequestSpec, { reason }: WireFailure): never {
  const path = mask(spec.path);
  return endUnjudged('inconclusive', { kind: 'unanswered', method: methodOf(spec), path, failure: reason });
}
