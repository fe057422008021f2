import { lastingStateOf } from '../../../spec/accounts';
import { usesAi } from '../../../spec/operations';
import { isWork } from '../../../spec/works';
import { isOfRejection } from '../data/expectation';
import { factsOf } from '../data/facts';
import {
  claimedCode,
  claimedPairs,
  isRejectedAt,
  pairOf,
  refuted,
  showsClaim,
  speaksOfTheAccount,
} from '../response/account-state';
import { answerOf, isAccepted, wasAccepted } from '../response/answer';
import type { Ask, Question } from './guard';

/**
 * The account is that of API_KEY, or no response shows the state that its variable claims, or its credits cover the request,
 * or it has changed meanwhile, or its requests are rejected with the code of another claim.
 */
export const accountNotAsClaimed: Ask = (question) => {
  const { expected, answer, context } = question;
  const { variable, operation } = answer.exchange;
  if (variable === null || variable === 'API_KEY') return null;
  const accepted = isAccepted(answer);
  const due = claimedCode(answer);
  const ofOwner = context.facts.ofOwner.includes(variable);
  const { affordable, changed } = factsOf(answer.exchange, context);
  const isOfAnother = due === undefined ? isWork(operation) : due === 'insufficient_credits';
  if (accepted && ofOwner && isOfAnother && (expected.kind === 'alike' || isOfRejection(expected)))
    return refuted(variable, answer, 'same account');
  if (expected.kind !== 'failure') return null;
  const isAsked = (code: string | undefined) => expected.pairs.some((pair) => pair.code === code);
  // Whether the credits are too few is read.
  if (isAsked(due) && due !== 'insufficient_credits' && isNeverRejected(question))
    return refuted(variable, answer, 'never rejected');
  // A daily quota may have been reset during the run.
  if (accepted && changed) return refuted(variable, answer, 'another state');
  if (accepted && isAsked('insufficient_credits')) {
    if (affordable) return refuted(variable, answer, 'enough credits');
    if (affordable === undefined) {
      const words = `${variable} may be a key of an account with enough credits: what it has, or what the request costs, is not known. Use an account with 0 credits, and say where they are (credits in the target file)`;
      return { verdict: 'blocked', reason: { kind: 'words', words } };
    }
  }
  // A sufficient balance disproves a response that says otherwise.
  return !affordable && isInAnotherState(question) ? refuted(variable, answer) : null;
};

/** Requests of the account are accepted where its variable claims that they are not, and none shows the claim. */
function isNeverRejected({ answer: { exchange }, around }: Question): boolean {
  const { variable } = exchange;
  const state = variable && lastingStateOf(variable);
  if (!state || showsClaim(variable, around)) return false;
  return around.some(
    (each) => each.variable === variable && isRejectedAt(state, each.operation) && wasAccepted(each),
  );
}

/** All AI requests of the account are rejected with the code of another claim. One that it gets only sometimes comes from the target. */
function isInAnotherState({ expected, answer, around }: Question): boolean {
  if (expected.kind !== 'failure' || !speaksOfTheAccount(answer)) return false;
  const { variable, operation } = answer.exchange;
  const asked = expected.pairs.map(({ status, code }) => `${status} ${code}`);
  const other = pairOf(answer);
  if (asked.includes(other) || !asked.some((pair) => claimedPairs.has(pair))) return false;
  // The credits may have run out meanwhile, or be too few for this request only.
  if (other === '402 insufficient_credits' && usesAi(operation)) return true;
  const uses = around.filter((each) => each.variable === variable && usesAi(each.operation));
  return uses.length > 0 && uses.every((use) => pairOf(answerOf(use)) === other);
}
