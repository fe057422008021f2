import type { Context, Exchange, Unjudged } from '../data/evidence';
import { isOfRejection } from '../data/expectation';
import { factsOf } from '../data/facts';
import { pairOf, speaksOfTheAccount } from '../response/account-state';
import { type Answer, answerOf, errorOf } from '../response/answer';
import type { Ask } from './guard';

/**
 * The account of API_KEY has too few credits, is not connected, or is over its daily quota. So may be the second account,
 * which need not be able to use the AI, where a request must be rejected.
 */
export const accountWithoutAi: Ask = ({ expected, met, answers, around, context }) => {
  const answer = answers.find(speaksOfTheAccount);
  if (answer === undefined || (met && expected.kind !== 'rejection')) return null;
  const { variable } = answer.exchange;
  if (!isOfRejection(expected))
    return variable === 'API_KEY' && !factsOf(answer.exchange, context).affordable ? stateOf(answer) : null;
  if (variable !== 'API_KEY' && (variable !== 'OTHER_API_KEY' || met)) return null;
  // Of two reasons to reject a request, the contract does not say which counts.
  return isOfValidToo(answer, around, context) ? stateOf(answer) : null;
};

function stateOf({ exchange: { variable }, ...answer }: Answer): Unjudged | null {
  const { code } = errorOf(answer);
  if (variable === null || code === undefined) return null;
  return { verdict: 'blocked', reason: { kind: 'account', variable, code } };
}

/** Whether the request of this operation and account that a service accepts, sent after this one, got the same. */
function isOfValidToo(answer: Answer, around: readonly Exchange[], context: Context): boolean {
  const { id, operation, variable } = answer.exchange;
  const last = around.findLast(
    (each) =>
      factsOf(each, context).preparation && each.variable === variable && each.operation === operation,
  );
  return last !== undefined && last.id !== id && pairOf(answerOf(last)) === pairOf(answer);
}
