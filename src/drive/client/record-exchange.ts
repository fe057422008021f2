import { isKnownOperation } from '../../../spec/operations';
import { describedOperations } from '../../../spec/target-file';
import type { Context, Exchange, Universal } from '../../judge/data/evidence';
import type { Observation } from '../../judge/data/expectation';
import { type Answer, answerOf } from '../../judge/response/answer';
import { typesOf } from '../../judge/response/models';
import { rejectedFaults } from '../../judge/response/parts';
import { acceptedIn, errorTypeIn, judgeExchange } from '../../judge/verdict/universal';
import type { CheckSession } from '../evidence/recorder';
import { deepFrozen } from '../http/exchanges';
import type { Session } from '../run/session';
import { modelsAt, pointerOf } from '../target-file/target';

/**
 * Records a new exchange. It never changes afterwards: what is learnt later is a fact.
 * @param answer the complete response; one that is stored truncated, or by its form, is judged now by the clauses for
 *   every response
 */
export function recordExchange(session: CheckSession, exchange: Exchange, answer: Answer | null): Exchange {
  const { facts } = session;
  for (const operation of acceptedIn([exchange])) facts.accepted.add(operation);
  for (const fault of rejectedFaults([exchange])) facts.rejected.add(fault);
  const type = answer === null ? undefined : errorTypeIn(answer, contextOfRun(session));
  if (type !== undefined) facts.errorTypes.add(type);
  const found = answer !== null && foundAtOnce(exchange, contextOfRun(session), answer);
  const recorded = deepFrozen({ ...exchange, ...(found && { universal: found }) });
  session.sent.push(recorded);
  addToEvidence(session, recorded);
  return recorded;
}

/** What must be judged by the complete response, since the exchange does not have it. */
function foundAtOnce(exchange: Exchange, context: Context, answer: Answer): Universal | false {
  const { response, operation } = exchange;
  if (response?.cut && !response.form) return judgeExchange(exchange, context, answer);
  // The form of any other response has all that it is judged by.
  if (!response?.form || !isKnownOperation(operation)) return false;
  const { judged, violations } = judgeExchange(answer.exchange, context, answer);
  const shown = answerOf(exchange);
  const ofForm = shown === null ? [] : judgeExchange(exchange, context, shown).violations;
  const received: Observation = {
    kind: 'answer',
    status: answer.status,
    contentType: answer.contentType,
    start: null,
  };
  return {
    judged,
    violations: violations.map((violation) => ({
      ...violation,
      received: ofForm.find(({ clause }) => clause === violation.clause)?.received ?? received,
    })),
  };
}

/** Adds a recorded exchange to the current evidence, once. */
export function addToEvidence({ evidence }: CheckSession, exchange: Exchange): void {
  if (!evidence.exchanges.some(({ id }) => id === exchange.id)) evidence.exchanges.push(exchange);
}

/** The context that responses are judged with, as far as it is known. */
export function contextOfRun({ setup, target, facts }: Session): Context {
  const { words, verifiedEarlier, depth } = setup;
  const models = pointerOf(modelsAt(target));
  // The type with the service word of the models, once an error has it; until then, the first type that was
  // received. At the end, the whole run decides.
  const [first] = facts.errorTypes;
  const errorType = typesOf(words).find((type) => facts.errorTypes.has(type)) ?? first;
  return {
    words,
    verifiedEarlier,
    depth,
    accepted: describedOperations.filter((operation) => facts.accepted.has(operation)),
    rejected: [...facts.rejected],
    facts: facts.known,
    ...(models !== undefined && { models }),
    ...(errorType !== undefined && { errorType }),
  };
}
