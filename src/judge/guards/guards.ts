import type { Unjudged } from '../data/evidence';
import { accountNotAsClaimed } from './account-not-as-claimed';
import { accountWithoutAi } from './account-without-ai';
import { allKeysTreatedAlike } from './all-keys-treated-alike';
import { cachedResponse } from './cached-response';
import { conflictingIds } from './conflicting-ids';
import { failedJob } from './failed-job';
import { furtherPages } from './further-pages';
import { firstOf, type Guard, type Question } from './guard';
import { longWorkflow } from './long-workflow';
import { modelExcludedByPlan } from './model-excluded-by-plan';
import { modelNotInOwnList } from './model-not-in-own-list';
import { noMessageToJudge } from './no-message-to-judge';
import { removedHeader } from './removed-header';
import { severalModelLists } from './several-model-lists';
import { slowJob } from './slow-job';
import { unclearPrices } from './unclear-prices';
import { unfinishedWork } from './unfinished-work';
import { unreadableCredits } from './unreadable-credits';
import { unrecognisedMessage } from './unrecognised-message';
import { unsettledCharge } from './unsettled-charge';
import { unverifiedPart } from './unverified-part';
import { wrongCreditsField } from './wrong-credits-field';
import { wrongPointer } from './wrong-pointer';

/**
 * The guards: reasons why a difference is not reported as a violation, in the order in which they are asked.
 * The first that applies gives the reason. `proof/guards.ts` says what fails without each.
 */
const table = [
  {
    name: 'all keys treated alike',
    sentence: 'The target accepts no key, or accepts requests without one, so no success proves anything.',
    ask: allKeysTreatedAlike,
    evenMet: true,
  },
  {
    name: 'removed header',
    sentence: 'A gateway removes the Authorization header of some requests.',
    ask: removedHeader,
  },
  {
    name: 'failed job',
    sentence: 'The job failed, and a failed job owes no result.',
    ask: failedJob,
  },
  {
    name: 'account not as claimed',
    sentence:
      'The account is not what its variable claims: no response shows the state, its credits cover the request, it has changed meanwhile, or it is the account of API_KEY.',
    ask: accountNotAsClaimed,
  },
  {
    name: 'model not in own list',
    sentence: "The account's own list lacks the model, and its subscription may exclude it.",
    ask: modelNotInOwnList,
  },
  {
    name: 'account without AI',
    sentence:
      'The account of API_KEY, or the second one, cannot use the AI: it has no credits, is not connected, or is over its daily quota.',
    ask: accountWithoutAi,
    evenMet: true,
  },
  {
    name: 'cached response',
    sentence: 'A cache responded to an AI request or a reading of the credits, so the charge is not known.',
    ask: cachedResponse,
  },
  {
    name: 'wrong credits field',
    sentence: 'The target file may read another number as the credits.',
    ask: wrongCreditsField,
  },
  {
    name: 'wrong pointer',
    sentence: 'The value may be at another place in the response than the target file says.',
    ask: wrongPointer,
  },
  {
    name: 'conflicting ids',
    sentence:
      'The target file points at one ID, but another ID in the response has the name that the contract gives it.',
    ask: conflictingIds,
    evenMet: true,
  },
  {
    name: 'unverified part',
    sentence:
      'The request is built from an unverified part of the target file, or submits a job with messages, which the contract does not show.',
    ask: unverifiedPart,
  },
  {
    name: 'model excluded by plan',
    sentence: "A listed model is rejected, and the account's subscription may exclude it.",
    ask: modelExcludedByPlan,
  },
  {
    name: 'long workflow',
    sentence: 'A long workflow is rejected, and the contract does not show how many blocks are allowed.',
    ask: longWorkflow,
  },
  {
    name: 'slow job',
    sentence: 'A job has no result yet, and the target file does not say how long it may take.',
    ask: slowJob,
  },
  {
    name: 'unclear list of models',
    sentence:
      'Several lists in the response may be the list of models, or models are missing that further pages may have.',
    ask: firstOf(severalModelLists, furtherPages),
  },
  {
    name: 'no message to judge',
    sentence:
      'A faulty workflow is not rejected with invalid_workflow, which is reported under another clause, or its message distinguishes connections in words of its own, or no second fault is possible that it could be compared with.',
    ask: firstOf(noMessageToJudge, unrecognisedMessage),
    evenMet: true,
  },
  {
    name: 'unclear charge',
    sentence:
      'The credits cannot be read, the work was not done, the charge is not in, or equal requests differ in cost.',
    ask: firstOf(unfinishedWork, unreadableCredits, unsettledCharge, unclearPrices),
  },
] as const satisfies readonly Guard[];

export type GuardName = (typeof table)[number]['name'];

export const guards: readonly Guard<GuardName>[] = table;

/** Why the result is undecided, with the name of the guard that decides; null if no guard applies. */
export function decide(question: Question): Unjudged | null {
  for (const { name, ask, evenMet } of guards) {
    const found = question.met && !evenMet ? null : ask(question);
    if (found !== null) return { ...found, guard: name };
  }
  return null;
}
