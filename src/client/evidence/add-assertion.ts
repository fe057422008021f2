import { withReadings } from '../../judge/credits/charge';
import type { Expectation } from '../../judge/data/expectation';
import type { Answer } from '../../judge/response/answer';
import type { CheckSession } from './recorder';

/** Records what a check expects of these responses together. */
export function addAssertion(
  session: CheckSession,
  subjects: readonly Answer[],
  expected: Expectation,
): void {
  const costs = expected.kind === 'charged' || expected.kind === 'cheaper';
  const exchanges = (costs ? withReadings(subjects) : subjects).map(({ exchange }) => exchange.id);
  session.evidence.assertions.push({ expectation: expected, exchanges });
}
