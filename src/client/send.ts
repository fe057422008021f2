import { contract } from '../../spec/contract';
import { type PlainRead, requestTo, usesAi } from '../../spec/operations';
import { pathOf } from '../../spec/pointer';
import { isWork, works } from '../../spec/works';
import type { Exchange, Operation } from '../judge/data/evidence';
import { at } from '../judge/data/json';
import { type Answer, answerOf, contentOf, isAccepted, isSuccess } from '../judge/response/answer';
import { mayBeUnacceptable, showsRejection } from '../judge/response/disturbance';
import { typesOf } from '../judge/response/models';
import { formOf, isMadeUp, isRandomKey, typed, withoutUnknown } from '../judge/response/shown';
import { ownHeaders } from '../settings/target-file/own-headers';
import { partsAnswered } from '../settings/target-file/parts';
import { readBy, receivedOf, storedRead, workIdIn } from '../settings/target-file/read';
import { pointersOf, type RequestSpec } from '../settings/target-file/target';
import { toExchange } from '../wire/exchanges';
import { overriding } from '../wire/headers';
import type { WireFailure, WireRequest } from '../wire/http';
import { keepBody } from '../wire/keep-bodies';
import { join } from '../wire/url';
import { withinBounds } from '../wire/within-bounds';
import { type CheckSession, endUnjudged } from './evidence/recorder';
import { recordExchange } from './record-exchange';
import { type Request, type Sender, withAccept } from './request';
import type { Hold, Use } from './run/coordinator';
import { type Session, userAgent } from './run/session';

/** How a request is sent. */
export interface Sending {
  /** It prepares a check or is a control; the check does not judge it. */
  preparation?: true;
  /** A violation that is repeated: sent over its own connection. */
  reproduces?: true;
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
 * @param hold what holds up others while it is repeated
 * @returns the failure if no complete response came; does not return if nothing may be sent
 */
export async function send(call: Call, attempt: number, hold?: Hold): Promise<Answer | WireFailure> {
  const { session, sender, operation, sending } = call;
  const use: Use = usesAi(operation) ? 'billable' : 'free';
  // A function of the target file may throw: then nothing is admitted.
  const wire = toWire(call);
  const why = await session.coordinator.admit(use, hold);
  if (why) return endUnjudged(why.verdict, why.reason);

  const { received, exchange } = await transferred(call, use, wire);
  if (sending.preparation) session.facts.note(exchange, { preparation: true });
  if (attempt > 0) session.facts.note(exchange, { disturbance: true });
  const recorded = recordExchange(session, exchange);
  session.requests.set(recorded.id, call);
  const answer = answerOf(recorded);
  if (answer === null) return received as WireFailure;
  if (!mayBeUnacceptable(answer)) return answer;
  return send({ ...call, sender: withAccept(sender, '*/*') }, attempt, hold);
}

/** A read beside this request that costs nothing and that no check judges. */
export const sideRead = ({ session }: Call, sender: Sender, operation: PlainRead): Call => ({
  session,
  sender,
  operation,
  spec: requestTo(operation),
  sending: { preparation: true },
});

/** Sends an admitted request and reads its response. */
async function transferred(call: Call, use: Use, wire: WireRequest) {
  const { session, sender, operation } = call;
  // Unless a response shows otherwise, also if it cannot be read.
  let mayBeCharged = usesAi(operation);
  try {
    const arrived = await session.http.send(wire);
    const received = withinBounds(arrived);
    const run = session.setup.id;
    const sent = toExchange(sender, operation, wire, received, run);
    if (!('kind' in arrived)) keepBody(sent, arrived.body);
    const isSent = !('unsent' in received && received.unsent);
    const exchange = withoutOthers(call, annotated(call, sent, isSent));
    const { aiRequest = false, unconfirmed = false } = exchange;
    mayBeCharged = aiRequest || unconfirmed;
    return { received, exchange };
  } finally {
    session.coordinator.complete(use, mayBeCharged);
  }
}

/**
 * Whose the key or the ID is that a request names, if it is not the sender's own. A response without a key, or at an
 * address that the contract does not know, may show what is somebody's unless it is a rejection.
 */
function asksAbout({ session, sender, operation, names }: Call, { status }: Answer): Exchange['asksAbout'] {
  const { account, authorization } = sender;
  if (account === null && authorization !== null) return isRandomKey(sender) ? 'nobody' : 'somebody';
  if (account === null || operation === 'other') return status < 400 ? 'somebody' : undefined;
  if (!isWork(operation)) return undefined;
  const { started } = session.facts;
  if (started.some(({ workId, variable }) => workId === names && variable === account)) return undefined;
  return names !== undefined && isMadeUp(names, knownIdsIn(session)) ? 'nobody' : 'somebody';
}

/** The IDs of jobs and runs of which the run knows: those that it started, and those of other accounts. */
const knownIdsIn = ({ facts, settings }: Session): string[] => [
  ...facts.started.map(({ workId }) => workId),
  ...Object.values(works).flatMap(({ foreign }) => settings[foreign.setting] ?? []),
];

/** The response without what may be somebody else's: what the target file reads of it, too, and the ID of new work. */
function withoutOthers(call: Call, whole: Exchange): Exchange {
  const answer = answerOf(whole);
  const about = answer && asksAbout(call, answer);
  if (!about) return whole;
  const { facts, target } = call.session;
  const ids = new Set([call.names, ...knownIdsIn(call.session)]);
  const pointed = new Set(pointersOf(target).flatMap(pathOf));
  const known = {
    isName: (name: string) => facts.names.has(name) || pointed.has(name) || contractNames.has(name),
    isValue: (text: string) => ids.has(text),
  };
  if (answer.status >= 400) return withoutUnknown({ ...whole, asksAbout: about }, known);
  const { workId, read = {}, threw = {}, ...exchange } = whole;
  const forms = Object.entries(read).map(([part, value]) => [part, formOf(value, known, typed)]);
  const thrown = Object.keys(threw).map((part) => [part, 'an error']);
  const stored = storedRead({ read: Object.fromEntries(forms), threw: Object.fromEntries(thrown) });
  return withoutUnknown({ ...exchange, ...stored, asksAbout: about }, known);
}

/** The names that the contract gives to fields. */
const contractNames: ReadonlySet<string> = new Set([
  ...contract.errorFields,
  'error',
  'id',
  ...Object.values(works).map(({ id }) => id),
]);

/** The exchange with what is known about its request, and with what the target file reads of its response. */
function annotated(
  { session: { target, setup }, operation, faulty, blocks, parts = [] }: Call,
  exchange: Exchange,
  isSent: boolean,
): Exchange {
  const answer = answerOf(exchange);
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
  const asRead = { ...answer, exchange: read };
  const aiRequest = isAccepted(asRead);
  const workId = aiRequest ? workIdIn(target, asRead) : undefined;
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
