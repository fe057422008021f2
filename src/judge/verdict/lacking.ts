import type { Evidence } from '../data/evidence';
import { type Need, needNames } from '../data/need';
import { answerOf } from '../response/answer';
import { evaluate, missingFor } from './evaluate';

/** What a guard would need to be sure of a violation, and this evidence lacks: in a record of an earlier version. */
export function lackingIn({
  assertions,
  exchanges,
  context,
  asked = {},
}: Evidence): { guard: string; needs: Need[] }[] {
  const known = new Set(needNames.filter((name) => Object.values(asked).some(({ need }) => need === name)));
  return assertions.flatMap(({ expectation, exchanges: ids }) => {
    const answers = ids.flatMap((id) => {
      const exchange = exchanges.find((each) => each.id === id);
      return (exchange && answerOf(exchange)) ?? [];
    });
    const { met, inconclusive } = evaluate(expectation, answers, exchanges, context);
    if (met || inconclusive) return [];
    return missingFor(expectation, answers, exchanges, context, known) ?? [];
  });
}
