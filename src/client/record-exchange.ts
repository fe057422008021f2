import type { Context, Exchange } from '../judge/data/evidence';
import { rejectedFaults } from '../judge/response/parts';
import { namesIn } from '../judge/response/shown';
import { acceptedIn, constantTypeOf } from '../judge/verdict/universal';
import { modelsAt, pointerOf } from '../settings/target-file/target';
import { deepFrozen } from '../wire/exchanges';
import type { CheckSession } from './evidence/recorder';
import type { Session } from './run/session';

/** Records a new exchange. It never changes afterwards: what is learnt later is a fact. */
export function recordExchange(session: CheckSession, exchange: Exchange): Exchange {
  const { facts } = session;
  for (const operation of acceptedIn([exchange])) facts.accepted.add(operation);
  for (const fault of rejectedFaults([exchange])) facts.rejected.add(fault);
  for (const name of namesIn(exchange)) facts.names.add(name);
  const { workId, variable } = exchange;
  if (workId !== undefined) facts.started.push({ workId, variable });
  const recorded = deepFrozen(exchange);
  session.sent.push(recorded);
  addToEvidence(session, recorded);
  return recorded;
}

/** Adds a recorded exchange to the current evidence, once. */
export function addToEvidence({ evidence }: CheckSession, exchange: Exchange): void {
  if (!evidence.exchanges.some(({ id }) => id === exchange.id)) evidence.exchanges.push(exchange);
}

/** The context that responses are judged with, as far as it is known. */
export function contextOfRun({ setup, target, facts }: Session): Context {
  const { words, verifiedEarlier, depth } = setup;
  const models = pointerOf(modelsAt(target));
  return {
    words,
    verifiedEarlier,
    depth,
    accepted: [...facts.accepted],
    rejected: [...facts.rejected],
    facts: facts.known,
    ...(models !== undefined && { models }),
  };
}

/** The context of the whole run, once all is sent. */
export function contextAtEnd(session: Session): Context {
  const context = contextOfRun(session);
  const errorType = constantTypeOf(session.sent, context);
  return { ...context, ...(errorType !== undefined && { errorType }) };
}
