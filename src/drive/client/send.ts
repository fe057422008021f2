import type { KeyVariable } from '../../../spec/accounts';
import { namesWork, type PlainRead, requestTo, usesAi } from '../../../spec/operations';
import type { Exchange, Operation } from '../../judge/data/evidence';
import { at } from '../../judge/data/json';
import { type Answer, contentOf, isAccepted, isSuccess } from '../../judge/response/answer';
import { mayBeUnacceptable, showsRejection } from '../../judge/response/disturbance';
import { formOf, withForm } from '../../judge/response/form';
import { typesOf } from '../../judge/response/models';
import { isUnexplained } from '../../judge/response/unexplained';
import { type CheckSession, endUnjudged } from '../evidence/recorder';
import { toExchange } from '../http/exchanges';
import { overriding } from '../http/headers';
import type { WireFailure, WireRequest } from '../http/http';
import { join } from '../http/url';
import { withinBounds } from '../http/within-bounds';
import type { Use } from '../run/coordinator';
import { type Session, userAgent } from '../run/session';
import { ownHeaders } from '../target-file/own-headers';
import { partsAnswered } from '../target-file/parts';
import { readBy, receivedOf, storedRead, workIdIn } from '../target-file/read';
import type { RequestSpec } from '../target-file/target';
import { recordExchange } from './record-exchange';
import { noteRemovedHeader } from './removed-header';
import { type Request, type Sender, withAccept } from './request';

/** How a request is sent. */
export interface Sending {
  /** It prepares a check or is a control; the check does not judge it. */
  preparation?: true;
  /** A violation that is repeated: sent over its own connection. */
  reproduces?: true;
  /** Nothing else is sent meanwhile: its caller has reserved the target. */
  reserved?: true;
  /**
   * Sends an accepted request of the same operation, which distinguishes a persistent disturbance from a
   * violation.
   */
  control?: () => Promise<Answer>;
}

export interface Call extends Request {
  session: CheckSession;
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
  const use: Use = usesAi(operation) ? 'billable' : 'free';
  // A function of the target file may throw: then nothing is admitted.
  const wire = toWire(call);
  const how = { isRetry: attempt > 0, isReserved: sending.reserved === true };
  const permission = await session.coordinator.admit(sender.account, use, how);
  if (!permission.go) return endUnjudged(permission.verdict, permission.reason);
  session.evidence.waits.push(...permission.waits);

  const { received, kept, exchange } = await transferred(call, use, wire);
  if (sending.preparation) session.facts.note(exchange, { preparation: true });
  if (attempt > 0) session.facts.note(exchange, { disturbance: true });
  const recorded = recordExchange(session, exchange);
  session.requests.set(recorded.id, call);
  if ('kind' in received || kept === null) return received as WireFailure;
  const answer = { ...kept, exchange: recorded };
  noteRemovedHeader(call, answer);
  if (isUnexplained(answer) && session.facts.isOfGateway(answer)) session.facts.noteGateway(answer);
  if (!mayBeUnacceptable(answer)) return answer;
  return send({ ...call, sender: withAccept(sender, '*/*') }, attempt);
}

/** A read beside this request that costs nothing and that no check judges. */
export const sideRead = ({ session, sending }: Call, sender: Sender, operation: PlainRead): Call => ({
  session,
  sender,
  operation,
  spec: requestTo(operation),
  sending: { preparation: true, ...(sending.reserved && { reserved: true }) },
});

/** Sends an admitted request and reads its response. */
async function transferred(call: Call, use: Use, wire: WireRequest) {
  const { session, sender, operation } = call;
  // Unless a response shows otherwise, also if it cannot be read.
  let result = { aiRequest: usesAi(operation), answered: false };
  try {
    const received = withinBounds(await session.http.send(wire));
    const run = session.setup.id;
    const { exchange: sent, answer: whole } = toExchange(sender, operation, wire, received, run);
    const isSent = !('unsent' in received && received.unsent);
    const seen = annotated(call, whole?.exchange ?? sent, whole, isSent);
    const complete = whole && { ...whole, exchange: seen };
    const kept = complete && mayShowAnothers(call, complete) ? byForm(call, complete) : complete;
    const exchange = kept?.exchange ?? seen;
    const { aiRequest = false, unconfirmed = false } = exchange;
    result = { aiRequest: aiRequest || unconfirmed, answered: kept !== null };
    return { received, kept, exchange };
  } finally {
    // Another request finds out whether the target is gone: perhaps only this one was cut off.
    session.coordinator.complete(sender.account, use, result);
  }
}

/**
 * Whether a response may show what belongs to somebody else: it is no rejection, although the key or the ID must be
 * rejected, or the contract does not know the address.
 */
function mayShowAnothers({ session, sender, operation, names }: Call, { status, exchange }: Answer): boolean {
  if (status >= 400 || exchange.response?.bodyBytes === 0) return false;
  if (sender.account === null || operation === 'other') return true;
  return namesWork(operation) && !(names !== undefined && ownIds(session, sender.account).includes(names));
}

/** The IDs of what requests of this account started. */
const ownIds = ({ sent }: Session, account: KeyVariable | null) =>
  sent.flatMap(({ workId, variable }) => (workId !== undefined && variable === account ? workId : []));

/** The response without what belongs to somebody else: what the target file reads of it, too, and the ID of new work. */
function byForm({ session, names }: Call, answer: Answer): Answer {
  const { foreignJobId, foreignRunId } = session.settings;
  const ids = new Set([names, foreignJobId, foreignRunId, ...session.sent.map(({ workId }) => workId)]);
  const isKnown = (text: string) => ids.has(text);
  const { workId: _, read = {}, threw = {}, ...exchange } = answer.exchange;
  const forms = Object.entries(read).map(([part, value]) => [part, formOf(value, isKnown)]);
  const thrown = Object.keys(threw).map((part) => [part, 'an error']);
  const stored = storedRead({ read: Object.fromEntries(forms), threw: Object.fromEntries(thrown) });
  return withForm({ ...answer, exchange: { ...exchange, ...stored } }, isKnown);
}

/** The exchange with what is known about its request, and with what the target file reads of its response. */
function annotated(
  { session: { target, setup }, operation, faulty, blocks, parts = [] }: Call,
  exchange: Exchange,
  answer: Answer | null,
  isSent: boolean,
): Exchange {
  const built = answer && blocks ? partsAnswered(parts, answer, blocks, faulty) : parts;
  const all = [...built, ...(target.headers ? (['headers'] as const) : [])];
  const type = answer && isSuccess(answer) && at(contentOf(answer), '/error/type');
  const described: Exchange = {
    ...exchange,
    ...(all.length > 0 && { parts: all }),
    ...(faulty && { faulty }),
    ...(typesOf(setup.words).some((own) => own === type) && { isOwnError: true }),
  };
  if (answer === null) return { ...described, ...(usesAi(operation) && isSent && { unconfirmed: true }) };
  const read = { ...described, ...storedRead(readBy(target, operation, receivedOf(answer))) };
  if (!usesAi(operation)) return read;
  const accepted = { ...answer, exchange: read };
  const aiRequest = isAccepted(accepted);
  const workId = aiRequest ? workIdIn(target, accepted) : undefined;
  const unconfirmed = !aiRequest && !showsRejection(answer, setup.words);
  return {
    ...read,
    aiRequest,
    ...(unconfirmed && { unconfirmed }),
    ...(workId !== undefined && { workId }),
  };
}

/** The functions of a target file that return a request, if their name is not that of the operation. */
const builders: Partial<Record<Operation, string>> = {
  submit: 'job.submit',
  workflow: 'workflow.submit',
  models: 'models.next',
};

const endAsElsewhere = (operation: Operation, { path }: RequestSpec): never =>
  endUnjudged('blocked', { kind: 'elsewhere', part: builders[operation] ?? operation, path });

function toWire({ session, sender, operation, spec, sending }: Call): WireRequest {
  const headers = overriding(
    { accept: 'application/json', 'user-agent': userAgent(session.setup.id) },
    ownHeaders(session.target, sender.variable),
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
    url: join(session.setup.baseUrl, spec.path) ?? endAsElsewhere(operation, spec),
    headers,
    body: bytes,
    ...(sender.connection === undefined
      ? sending.reproduces && { fresh: true }
      : { connection: sender.connection }),
  };
}
