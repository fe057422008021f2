import { test } from '@playwright/test';
import { type ClauseId, ledger } from '../../../spec/ledger';
import type { Answer } from '../../engine/answer';
import { universalBreach, universalFault } from '../../engine/breach';
import type { Context, Evidence, Exchange } from '../../engine/evidence';
import { typesOf } from '../../engine/models';
import { declaredFaults, refusedFaults } from '../../engine/parts';
import { errorTypeIn, judgeExchange, servedIn, spelledOperations } from '../../engine/universal';
import { findingWords } from '../../engine/wording';
import { expect } from '../case/matchers';
import { isApart, isExcused, record, redBefore } from '../case/recorder';
import type { Session } from '../run/session';
import { modelsAt, pointerOf } from '../target';

/**
 * Keeps an exchange as evidence of the case that is running, once, and judges it by the clauses that hold for
 * every answer. A breach turns one case of the run red, the first that meets it; the others carry an
 * annotation. What is sent apart from a case is judged once a case takes it over.
 * @param answer where the exchange was sent just now, whole
 */
export function keep(session: Session, exchange: Exchange, answer: Answer | null = null): void {
  const evidence = record();
  if (evidence.exchanges.some(({ id }) => id === exchange.id)) return;
  evidence.exchanges.push(exchange);
  evidence.context = contextFor(session, evidence.exchanges, exchange, answer);
  const cut = answer !== null && exchange.response?.cut;
  if (isApart() && !cut) return;
  const universal = judgeExchange(exchange, evidence.context, answer ?? undefined);
  if (cut) exchange.found = universal;
  if (isApart()) return;
  const info = test.info();
  for (const breach of universal.breaches) {
    const { clause } = breach;
    if (isExcused(universalFault(breach))) continue;
    const advised = ledger[clause].level !== 'must';
    const annotation = { type: advised ? 'deviates' : 'breach', description: findingWords(breach) };
    const isAnnotated = isSecond(evidence, clause);
    if (!advised && redBefore(universalBreach(breach)) === null && !isAnnotated) {
      evidence.elected = true;
      expect.soft(exchange).toMeet(breach);
    }
    if (!isAnnotated) info.annotations.push(annotation);
  }
}

/** The clauses whose breaches a case was given an annotation for. */
const annotated = new WeakMap<Evidence, Set<ClauseId>>();

/** Whether a breach of this clause was met before in this case. */
function isSecond(evidence: Evidence, clause: ClauseId): boolean {
  const clauses = annotated.get(evidence) ?? new Set();
  annotated.set(evidence, clauses);
  return clauses.size === clauses.add(clause).size;
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
