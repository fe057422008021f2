import { codes } from '../../../spec/contract';
import { speaksOfTheAccount } from '../response/account-state';
import { answerOf, errorOf, failsWith, isAccepted, observed } from '../response/answer';
import { lacks, requestedIn } from '../response/planned';
import { formatObservation } from '../texts/wording';
import type { Ask, Question } from './guard';

/** The subscription of the account may exclude the model that a request is rejected for. */
export const modelExcludedByPlan: Ask = (question) => {
  const { expected, answer } = question;
  const isExcluded =
    (expected.kind === 'failure' && isInNoOwnList(question)) ||
    (expected.kind === 'success' && expected.unless === 'not in the plan' && isRejectedAlone(question));
  if (!isExcluded) return null;
  const words = `needs a plan that includes the model: the response was ${formatObservation(observed(answer), true)}`;
  return { verdict: 'not tested', reason: { kind: 'words', words } };
};

/**
 * The own list of an account lacks the model, and nothing indicates further pages; or its state prevents it from
 * reading the list.
 */
function isInNoOwnList({ answer, around, context }: Question): boolean {
  const { variable } = answer.exchange;
  if (variable === null || variable === 'API_KEY' || !failsWith(answer, 404, 'model_not_found')) return false;
  const { model } = requestedIn(answer.exchange);
  return around.some((each) => {
    const own = each.operation === 'models' && each.variable === variable ? answerOf(each) : null;
    if (own === null) return false;
    return isAccepted(own)
      ? typeof model === 'string' && lacks(own, model, context, context.models)
      : speaksOfTheAccount(own);
  });
}

/**
 * A listed model is rejected. It is not the plan if the same operation accepted this model with another input, and another
 * model with this input.
 */
function isRejectedAlone({ answer, around }: Question): boolean {
  const { code } = errorOf(answer);
  if (code === undefined || code === 'model_not_found' || !Object.hasOwn(codes, code)) return false;
  const { model, input } = requestedIn(answer.exchange);
  const accepted = around
    .filter((each) => each.operation === answer.exchange.operation && each.aiRequest)
    .map((each) => requestedIn(each));
  return !(
    model !== undefined &&
    accepted.some((each) => each.model === model) &&
    accepted.some((each) => each.input === input)
  );
}
