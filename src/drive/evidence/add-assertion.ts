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
  const [answers, expectation] = withCharges(subjects, expected);
  const exchanges = answers.map(({ exchange }) => exchange.id);
  session.evidence.assertions.push({ expectation, exchanges });
}

/** For an expectation about costs: each AI request with the readings before and after it. */
function withCharges(uses: readonly Answer[], expectation: Expectation): [readonly Answer[], Expectation] {
  if (expectation.kind !== 'charged' && expectation.kind !== 'cheaper') return [uses, expectation];
  const charges = uses.flatMap(({ charge }) => charge ?? []);
  const [within] = charges.flatMap((charge) => charge.unfinished ?? []);
  const unfinished = within !== undefined && { unfinished: within };
  const coarse = expectation.kind === 'charged' &&
    charges.some((charge) => charge.coarse) && { coarse: true };
  return [withReadings(uses), { ...expectation, ...unfinished, ...coarse }];
}
