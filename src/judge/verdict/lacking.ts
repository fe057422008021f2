import type { Evidence } from '../data/evidence';
import { type FollowUp, followUpNames } from '../data/follow-up';
import { evaluate, missingFor } from './evaluate';
import { answersOf } from './findings';

/** What a guard would ask for to be sure of a violation, and this evidence lacks: in a record of an earlier version. */
export function lackingIn({
  assertions,
  exchanges,
  context,
  purposes = {},
}: Evidence): { guard: string; followUp: FollowUp }[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const known = new Set(
    followUpNames.filter((name) => Object.values(purposes).some(({ followUp }) => followUp === name)),
  );
  return assertions.flatMap((assertion) => {
    const answers = answersOf(assertion, byId) ?? [];
    const { met, unjudged } = evaluate(assertion.expectation, answers, exchanges, context);
    if (met || unjudged) return [];
    return missingFor(assertion.expectation, answers, exchanges, context, known) ?? [];
  });
}
