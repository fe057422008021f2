import { withReadings } from '../../judge/credits/charge';
import type { Expectation } from '../../judge/data/expectation';
import type { Answer } from '../../judge/response/answer';
import { evaluate } from '../../judge/verdict/evaluate';
import type { CheckSession } from './recorder';

/**
 * Records what a check expects of these responses together. If one of them is not stored whole, it is judged
 * now.
 */
export function addAssertion(
  session: CheckSession,
  subjects: readonly Answer[],
  expected: Expectation,
): void {
  const [answers, expectation] = withCharges(subjects, expected);
  const { exchanges: around, assertions, context } = session.evidence;
  const exchanges = answers.map(({ exchange }) => exchange);
  const isCut = exchanges.some(({ response }) => response?.cut);
  const result = isCut && { result: evaluate(expectation, answers, around, context) };
  assertions.push({ expectation, exchanges: exchanges.map(({ id }) => id), ...result });
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
