import { codes } from '../../../spec/contract';
import type { Exchange } from '../data/evidence';
import { type Answer, errorOf, observed } from '../response/answer';
import { requestedIn } from '../response/planned';
import type { Ask } from './guard';

/** A listed model is rejected, and the account's subscription may exclude it. */
export const modelExcludedByPlan: Ask = ({ expected, answer, around }) => {
  const { code } = errorOf(answer);
  if (expected.kind !== 'listed model' || code === undefined || code === 'model_not_found') return null;
  if (!Object.hasOwn(codes, code) || !mayBePlanned(answer, around)) return null;
  return { verdict: 'not tested', reason: { kind: 'plan', received: observed(answer) } };
};

/**
 * It is not the plan if the same operation accepted this model with another input, and another model with
 * this input.
 */
function mayBePlanned({ exchange }: Answer, around: readonly Exchange[]): boolean {
  const { model, input } = requestedIn(exchange);
  const accepted = around
    .filter((each) => each.operation === exchange.operation && each.aiRequest)
    .map((each) => requestedIn(each));
  return !(
    model !== undefined &&
    accepted.some((each) => each.model === model) &&
    accepted.some((each) => each.input === input)
  );
}
