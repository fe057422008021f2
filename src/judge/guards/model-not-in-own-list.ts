import { isClaimed, speaksOfTheAccount } from '../response/account-state';
import { answerOf, failsWith, isAccepted, observed } from '../response/answer';
import { lacks, requestedIn } from '../response/planned';
import type { Ask } from './guard';

/**
 * The account's own list lacks the model, and nothing indicates further pages; or its state prevents it from
 * reading the list.
 */
export const modelNotInOwnList: Ask = ({ expected, answer, around, context }) => {
  if (expected.kind !== 'failure' || !isClaimed(answer)) return null;
  if (!failsWith(answer, 404, 'model_not_found')) return null;
  const { variable } = answer.exchange;
  const { model } = requestedIn(answer.exchange);
  const lacksIt = around.some((each) => {
    const own = each.operation === 'models' && each.variable === variable ? answerOf(each) : null;
    if (own === null) return false;
    return isAccepted(own)
      ? typeof model === 'string' && lacks(own, model, context, context.models)
      : speaksOfTheAccount(own);
  });
  return lacksIt ? { verdict: 'not tested', reason: { kind: 'plan', received: observed(answer) } } : null;
};
