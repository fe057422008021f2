import type { Unjudged } from '../data/evidence';
import type { FollowUp } from '../data/follow-up';
import { accountWithoutAi, followUpsOfOwner } from './account-without-ai';
import { allKeysTreatedAlike } from './all-keys-treated-alike';
import { cachedResponse } from './cached-response';
import { changedAccount, followUpsOfChange } from './changed-account';
import { claimNotShown } from './claim-not-shown';
import { conflictingIds } from './conflicting-ids';
import { enoughCredits } from './enough-credits';
import { failedJob } from './failed-job';
import { furtherPages } from './further-pages';
import { firstOf, type Guard, type Question } from './guard';
import { jobWithMessages } from './job-with-messages';
import { keysOfOneAccount } from './keys-of-one-account';
import { listedModelUnknown } from './listed-model-unknown';
import { loginOrProxyPage } from './login-or-proxy-page';
import { followUpsOfLength, longWorkflow } from './long-workflow';
import { modelExcludedByPlan } from './model-excluded-by-plan';
import { modelNotInOwnList } from './model-not-in-own-list';
import { noMessageToJudge } from './no-message-to-judge';
import { followUpsOfInput, rejectedInput } from './rejected-input';
import { removedHeader } from './removed-header';
import { severalModelLists } from './several-model-lists';
import { slowJob } from './slow-job';
import { unclearCharge } from './unclear-charge';
import { unrecognisedMessage } from './unrecognised-message';
import { followUpsOfPart, unverifiedPart } from './unverified-part';
import { wrongAccountState } from './wrong-account-state';
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
    name: 'rejected input',
    sentence: 'The same request of API_KEY, or a valid one of the same account, is rejected as well.',
    ask: rejectedInput,
    followUps: followUpsOfInput,
    evenMet: true,
  },
  {
    name: 'account not as claimed',
    sentence:
      'The account is not what its variable claims: no response shows the state, another variable has it, its credits cover the request, it has changed meanwhile, or it is the account of API_KEY.',
    ask: firstOf(keysOfOneAccount, claimNotShown, changedAccount, enoughCredits, wrongAccountState),
    followUps: followUpsOfChange,
  },
  {
    name: 'model not in own list',
    sentence: "The account's own list lacks the model, and its subscription may exclude it.",
    ask: modelNotInOwnList,
  },
  {
    name: 'account without AI',
    sentence:
      'The account of API_KEY cannot use the AI: it has no credits, is not connected, or is over its daily quota.',
    ask: accountWithoutAi,
    followUps: followUpsOfOwner,
    evenMet: true,
  },
  {
    name: 'listed model unknown',
    sentence:
      'A submission is rejected because its listed model does not exist. This is reported once, under another clause.',
    ask: listedModelUnknown,
  },
  {
    name: 'login or proxy page',
    sentence:
      'A login, a proxy or a limiter responds without JSON. Its body is reported, and nothing else is known.',
    ask: loginOrProxyPage,
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
    ask: firstOf(jobWithMessages, unverifiedPart),
    followUps: followUpsOfPart,
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
    followUps: followUpsOfLength,
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
      'The credits cannot be read, a charge may be too small to be seen, or equal requests differ in cost.',
    ask: unclearCharge,
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

/** The first guard that needs a further request to decide, and this request: its response may settle the rest. */
export function missing(
  question: Question,
  isKnown: (followUp: FollowUp) => boolean,
): { guard: string; followUp: FollowUp } | null {
  for (const { name, ask, evenMet, followUps } of guards) {
    if (question.met && !evenMet) continue;
    const followUp = followUps?.(question).find((each) => !isKnown(each));
    if (followUp !== undefined) return { guard: name, followUp };
    if (ask(question) !== null) return null;
  }
  return null;
}
