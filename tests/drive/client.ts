import { type Answer, isServed, usesAi } from '../engine/answer';
import {
  disturbanceIn,
  isGateways,
  isUnacceptable,
  restsAfter,
  retryAdviceIn,
  retryGaps,
} from '../engine/disturbance';
import type { Exchange } from '../engine/evidence';
import { toExchange } from './exchanges';
import type { WireFailure, WireRequest } from './http';
import { keep } from './keep';
import { readBy, receivedOf, workIdIn } from './read';
import { inconclusive, record } from './recorder';
import { mask } from './secrets';
import { ownerOf, type Sender } from './senders';
import { type Session, userAgent } from './session';
import type { RequestSpec } from './target';
import { join } from './url';
import { standingStill, wait } from './waits';

export type Operation = Exchange['operation'];

export interface Sending {
  /** Of a workflow, the connection that is wrong on purpose. */
  faulty?: Exchange['faulty'];
  /** The parts of the target file that the request is built from. */
  parts?: string[];
  /** Prepares or controls a case; its own failure is no finding. */
  given?: boolean;
  /** Sends an accepted request of the same operation: tells a persistent disturbance from a breach. */
  control?: () => Promise<Answer>;
}

/**
 * Sends a request, judges the answer silently and keeps both as evidence. A disturbance (502 upstream_error,
 * 429 rate_limited where it was not asked for) is repeated after the advised gaps (contract 7); what a gateway answers
 * is kept as what it is, and the request sent again, so that no other clause is judged by it; so is a 406 to who takes
 * no JSON, with an Accept that takes all.
 * Does not return where no judgement is possible: the case is blocked, indeterminate or not driven.
 */
export async function exchange(
  session: Session,
  sender: Sender,
  operation: Operation,
  spec: RequestSpec,
  sending: Sending = {},
): Promise<Answer> {
  const { target, outages, coordinator } = session;
  const place = `${sender.account} ${operation}`;
  // Whoever waited for a window in vain is locked out of all operations, whatever the owner of API_KEY is served.
  const lockedOut = `${sender.account} locked out`;
  // Where a failure of AI processing outlasted every rest, and others were served, it is no passing one.
  const failing = `${operation} failing`;
  const disturbed = (answer: Answer) => disturbanceIn(answer, sender.account, sender.asksFor);
  let pages = 0;
  let asking = sender;
  let over = () => {};
  try {
    for (let attempt = 0; ; attempt++) {
      const answer = await once(session, asking, operation, spec, sending, attempt);
      if ('kind' in answer) {
        const free = methodOf(spec) === 'GET' || operation === 'run' || uncharged.has(sender.account);
        await restUnanswered(session, operation, spec, answer, attempt, free);
        continue;
      }
      if (asking === sender && isUnacceptable(answer.exchange)) {
        asking = { ...sender, headers: { ...sender.headers, accept: '*/*' } };
        attempt--;
        continue;
      }
      if (attempt > 0) outages.delete(`unanswered ${operation}`);
      const code = disturbed(answer);
      if (code === null) {
        for (const each of attempt > 0 ? [place, lockedOut, failing] : [place, lockedOut])
          outages.delete(each);
        const gap = gapAfterGateway(session, sender, place, answer, pages++);
        if (gap === undefined) return answer;
        await wait(gap, 'gateway');
        continue;
      }
      answer.exchange.disturbance = true;
      const outage = outages.has(place) || (code === 'rate_limited' && outages.has(lockedOut));
      const rests = restsAfter(code, retryAdviceIn(answer.exchange), target);
      const brief = code === 'upstream_error' && outages.has(failing);
      const gap = outage ? undefined : rests.slice(0, brief ? 1 : rests.length)[attempt];
      if (gap !== undefined) {
        if (attempt === 0 && code === 'rate_limited' && sender.account !== null)
          over = coordinator.repeat(sender.account);
        await rest(session, sender, code, gap);
        continue;
      }
      over();
      if (code === 'rate_limited') outages.add(lockedOut);
      const control = await sending.control?.();
      const still = control === undefined || disturbed(control) !== null || !isServed(control);
      if (still || (outage && outages.has(lockedOut))) {
        outages.add(place);
        if (code === 'daily_quota_exceeded') {
          coordinator.noteQuotaUsedUp();
          return inconclusive('indeterminate', { kind: 'account', variable: 'API_KEY', code });
        }
        const { status } = answer;
        return inconclusive('indeterminate', { kind: 'disturbed', status, code, times: attempt + 1 });
      }
      outages.delete(place);
      if (outage) {
        // It is over, so this request is given all its rests.
        attempt = -1;
        continue;
      }
      const last = await once(session, asking, operation, spec, sending, attempt + 1);
      if ('kind' in last) return unanswered(spec, last);
      if (disturbed(last) === 'upstream_error') outages.add(failing);
      return last;
    }
  } finally {
    over();
  }
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

/**
 * Rests before a request without an answer is repeated; ends the case where it is not.
 * @param free nobody can have been charged for it: it reads, or is to be refused
 */
async function restUnanswered(
  session: Session,
  operation: Operation,
  spec: RequestSpec,
  failure: WireFailure,
  attempt: number,
  free: boolean,
): Promise<void> {
  const { outages, target } = session;
  const inVain = `unanswered ${operation}`;
  const gap = retryGaps(target)[attempt];
  // A lost answer to a submission may have been charged; patience was had once.
  const patient = failure.kind === 'connection' && !outages.has(inVain);
  const again = patient || (isPassing.has(failure.kind) && attempt === 0);
  if (free && again && gap !== undefined) return wait(gap, 'answer');
  if (free && again) outages.add(inVain);
  await probeLiveness(session);
  unanswered(spec, failure);
}

/** So often a request is sent again that a gateway answered: one in thirty answers may be its own. */
const PAGES = 2;

/** The seconds after which a request that a gateway answered is sent again; undefined where its answer counts. */
function gapAfterGateway(
  { target, outages }: Session,
  { asksFor }: Sender,
  place: string,
  answer: Answer,
  pages: number,
): number | undefined {
  // Whoever is there to meet a failure has met it.
  const page = isGateways(answer) && !asksFor?.includes('upstream_error');
  const gap = retryGaps(target)[pages];
  if (page && pages < PAGES && gap !== undefined && !outages.has(`gateway ${place}`)) return gap;
  outages[page ? 'add' : 'delete'](`gateway ${place}`);
  return undefined;
}

const methodOf = ({ method = 'GET' }: RequestSpec) => method;

function unanswered(spec: RequestSpec, { reason }: WireFailure): never {
  const path = mask(spec.path);
  return inconclusive('indeterminate', { kind: 'unanswered', method: methodOf(spec), path, failure: reason });
}

/** After a request without an answer: waits until the target answers anything, or notes that it is gone. */
async function probeLiveness(session: Session): Promise<void> {
  const owner = ownerOf(session);
  for (const [index, gap] of [0, ...retryGaps(session.target)].entries()) {
    await wait(gap);
    const sign = await once(session, owner, 'models', { path: '/v1/models' }, { given: true }, index + 1);
    if (!('kind' in sign)) return;
    if (sign.kind !== 'connection') break;
  }
  session.coordinator.noteGone();
}

async function rest(session: Session, sender: Sender, code: string, seconds: number): Promise<void> {
  if (code === 'rate_limited' && sender.account !== null) {
    session.coordinator.rest(sender.account, seconds * 1000);
  }
  await wait(seconds, code === 'rate_limited' ? 'window' : 'disturbance');
}

async function once(
  session: Session,
  sender: Sender,
  operation: Operation,
  spec: RequestSpec,
  sending: Sending,
  attempt: number,
): Promise<Answer | WireFailure> {
  const use = usesAi(operation) ? 'spends' : 'free';
  const permission = await standingStill(session.coordinator.admit(sender.account, use, attempt > 0));
  if (!permission.go) return inconclusive(permission.verdict, permission.reason);
  if (permission.waited > 20) record().waited += permission.waited;

  const wire = toWire(session, sender, operation, spec);
  const received = await session.http.send(wire);
  const { exchange, answer } = toExchange(sender, operation, wire, received, sending);
  if (sending.given) exchange.given = true;
  if (attempt > 0) exchange.disturbance = true;
  const parts = [...(sending.parts ?? []), ...(session.target.headers ? ['headers'] : [])];
  if (parts.length > 0) exchange.parts = parts;
  if (sending.faulty) exchange.faulty = sending.faulty;
  const headers = 'kind' in received ? [] : received.headers;
  const read = answer === null ? {} : readBy(session.target, operation, receivedOf(answer, headers));
  if (Object.keys(read).length > 0) exchange.read = read;
  if (answer !== null && use === 'spends') {
    exchange.aiUse = isServed(answer);
    const workId = exchange.aiUse ? workIdIn(session.target, answer) : undefined;
    if (workId !== undefined) exchange.workId = workId;
  }
  // Whether the target is gone is found out apart: it may be this request alone that is cut off.
  session.coordinator.settle(sender.account, use, {
    aiUse: exchange.aiUse === true,
    answered: answer !== null,
  });
  await keep(session, exchange, answer);
  return 'kind' in received || answer === null ? (received as WireFailure) : answer;
}

function toWire(session: Session, sender: Sender, operation: Operation, spec: RequestSpec): WireRequest {
  const own = session.target.headers;
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': userAgent(session.run.id),
    ...(typeof own === 'function' ? own(sender.variable) : own),
    ...spec.headers,
    ...sender.headers,
  };
  for (const name of Object.keys(headers)) if (name.toLowerCase() === 'authorization') delete headers[name];
  if (sender.authorization !== null) headers.Authorization = sender.authorization;
  const bytes =
    spec.body === undefined
      ? null
      : Buffer.isBuffer(spec.body)
        ? spec.body
        : Buffer.from(JSON.stringify(spec.body));
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (bytes !== null && !typed) headers['content-type'] = 'application/json';
  return {
    method: methodOf(spec).toUpperCase(),
    url: join(session.run.baseUrl, spec.path),
    place: usesAi(operation) ? operation : 'read',
    headers,
    body: bytes,
    ...(sender.connection !== undefined && { connection: sender.connection }),
  };
}
