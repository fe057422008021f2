import { type AccountRole, variableOf } from '../../../spec/accounts';
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
      return sinceThen(answer, around, context) ?? (met ? null : ofSecond(answer, around, context));
    case 'cheaper':
      return unlessAffordable(answers.find((each) => !isAccepted(each)) ?? answer, context);
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
  const last = validBeside(answer, around, context);
  return last && pairOf(last) === pairOf(answer) ? stateOfOwner(answer) : null;
}

/** A second account need not be able to use the AI: its valid request of the operation is rejected, too. */
function ofSecond(answer: Answer, around: readonly Exchange[], context: Context): Unjudged | null {
  const variable = variableOf[answer.exchange.actor as AccountRole];
  const valid = validBeside(answer, around, context);
  if (variable !== 'OTHER_API_KEY' || !speaksOfTheAccount(answer)) return null;
  if (valid === null || isAccepted(valid)) return null;
  const reason = {
    kind: 'not accepted',
    what: `the accepted request of ${variable}`,
    received: observed(valid),
  } as const;
  return { verdict: 'blocked', reason };
}

/** The response to the last request of this operation and account that a service accepts, if it is another one. */
function validBeside({ exchange }: Answer, around: readonly Exchange[], context: Context): Answer | null {
  const { id, operation, variable } = exchange;
  const last = around.findLast(
    (each) =>
      factsOf(each, context).preparation && each.variable === variable && each.operation === operation,
  );
  return last === undefined || last.id === id ? null : answerOf(last);
}
