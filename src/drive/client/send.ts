import { isChange, namesWork, usesAi } from '../../../spec/operations';
import type { Exchange } from '../../judge/data/evidence';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { mayBeUnacceptable } from '../../judge/response/disturbance';
import { withForm } from '../../judge/response/form';
import { currentEvidence, endUnjudged } from '../evidence/recorder';
import { toExchange } from '../http/exchanges';
import { overriding } from '../http/headers';
import type { WireFailure, WireRequest } from '../http/http';
import { carries, join } from '../http/url';
import { type Session, userAgent } from '../run/session';
import { partsAnswered } from '../target-file/parts';
import { readBy, receivedOf, storedRead, workIdIn } from '../target-file/read';
import type { RequestSpec } from '../target-file/target';
import { recordExchange } from './record-exchange';
import { noteRemovedHeader } from './removed-header';
import { accepting, type Request } from './request';

/** How a request is sent. */
export interface Sending {
  /** It prepares a check or is a control; the check does not judge it. */
  preparation?: true;
  /** A violation that is repeated: sent before all other requests, over its own connection. */
  again?: true;
  /**
   * Sends an accepted request of the same operation, which distinguishes a persistent disturbance from a
   * violation.
   */
  control?: () => Promise<Answer>;
}

/** A request on its way. */
export interface Call extends Request {
  session: Session;
  sending: Sending;
}

export const methodOf = ({ method = 'GET' }: RequestSpec) => method;

/**
 * Sends a request once. If one that accepts no JSON is rejected for that, sends it a second time with an
 * Accept header for everything. The response is recorded as evidence without judging it.
 * @param attempt how often it was sent before
 * @returns the failure if no complete response came; does not return if nothing may be sent
 */
export async function send(call: Call, attempt: number): Promise<Answer | WireFailure> {
  const { session, sender, operation, sending } = call;
  // A change may change the credits as well.
  const use = usesAi(operation) || isChange(operation) ? 'billable' : 'free';
  // A function of the target file may throw: then nothing is admitted.
  const wire = toWire(call);
  const permission = await session.coordinator.admit(sender.account, use, attempt > 0 || sending.again);
  if (!permission.go) return endUnjudged(permission.verdict, permission.reason);
  currentEvidence().waits.push(...permission.waits);

  const received = await session.http.send(wire);
  const { exchange: sent, answer: whole } = toExchange(sender, operation, wire, received, {
    run: session.run.id,
    preparation: sending.preparation,
  });
  const id = whole !== null && isAccepted(whole) ? idOfAnother(call) : undefined;
  const kept = whole !== null && id !== undefined ? withForm(whole, id) : whole;
  const exchange = annotated(call, kept?.exchange ?? sent, kept);
  const { aiRequest = false } = exchange;
  // Another request finds out whether the target is gone: perhaps only this one was cut off.
  session.coordinator.complete(sender.account, use, {
    aiRequest,
    answered: kept !== null,
  });
  if (sending.preparation) session.facts.note(exchange, { preparation: true });
  if (attempt > 0) session.facts.note(exchange, { disturbance: true });
  const recorded = recordExchange(session, exchange, kept);
  session.requests.set(recorded.id, call);
  if ('kind' in received || kept === null) return received as WireFailure;
  const answer = { ...kept, exchange: recorded };
  noteRemovedHeader(call, answer);
  if (!mayBeUnacceptable(answer)) return answer;
  return send({ ...call, sender: accepting(sender, '*/*') }, attempt);
}

/** The ID of a job or run that the request names with the key of another account; undefined for other requests. */
function idOfAnother({ session, sender, operation, spec }: Call): string | undefined {
  if (sender.account === null || !namesWork(operation)) return undefined;
  const { foreignJobId, foreignRunId } = session.settings;
  const isCarried = (id: string | undefined) => id !== undefined && carries(spec, id);
  const looked = session.sent.filter(({ workId }) => isCarried(workId));
  if (looked.some(({ variable }) => variable === sender.variable)) return undefined;
  return [foreignJobId, foreignRunId, ...looked.map(({ workId }) => workId)].find(isCarried);
}

/** The exchange with what is known about its request, and with what the target file reads of its response. */
function annotated(
  { session: { target }, operation, faulty, blocks, parts = [] }: Call,
  exchange: Exchange,
  answer: Answer | null,
): Exchange {
  const built = answer && blocks ? partsAnswered(parts, answer, blocks, faulty) : parts;
  const all = [...built, ...(target.headers ? (['headers'] as const) : [])];
  const asked = { ...exchange, ...(all.length > 0 && { parts: all }), ...(faulty && { faulty }) };
  if (answer === null) return asked;
  const read = { ...asked, ...storedRead(readBy(target, operation, receivedOf(answer))) };
  if (!usesAi(operation)) return read;
  const accepted = { ...answer, exchange: read };
  const aiRequest = isAccepted(accepted);
  const workId = aiRequest ? workIdIn(target, accepted) : undefined;
  return { ...read, aiRequest, ...(workId !== undefined && { workId }) };
}

function toWire({ session, sender, operation, spec, sending }: Call): WireRequest {
  const own = session.target.headers;
  const headers = overriding(
    { accept: 'application/json', 'user-agent': userAgent(session.run.id) },
    typeof own === 'function' ? own(sender.variable) : own,
    spec.headers,
    sender.headers,
  );
  for (const [name, value] of Object.entries(headers))
    if (/^authorization$/i.test(name) || (/^accept$/i.test(name) && value === '')) delete headers[name];
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
