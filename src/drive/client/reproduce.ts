import { isDeepStrictEqual } from 'node:util';
import { stateOf } from '../../../spec/accounts';
import type { ClauseId } from '../../../spec/ledger';
import { requestTo, usesAi } from '../../../spec/operations';
import type { Evidence, Exchange, Finding } from '../../judge/data/evidence';
import { fingerprintOf } from '../../judge/faults/causes';
import { reproductionOf } from '../../judge/faults/failures';
import { answerOf, isAccepted } from '../../judge/response/answer';
import { evaluate } from '../../judge/verdict/evaluate';
import { judgeEvidence } from '../../judge/verdict/findings';
import { contextOf } from '../../judge/verdict/verdicts';
import { type CheckSession, recordSeparately } from '../evidence/recorder';
import type { Session } from '../run/session';
import type { Sender } from './request';
import { type Call, send } from './send';
import { ownerOf } from './senders';

/** How many violations of a run are repeated. */
const MOST_REPEATED = 10;

/**
 * Sends the request with which a check violates its clause once more, the first one of each clause. It is
 * sent over a new connection with nothing else of the run in flight, as somebody who repeats it by hand
 * would. If its response is as expected, it is sent once more over one connection after a request of API_KEY.
 * Nobody believes a violation that cannot be repeated.
 * @param recorded what the checks recorded, in their order
 * @returns the same, with what was sent again
 */
export async function reproduce(session: Session, recorded: readonly Evidence[]): Promise<Evidence[]> {
  const context = contextOf(recorded);
  const sentAgain = new Set<ClauseId>();
  const reproduced: Evidence[] = [];
  for (const each of recorded) {
    const evidence = { ...each, context };
    const isDue = !sentAgain.has(each.clause) && sentAgain.size < MOST_REPEATED;
    const first = isDue ? repeatableIn(session, evidence) : undefined;
    if (first !== undefined) sentAgain.add(each.clause);
    reproduced.push(first === undefined ? each : await sendAgain(session, evidence, first));
  }
  return reproduced;
}

/** A request that violates a clause, and how it is sent again. */
interface Repeatable {
  shown: Exchange;
  call: Omit<Call, 'session'>;
  expected: Finding['expected'];
}

function repeatableIn(session: Session, evidence: Evidence): Repeatable | undefined {
  for (const finding of judgeEvidence(evidence).findings) {
    const shown = evidence.exchanges.find(({ id }) => id === finding.exchanges[0]);
    const call = shown && mayBeRepeated(finding, shown) ? callFor(session, shown) : null;
    if (shown && call) return { shown, call, expected: finding.expected };
  }
  return undefined;
}

async function sendAgain(
  session: Session,
  evidence: Evidence,
  { shown, call, expected }: Repeatable,
): Promise<Evidence> {
  const { exchanges, context } = evidence;
  const connection = reproductionOf(shown);
  const act = async (own: CheckSession): Promise<Evidence['notReproduced']> => {
    const on = (sender: Partial<Sender>) =>
      send({ ...call, session: own, sender: { ...call.sender, ...sender } }, 0);
    const answer = await on({});
    if ('kind' in answer || !evaluate(expected, [answer], exchanges, context).met) return undefined;
    const alone = { exchange: shown.id, how: 'alone' } as const;
    if (usesAi(call.operation) || call.sender.variable === 'API_KEY') return alone;
    const sender = { ...ownerOf(session), connection };
    await send({ ...call, session: own, sender, operation: 'credits', spec: requestTo('credits') }, 0);
    const after = await on({ connection });
    const isShown =
      !('kind' in after) && isDeepStrictEqual(fingerprintOf(after.exchange), fingerprintOf(shown));
    return isShown ? { ...alone, how: 'fresh' } : alone;
  };
  // If it can no longer be sent, the check does not change.
  const apart = await recordSeparately(session, act);
  return {
    ...evidence,
    exchanges: [...exchanges, ...apart.evidence.exchanges],
    ...(apart.value && { notReproduced: apart.value }),
  };
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
  const isRejection = expected.kind === 'failure' || expected.kind === 'rejection';
  return isRejection && answer !== null && !isAccepted(answer);
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
