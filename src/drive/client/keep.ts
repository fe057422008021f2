import type { Answer } from '../../judge/answer';
import type { Context, Exchange } from '../../judge/evidence';
import { typesOf } from '../../judge/models';
import { declaredFaults, refusedFaults } from '../../judge/parts';
import { errorTypeIn, judgeExchange, servedIn, spelledOperations } from '../../judge/universal';
import { record } from '../case/recorder';
import type { Session } from '../run/session';
import { modelsAt, pointerOf } from '../target';

/**
 * Keeps an exchange as evidence of what is recorded, once.
 * @param answer where the exchange was sent just now, whole: of one that is cut, the clauses for every answer are judged
 */
export function keep(session: Session, exchange: Exchange, answer: Answer | null = null): void {
  const evidence = record();
  if (evidence.exchanges.some(({ id }) => id === exchange.id)) return;
  evidence.exchanges.push(exchange);
  evidence.context = contextFor(session, evidence.exchanges, exchange, answer);
  if (answer !== null && exchange.response?.cut)
    exchange.found = judgeExchange(exchange, evidence.context, answer);
}

/**
 * What the answers of this run are judged by, as far as it is known by now.
 * @param own the exchanges of the case, with the one that was sent just now
 */
function contextFor(
  session: Session,
  own: readonly Exchange[],
  exchange: Exchange,
  answer: Answer | null,
): Context {
  const { coordinator } = session;
  for (const operation of servedIn([exchange])) coordinator.takeOnce(`served ${operation}`);
  for (const fault of refusedFaults([exchange])) coordinator.takeOnce(`refused ${fault}`);
  const { words, signed, seed, depth } = session.run;
  const models = pointerOf(modelsAt(session.target));
  const served = spelledOperations.filter((operation) => coordinator.made(`served ${operation}`));
  const refused = own.flatMap(declaredFaults).filter((fault) => coordinator.made(`refused ${fault}`));
  const context = {
    words,
    signed,
    drawn: { seed, depth },
    served,
    refused,
    ...(models !== undefined && { models }),
  };
  const type = answer === null ? undefined : errorTypeIn(answer, context);
  const errorType = constantTypeSoFar(coordinator, words, type);
  return { ...context, ...(errorType !== undefined && { errorType }) };
}

/** The type that the models show, once an error has it; until then, the first that came. The whole run decides in the end. */
function constantTypeSoFar(
  coordinator: Session['coordinator'],
  words: readonly string[],
  type: string | undefined,
): string | undefined {
  if (type !== undefined) coordinator.takeOnce(`${ERROR_TYPE} ${type}`);
  const ofModels = typesOf(words).find((each) => coordinator.made(`${ERROR_TYPE} ${each}`));
  const first =
    type === undefined ? coordinator.made<string>(ERROR_TYPE) : coordinator.firstOf(ERROR_TYPE, type);
  return ofModels ?? first;
}

/** The name under which the run keeps the type of its first error, and each type that came. */
const ERROR_TYPE = 'error type';
