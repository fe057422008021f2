import { isDeepStrictEqual } from 'node:util';
import { stateOf } from '../../../spec/accounts';
import type { ClauseId } from '../../../spec/ledger';
import { requestTo, usesAi } from '../../../spec/operations';
import { recordSeparately } from '../../client/evidence/recorder';
import { contextAtEnd } from '../../client/record-exchange';
import type { Session } from '../../client/run/session';
import { type Call, send } from '../../client/send';
import { ownerOf } from '../../client/senders';
import type { Context, Evidence, Exchange, Finding } from '../../judge/data/evidence';
import { isOfRejection } from '../../judge/data/expectation';
import { fingerprintOf } from '../../judge/faults/causes';
import { reproductionOf } from '../../judge/faults/failures';
import { type Answer, answerOf, isAccepted } from '../../judge/response/answer';
import { evaluate } from '../../judge/verdict/evaluate';
import { judgeEvidence } from '../../judge/verdict/findings';
import type { RecordedCheck } from './driver';

/** How many violations of a run are repeated. */
const MOST_REPEATED = 10;

/**
 * Sends the request with which a check violates its clause once more, the first one of each clause. It is
 * sent over a new connection with nothing else of the run in flight, as somebody who repeats it by hand
 * would. If its response is as expected, it is sent once more over one connection after a request of API_KEY.
 * Nobody believes a violation that cannot be repeated.
 * @param checks in their order; what is sent again becomes part of what they recorded
 */
export async function reproduce(session: Session, checks: readonly RecordedCheck[]): Promise<void> {
  const context = contextAtEnd(session);
  const sentAgain = new Set<ClauseId>();
  for (const check of checks) {
    const { planned, evidence } = check;
    if (evidence === undefined || sentAgain.has(planned.clause)) continue;
    const again = await sendAgain(session, evidence, context);
    if (again === null) continue;
    check.evidence = again;
    sentAgain.add(planned.clause);
    if (sentAgain.size === MOST_REPEATED) return;
  }
}

/** The evidence with the first violation that can be repeated sent again; null if there is none. */
async function sendAgain(session: Session, evidence: Evidence, context: Context): Promise<Evidence | null> {
  const { exchanges } = evidence;
  for (const finding of judgeEvidence(evidence, context).findings) {
    const [shown] = finding.exchanges;
    const call = shown && mayBeRepeated(finding, shown) ? callFor(session, shown) : null;
    if (!shown || !call) continue;
    const isRight = (answer: Answer) => evaluate(finding.expected, [answer], exchanges, context).met;
    // If it can no longer be sent, the check does not change.
    const apart = await recordSeparately(session, (own) => repeat({ ...call, session: own }, shown, isRight));
    return {
      ...evidence,
      exchanges: [...exchanges, ...apart.evidence.exchanges],
      ...(apart.value && { notReproduced: { exchange: shown.id, how: apart.value } }),
    };
  }
  return null;
}

/** Sends a request again. Returns how it was sent if its response was right. */
async function repeat(
  call: Call,
  shown: Exchange,
  isRight: (answer: Answer) => boolean,
): Promise<'alone' | 'fresh' | undefined> {
  const answer = await send(call, 0);
  if ('kind' in answer || !isRight(answer)) return undefined;
  if (usesAi(call.operation) || call.sender.variable === 'API_KEY') return 'alone';
  const connection = reproductionOf(shown);
  const sender = { ...ownerOf(call.session), connection };
  await send({ ...call, sender, operation: 'credits', spec: requestTo('credits') }, 0);
  const after = await send({ ...call, sender: { ...call.sender, connection } }, 0);
  const isShown =
    !('kind' in after) && isDeepStrictEqual(fingerprintOf(after.exchange), fingerprintOf(shown));
  return isShown ? 'fresh' : 'alone';
}

/**
 * Not repeated: accepted requests that would use the AI again, accounts whose responses vary, and requests
 * that depend on their position on a connection.
 */
function mayBeRepeated({ verdict, expected, exchanges }: Finding, violating: Exchange): boolean {
  const { variable, operation, connection, request } = violating;
  if (verdict !== 'violates' || exchanges.length > 1 || connection !== undefined) return false;
  if (variable !== null && stateOf(variable)?.sometimes) return false;
  if (!usesAi(operation)) return request.method === 'GET';
  const answer = answerOf(violating);
  return isOfRejection(expected) && answer !== null && !isAccepted(answer);
}

/** The same request again, with its own headers of now; null if its key was made for it. */
function callFor(session: Session, exchange: Exchange): Omit<Call, 'session'> | null {
  const request = session.requests.get(exchange.id);
  if (request === undefined) return null;
  const { variable, authorization } = request.sender;
  const key = variable === null ? undefined : session.keys[variable];
  const isKey = key !== undefined && authorization === `Bearer ${key}`;
  if (!isKey && authorization !== null) return null;
  return { ...request, sending: { reproduces: true, preparation: true } };
}
