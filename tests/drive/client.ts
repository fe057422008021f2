import { test } from '@playwright/test';
import { type Answer, body, errorOf, isKnown, isServed } from '../engine/answer';
import { disturbanceIn, restsAfter, retryGaps } from '../engine/disturbance';
import type { Exchange } from '../engine/evidence';
import { isObject } from '../engine/json';
import { judge } from '../engine/judge';
import { toExchange } from './exchanges';
import { headerOf, type WireAnswer, type WireFailure, type WireRequest } from './http';
import { expect } from './matchers';
import { inconclusive, keep, levelOf, record } from './recorder';
import { mask, secretsIn } from './secrets';
import { type Session, userAgent } from './session';
import type { KeyVariable } from './settings';
import type { RequestSpec } from './target';
import { join } from './url';

export type Operation = Exchange['operation'];

/** Who sends a request, and with what. */
export interface Sender {
  /** The word by which reports call it. */
  actor: string;
  /** The variable of the key it uses, or was made from; null without one. */
  variable: KeyVariable | null;
  /** The account that answers for its requests; null where no key is, or should be, accepted. */
  account: KeyVariable | null;
  /** The value of the Authorization header; null: no such header. */
  authorization: string | null;
  /** Codes that are asked for here and elsewhere a disturbance. */
  asksFor?: string[];
}

export interface Sending {
  /** Prepares or controls a case; its own failure is no finding. */
  given?: boolean;
  /** Sends an accepted request of the same operation: tells a persistent disturbance from a breach. */
  control?: () => Promise<Answer>;
}

/**
 * Sends a request, judges the answer silently and keeps both as evidence. A disturbance (502 upstream_error,
 * 429 rate_limited where it was not asked for) is repeated after the advised gaps (contract 7).
 * Does not return where no judgement is possible: the case is blocked, indeterminate or not driven.
 */
export async function exchange(
  session: Session,
  sender: Sender,
  operation: Operation,
  spec: RequestSpec,
  sending: Sending = {},
): Promise<Answer> {
  const { target, outages } = session;
  const method = spec.method ?? 'GET';
  const place = `${sender.account} ${operation}`;
  const disturbed = (answer: Answer) => disturbanceIn(answer, sender.account, sender.asksFor);
  for (let attempt = 0; ; attempt++) {
    const answer = await once(session, sender, operation, spec, sending, attempt);
    if ('kind' in answer) {
      const gap = retryGaps(target)[attempt];
      // Only reads are repeated, since a lost answer to a submission may have been charged; patience was had once.
      const again = answer.kind === 'connection' || (answer.kind === 'time-out' && attempt === 0);
      if (method !== 'GET' || !again || gap === undefined) {
        await probeLiveness(session);
        return inconclusive('indeterminate', `${method} ${mask(spec.path)}: ${answer.reason}`);
      }
      await wait(gap);
      continue;
    }
    const code = disturbed(answer);
    if (code === null) {
      outages.delete(place);
      return answer;
    }
    answer.exchange.disturbance = true;
    const outage = outages.has(place);
    const gap = outage ? undefined : restsAfter(code, answer, target)[attempt];
    if (gap !== undefined) {
      await rest(session, sender, code, gap);
      continue;
    }
    const control = await sending.control?.();
    if (control === undefined || disturbed(control) !== null || !isServed(control)) {
      outages.add(place);
      if (code === 'daily_quota_exceeded') session.coordinator.noteQuotaUsedUp();
      const times = attempt === 0 ? '' : ` ${attempt + 1} times`;
      return inconclusive('indeterminate', `disturbed${times} by ${answer.status} ${code}`);
    }
    outages.delete(place);
    if (outage) {
      // It is over, so this request is given all its rests.
      attempt = -1;
      continue;
    }
    const last = await once(session, sender, operation, spec, sending, attempt + 1);
    return 'kind' in last
      ? inconclusive('indeterminate', `${method} ${mask(spec.path)}: ${last.reason}`)
      : last;
  }
}

/** After a request without an answer: waits until the target answers anything, or notes that it is gone. */
async function probeLiveness(session: Session): Promise<void> {
  const key = session.keys.API_KEY ?? '';
  const owner: Sender = {
    actor: 'owner',
    variable: 'API_KEY',
    account: 'API_KEY',
    authorization: `Bearer ${key}`,
  };
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
  await wait(seconds);
}

/** Waits, and lets the test's time limit wait along. */
export async function wait(seconds: number): Promise<void> {
  const info = test.info();
  info.setTimeout(info.timeout + seconds * 1000);
  record().waited += seconds * 1000;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

async function once(
  session: Session,
  sender: Sender,
  operation: Operation,
  spec: RequestSpec,
  sending: Sending,
  attempt: number,
): Promise<Answer | WireFailure> {
  const use = operation === 'text' || operation === 'submit' || operation === 'workflow' ? 'spends' : 'free';
  const permission = await session.coordinator.admit(sender.account, use);
  if (!permission.go) return inconclusive(permission.verdict, permission.reason);
  if (permission.waited > 20) record().waited += permission.waited;

  const wire = toWire(session, sender, spec);
  const received = await session.http.send(wire);
  const kept = toExchange(sender, operation, wire, received);
  if (sending.given) kept.given = true;
  if (attempt > 0) kept.disturbance = true;
  keep(kept);

  if ('kind' in received) {
    // Whether the target is gone is found out apart: it may be this request alone that is cut off.
    session.coordinator.settle(sender.account, use, { aiUse: false, answered: false });
    return received;
  }
  const answer = toAnswer(received, kept);
  kept.aiUse = use === 'spends' && isServed(answer);
  session.coordinator.settle(sender.account, use, { aiUse: kept.aiUse, answered: true });
  await judgeSilently(session, answer, received, sending);
  return answer;
}

function toWire(session: Session, sender: Sender, spec: RequestSpec): WireRequest {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': userAgent(session.run.id),
    ...session.target.headers,
    ...spec.headers,
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
    method: (spec.method ?? 'GET').toUpperCase(),
    url: join(session.run.baseUrl, spec.path),
    headers,
    body: bytes,
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function toAnswer(received: WireAnswer, kept: Exchange): Answer {
  let text: string | null;
  try {
    text = utf8.decode(received.body);
  } catch {
    text = null;
  }
  return {
    status: received.status,
    text,
    contentType: headerOf(received, 'content-type') ?? '',
    headerNames: [...new Set(received.headers.map(([name]) => name.toLowerCase()))].sort(),
    retryAfter: headerOf(received, 'retry-after'),
    milliseconds: Math.round(received.milliseconds),
    exchange: kept,
  };
}

async function judgeSilently(
  session: Session,
  answer: Answer,
  wire: WireAnswer,
  sending: Sending,
): Promise<void> {
  const failed = answer.status < 200 || answer.status > 299;
  const judging = sending.given === true || levelOf(test.info()) !== 'open';
  if (!judging || (sending.given && isNobody(answer))) return;
  const json = body(answer);
  const type = failed && isObject(json) && isObject(json.error) ? json.error.type : undefined;
  const firstType =
    typeof type === 'string'
      ? await session.coordinator.singleFlight('error type', async () => type)
      : undefined;
  const { judged, findings } = judge(
    {
      status: answer.status,
      contentType: answer.contentType,
      text: answer.text,
      byteOrderMark: wire.body.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])),
      known: isKnown(answer.exchange.operation),
      leaks: failed ? secretsIn(answer.text ?? '') : [],
      firstType,
      words: session.run.words,
    },
    json,
  );
  answer.exchange.judged = judged;
  for (const finding of findings) {
    const { expected, received } = finding;
    expect.soft(answer).toMeet({ ...finding, expected: mask(expected), received: mask(received) });
  }
}

/** A preparation that met no endpoint at all: the target file may spell a path that is not there. */
function isNobody(answer: Answer): boolean {
  return (
    [404, 405].includes(answer.status) &&
    !isKnown(answer.exchange.operation) &&
    errorOf(answer).code === undefined
  );
}
