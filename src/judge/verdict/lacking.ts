import type { Evidence } from '../data/evidence';
import { type Need, needNames } from '../data/need';
import { evaluate, missingFor } from './evaluate';
import { answersOf } from './findings';

/** What a guard would need to be sure of a violation, and this evidence lacks: in a record of an earlier version. */
export function lackingIn({
  assertions,
  exchanges,
  context,
  asked = {},
}: Evidence): { guard: string; need: Need }[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const known = new Set(needNames.filter((name) => Object.values(asked).some(({ need }) => need === name)));
  return assertions.flatMap((assertion) => {
    const answers = answersOf(assertion, byId) ?? [];
    const { met, inconclusive } = evaluate(assertion.expectation, answers, exchanges, context);
    if (met || inconclusive) return [];
    return missingFor(assertion.expectation, answers, exchanges, context, known) ?? [];
  });
}
