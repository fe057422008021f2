import { usesAi } from '../../../spec/operations';
import { isClaimed, pairOf, refuted, speaksOfTheAccount } from '../account-state';
import { gistOf, wasAccepted } from '../answer';
import { factsOf } from '../facts';
import type { Ask } from './guard';

/** The answers by which an account shows what its variable claims. */
const shownClaims = new Set([
  '402 insufficient_credits',
  '409 no_backend_account',
  '429 daily_quota_exceeded',
  '429 rate_limited',
  '502 upstream_error',
]);

/** The account is rejected with the code of another claim, whatever uses the AI. */
export const anotherState: Ask = ({ expected, answer, around, context }) => {
  if (expected.kind !== 'failure' || !isClaimed(answer) || !speaksOfTheAccount(answer)) return null;
  const { variable, operation } = answer.exchange;
  const asked = expected.pairs.map(({ status, code }) => `${status} ${code}`);
  const other = pairOf(answer);
  // A balance that is not short disproves what the answer says of it.
  if (
    factsOf(answer.exchange, context).affordable ||
    asked.includes(other) ||
    !asked.some((pair) => shownClaims.has(pair))
  )
    return null;
  // It may have run out meanwhile, or be short of this request alone.
  if (other === '402 insufficient_credits' && usesAi(operation)) return refuted(answer);
  // A code that this account gets now and then is the target's: one that it always gets is the account's.
  const own = around.filter((each) => each.variable === variable);
  if (own.some((each) => each.operation === operation && wasAccepted(each))) return null;
  const uses = own.filter((each) => usesAi(each.operation));
  return uses.length > 0 && uses.every((use) => pairOf(gistOf(use)) === other) ? refuted(answer) : null;
};
