import { usesAi } from '../../../spec/operations';
import { type Answer, isServed } from '../../judge/answer';
import { isPerhapsUnacceptable } from '../../judge/disturbance';
import type { Exchange, Operation } from '../../judge/evidence';
import { inconclusive, record } from '../case/recorder';
import { toExchange } from '../http/exchanges';
import type { WireFailure, WireRequest } from '../http/http';
import { mask } from '../http/secrets';
import { join } from '../http/url';
import { type Session, userAgent } from '../run/session';
import type { RequestSpec } from '../target';
import { addRead, readBy, receivedOf, workIdIn } from '../target-file/read';
import { keep } from './keep';
import type { Sender } from './senders';

export interface Sending extends Pick<Exchange, 'faulty' | 'parts' | 'given'> {
  /** Sent once more for what it showed: ahead of all others, over a connection of its own. */
  again?: true;
  /** Sends an accepted request of the same operation: tells a persistent disturbance from a breach. */
  control?: () => Promise<Answer>;
}

/** A request of somebody's, and what it is sent for. */
export interface Call {
  session: Session;
  sender: Sender;
  operation: Operation;
  spec: RequestSpec;
  sending: Sending;
}

export const methodOf = ({ method = 'GET' }: RequestSpec) => method;

/**
 * Sends a request once, or twice where one that takes no JSON is refused for it: then with an Accept that takes all. The
 * answer is judged silently, and kept as evidence.
 * @param attempt how often it was sent before
 * @returns the failure where no whole answer came; no return where nothing may be sent
 */
export async function send(call: Call, attempt: number): Promise<Answer | WireFailure> {
  const { session, sender, operation, sending } = call;
  const use = usesAi(operation) ? 'spends' : 'free';
  // A function of the target file may throw: nothing is admitted then.
  const wire = toWire(call);
  const permission = await session.coordinator.admit(sender.account, use, attempt > 0 || sending.again);
  if (!permission.go) return inconclusive(permission.verdict, permission.reason);
  if (permission.waited > 20) record().waited += permission.waited;

  const received = await session.http.send(wire);
  const { exchange, answer } = toExchange(sender, operation, wire, received, {
    run: session.run.id,
    given: sending.given,
  });
  if (sending.given) exchange.given = true;
  if (attempt > 0) exchange.disturbance = true;
  const parts = [...(sending.parts ?? []), ...(session.target.headers ? ['headers'] : [])];
  if (parts.length > 0) exchange.parts = parts;
  if (sender.connection !== undefined) exchange.connection = sender.connection;
  if (sending.faulty) exchange.faulty = sending.faulty;
  const headers = 'kind' in received ? [] : received.headers;
  if (answer !== null)
    addRead(exchange, readBy(session.target, operation, receivedOf(answer, headers)), mask);
  if (answer !== null && use === 'spends') {
    exchange.aiUse = isServed(answer);
    const workId = exchange.aiUse ? workIdIn(session.target, answer) : undefined;
    if (workId !== undefined) exchange.workId = workId;
  }
  // Whether the target is gone is found out apart: it may be this request alone that is cut off.
  session.coordinator.complete(sender.account, use, {
    aiUse: exchange.aiUse === true,
    answered: answer !== null,
  });
  session.sent.push(exchange);
  keep(session, exchange, answer);
  if ('kind' in received || answer === null) return received as WireFailure;
  if (!isPerhapsUnacceptable(answer)) return answer;
  const takesAll = { ...sender, headers: { ...sender.headers, accept: '*/*' } };
  return send({ ...call, sender: takesAll }, attempt);
}

function toWire({ session, sender, operation, spec, sending }: Call): WireRequest {
  const own = session.target.headers;
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': userAgent(session.run.id),
    ...(typeof own === 'function' ? own(sender.variable) : own),
    ...spec.headers,
    ...sender.headers,
  };
  for (const name of Object.keys(headers)) if (name.toLowerCase() === 'authorization') delete headers[name];
  if (headers.accept === '') delete headers.accept;
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
    ...(sender.connection === undefined
      ? sending.again && { fresh: true }
      : { connection: sender.connection }),
  };
}
