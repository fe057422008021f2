import { type AccountRole, variableOf } from '../../../spec/accounts';
import { usesAi } from '../../../spec/operations';
import type { Context, Exchange, Unjudged } from '../data/evidence';
import { isOfSuccess } from '../data/expectation';
import { factsOf } from '../data/facts';
import { pairOf, speaksOfTheAccount, stateOfOwner } from '../response/account-state';
import { type Answer, answerOf, isAccepted, observed } from '../response/answer';
import type { Ask } from './guard';

/** The account of API_KEY, or the second one, has no credits, is not connected, or is over its daily quota. */
export const accountWithoutAi: Ask = ({ expected, met, answer, answers, around, context }) => {
  if (met && expected.kind !== 'rejection') return null;
  switch (expected.kind) {
    case 'failure':
    case 'rejection':
      return (met ? null : ofSecond(answer)) ?? sinceThen(answer, around, context);
    case 'cheaper':
      return unlessAffordable(answers.find((each) => !isAccepted(each)) ?? answer, context);
    case 'success if not too long':
      // Nobody has seen what a longer one costs or reserves.
      return stateOfOwner(answer);
    default:
      return isOfSuccess(expected) ? unlessAffordable(answer, context) : null;
  }
};

/** A second account need not be able to use the AI. */
function ofSecond(answer: Answer): Unjudged | null {
  const { actor, operation } = answer.exchange;
  const isIt = variableOf[actor as AccountRole] === 'OTHER_API_KEY';
  if (!isIt || !usesAi(operation) || !speaksOfTheAccount(answer)) return null;
  const what = 'an AI request of OTHER_API_KEY';
  return { verdict: 'blocked', reason: { kind: 'not accepted', what, received: observed(answer) } };
}

function unlessAffordable(answer: Answer, context: Context): Unjudged | null {
  return factsOf(answer.exchange, context).affordable ? null : stateOfOwner(answer);
}

/**
 * For a request that must be rejected for another reason too, the contract does not say which reason counts.
 * The accepted request of the same operation, sent after it, gets the same rejection.
 */
function sinceThen(answer: Answer, around: readonly Exchange[], context: Context): Unjudged | null {
  const { id, operation, variable } = answer.exchange;
  const last = around.findLast(
    (each) =>
      factsOf(each, context).preparation && each.variable === variable && each.operation === operation,
  );
  if (last === undefined || last.id === id || pairOf(answerOf(last)) !== pairOf(answer)) return null;
  return stateOfOwner(answer);
}
