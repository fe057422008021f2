import { usesAi } from '../../../spec/operations';
import { factsOf } from '../data/facts';
import {
  claimedPairs,
  isClaimed,
  pairOf,
  refuted,
  shutOutBy,
  speaksOfTheAccount,
} from '../response/account-state';
import { answerOf, wasAccepted } from '../response/answer';
import type { Ask } from './guard';

/** All AI requests of the account are rejected with the code of another claim. */
export const wrongAccountState: Ask = ({ expected, answer, around, context }) => {
  if (expected.kind !== 'failure' || !isClaimed(answer) || !speaksOfTheAccount(answer)) return null;
  const { variable, operation } = answer.exchange;
  const asked = expected.pairs.map(({ status, code }) => `${status} ${code}`);
  const other = pairOf(answer);
  const isShutOut = shutOutBy(answer) !== undefined;
  // A sufficient balance disproves a response that says otherwise.
  if (
    factsOf(answer.exchange, context).affordable ||
    asked.includes(other) ||
    !(isShutOut || asked.some((pair) => claimedPairs.has(pair)))
  )
    return null;
  // The credits may have run out meanwhile, or be too few for this request only.
  if (other === '402 insufficient_credits' && usesAi(operation)) return refuted(answer);
  // A code that this account gets only sometimes comes from the target; one that it always gets is the state
  // of the account.
  const sentByIt = around.filter((each) => each.variable === variable);
  if (sentByIt.some((each) => each.operation === operation && wasAccepted(each))) return null;
  const uses = sentByIt.filter((each) => isShutOut || usesAi(each.operation));
  return uses.length > 0 && uses.every((use) => pairOf(answerOf(use)) === other) ? refuted(answer) : null;
};
