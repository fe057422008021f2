import type { Answer } from '../engine/answer';
import { disturbanceIn, isGateways, restsAfter, retryAdviceIn, retryGaps } from '../engine/disturbance';
import type { WireFailure } from './http';
import { inconclusive } from './recorder';
import { mask } from './secrets';
import { type Call, methodOf, send } from './send';
import { ownerOf, type Sender } from './senders';
import type { RequestSpec } from './target';
import { wait } from './waits';

/** What came of a request and of its repeats. */
interface RestedAnswer {
  /** The last answer. */
  answer: Answer;
  /** Of its disturbance; null where it is none. */
  code: string | null;
  /** So often it was sent. */
  times: number;
  /** Every rest was had; false where the same had outlasted them before. */
  rested: boolean;
}

/** Sends a request until its answer is no disturbance, or its rests are over. */
export async function withRests(call: Call): Promise<RestedAnswer> {
  const { sender } = call;
  const { target, coordinator } = call.session;
  const { place, lockedOut, persistent, unanswered } = outagesOf(call);
  const { outages } = coordinator;
  const repeated = new Set<string>();
  let pages = 0;
  let release = () => {};
  try {
    for (let times = 1; ; times++) {
      const answer = await send(call, times - 1);
      if ('kind' in answer) {
        await restUnanswered(call, answer, times - 1);
        continue;
      }
      if (times > 1) outages.delete(unanswered);
      const code = disturbanceOf(answer, sender);
      if (code === null) {
        for (const name of [place, lockedOut]) outages.delete(name);
        for (const passing of repeated) outages.delete(persistent(passing));
        const gap = gapAfterGateway(call, answer, pages++);
        if (gap === undefined) return { answer, code, times, rested: true };
        await wait(gap, 'gateway');
        continue;
      }
      answer.exchange.disturbance = true;
      if (code === 'rate_limited') coordinator.noteCrowded(sender.account);
      repeated.add(code);
      const rested = !outages.has(place) && !(code === 'rate_limited' && outages.has(lockedOut));
      const known = call.sending.control !== undefined && outages.has(persistent(code));
      const rests = known
        ? retryGaps(target).slice(0, 1)
        : restsAfter(code, retryAdviceIn(answer.exchange), target);
      const gap = rested ? rests[times - 1] : undefined;
      if (gap === undefined) return { answer, code, times, rested };
      if (times === 1 && code === 'rate_limited' && sender.account !== null)
        release = coordinator.repeat(sender.account);
      await rest(call, code, gap);
    }
  } finally {
    release();
  }
}

/** The names of what may outlast every rest, and is not waited for again until it is over. */
export function outagesOf({ sender: { account }, operation }: Call) {
  return {
    place: `${account} ${operation}`,
    // Whoever waited for a window in vain is locked out of all operations, whatever the owner of API_KEY is served.
    lockedOut: `${account} locked out`,
    // What outlasted every rest beside a control that was served is no passing one.
    persistent: (code: string) => `${code === 'rate_limited' ? account : operation} ${code}`,
    gateway: `gateway ${account} ${operation}`,
    unanswered: `unanswered ${operation}`,
  };
}

export function disturbanceOf(answer: Answer, { account, asksFor }: Sender): string | null {
  return disturbanceIn(answer, account, asksFor);
}

async function rest({ session, sender }: Call, code: string, seconds: number): Promise<void> {
  if (code === 'rate_limited' && sender.account !== null) {
    session.coordinator.rest(sender.account, seconds * 1000);
  }
  await wait(seconds, code === 'rate_limited' ? 'window' : 'disturbance');
}

/** So often a request is sent again that a gateway answered: one in thirty answers may be its own. */
const PAGES = 2;

/** The seconds after which a request that a gateway answered is sent again; undefined where its answer counts. */
function gapAfterGateway(call: Call, answer: Answer, pages: number): number | undefined {
  const { target, coordinator } = call.session;
  const { outages } = coordinator;
  const { gateway } = outagesOf(call);
  // Whoever is there to meet a failure has met it.
  const page = isGateways(answer) && !call.sender.asksFor?.includes('upstream_error');
  const gap = retryGaps(target)[pages];
  if (page && pages < PAGES && gap !== undefined && !outages.has(gateway)) return gap;
  outages[page ? 'add' : 'delete'](gateway);
  return undefined;
}

/** Rests before a request without an answer is repeated; ends the case where it is not. */
async function restUnanswered(call: Call, failure: WireFailure, attempt: number): Promise<void> {
  const { sender, operation, spec } = call;
  const { target, coordinator } = call.session;
  const { outages } = coordinator;
  const { unanswered: inVain } = outagesOf(call);
  const gap = retryGaps(target)[attempt];
  const free = methodOf(spec) === 'GET' || operation === 'run' || uncharged.has(sender.account);
  // A lost answer to a submission may have been charged; patience was had once.
  const patient = failure.kind === 'connection' && !outages.has(inVain);
  const again = patient || (isPassing.has(failure.kind) && attempt === 0);
  if (free && again && gap !== undefined) return wait(gap, 'answer');
  if (free && again) outages.add(inVain);
  await probeLiveness(call);
  unanswered(spec, failure);
}

/** Accounts that are there to be refused, and none: nobody is charged for what they ask. */
const uncharged = new Set<Sender['account']>([
  null,
  'NO_CREDITS_API_KEY',
  'NO_BACKEND_API_KEY',
  'QUOTA_API_KEY',
]);

/** What keeps an answer away, and may not the next time. */
const isPassing: ReadonlySet<WireFailure['kind']> = new Set(['connection', 'time-out']);

/** After a request without an answer: waits until the target answers anything, or notes that it is gone. */
async function probeLiveness({ session }: Call): Promise<void> {
  const sender = ownerOf(session);
  const sign: Call = {
    session,
    sender,
    operation: 'models',
    spec: { path: '/v1/models' },
    sending: { given: true },
  };
  for (const [index, gap] of [0, ...retryGaps(session.target)].entries()) {
    await wait(gap);
    const answer = await send(sign, index + 1);
    if (!('kind' in answer)) return;
    if (answer.kind !== 'connection') break;
  }
  session.coordinator.noteGone();
}

export function unanswered(spec: RequestSpec, { reason }: WireFailure): never {
  const path = mask(spec.path);
  return inconclusive('indeterminate', { kind: 'unanswered', method: methodOf(spec), path, failure: reason });
}
