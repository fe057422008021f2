import type { Context, Exchange, Unjudged } from '../data/evidence';
import { isOfSuccess } from '../data/expectation';
import { factsOf } from '../data/facts';
import { pairOf, speaksOfTheAccount, stateOfOwner } from '../response/account-state';
import { type Answer, answerOf } from '../response/answer';
import type { Ask, FollowUpsOf } from './guard';

export const accountWithoutAi: Ask = ({ expected, met, answer, around, context }) => {
  if (met && expected.kind !== 'rejection') return null;
  switch (expected.kind) {
    case 'failure':
    case 'rejection':
      return sinceThen(answer, around, context);
    case 'success if not too long':
      // Nobody has seen what a longer one costs or reserves.
      return stateOfOwner(answer);
    default:
      return isOfSuccess(expected) ? unlessAffordable(answer, context) : null;
  }
};

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

export const followUpsOfOwner: FollowUpsOf = ({ expected, answer }) =>
  (expected.kind === 'failure' || expected.kind === 'rejection') &&
  answer.exchange.variable === 'API_KEY' &&
  speaksOfTheAccount(answer)
    ? ['valid request']
    : [];
