import type { Inconclusive } from '../evidence';
import { accountWithoutAi } from './account-without-ai';
import { anotherId } from './another-id';
import { anotherNumber } from './another-number';
import { anotherPlace } from './another-place';
import { anotherPlan } from './another-plan';
import { anotherResponse } from './another-response';
import { anotherState } from './another-state';
import { enoughCredits } from './enough-credits';
import { exchangedKeys } from './exchanged-keys';
import { excludedModel } from './excluded-model';
import { failedJob } from './failed-job';
import { furtherPages } from './further-pages';
import type { Asked, Guard } from './guard';
import { keyOfAnotherAccount } from './key-of-another-account';
import { keysOfOneAccount } from './keys-of-one-account';
import { longWorkflow } from './long-workflow';
import { messagesOfAJob } from './messages-of-a-job';
import { modelSaidNotToExist } from './model-said-not-to-exist';
import { nothingProved } from './nothing-proved';
import { pageInstead } from './page-instead';
import { severalListsOfModels } from './several-lists';
import { slowJob } from './slow-job';
import { unclearPrices } from './unclear-prices';
import { unfinishedWork } from './unfinished-work';
import { unreadableCredits } from './unreadable-credits';
import { unsettledCharge } from './unsettled-charge';
import { unverifiedPart } from './unverified-part';
import { wordsOfItsOwn } from './words-of-its-own';

/**
 * What keeps a difference from being reported as a violation, in the order in which it is asked. The first that decides
 * gives the reason. CONTRIBUTING.md tells which server needs each.
 */
export const guards: readonly Guard[] = [
  {
    name: 'nothing proved',
    sentence: 'The target accepts no key at all, or requests without one: no success means anything.',
    ask: nothingProved,
    evenMet: true,
  },
  {
    name: 'failed job',
    sentence: 'The lookup of the job says that it failed: a failed job owes no result.',
    ask: failedJob,
  },
  {
    name: 'key of another account',
    sentence:
      'The old key was never one of the account of API_KEY: it belongs to another account, and is valid.',
    ask: keyOfAnotherAccount,
  },
  {
    name: 'keys of one account',
    sentence: 'The key of another account turns out to be a second key of the account of API_KEY.',
    ask: keysOfOneAccount,
  },
  {
    name: 'exchanged keys',
    sentence: 'The account of another variable is in the state that this one claims: the keys are exchanged.',
    ask: exchangedKeys,
  },
  {
    name: 'enough credits',
    sentence: 'The balance of an account that is to have too few credits covers the request.',
    ask: enoughCredits,
  },
  {
    name: 'another state',
    sentence: 'The account is in another state than its variable claims, wherever it uses the AI.',
    ask: anotherState,
  },
  {
    name: 'another plan',
    sentence: "The model is missing from the account's own list: its plan may not include it.",
    ask: anotherPlan,
  },
  {
    name: 'account without AI',
    sentence: 'The account of API_KEY cannot use the AI: out of credits, not connected, or over its day.',
    ask: accountWithoutAi,
    evenMet: true,
  },
  {
    name: 'model said not to exist',
    sentence:
      'A submission is answered that its listed model does not exist, which is reported once, elsewhere.',
    ask: modelSaidNotToExist,
  },
  {
    name: 'page instead',
    sentence: 'A login or a proxy answers with a page: its body is reported, and nothing else can be seen.',
    ask: pageInstead,
  },
  {
    name: 'another number',
    sentence: 'The number that the target file reads as the credits may be another one.',
    ask: anotherNumber,
  },
  {
    name: 'another place',
    sentence: 'The value may stand elsewhere than where the target file says.',
    ask: anotherPlace,
  },
  {
    name: 'another id',
    sentence: "The target file points at one id, and another one stands under the contract's own name.",
    ask: anotherId,
    evenMet: true,
  },
  {
    name: 'messages of a job',
    sentence: 'A job with messages is rejected: whether jobs take messages is not shown.',
    ask: messagesOfAJob,
  },
  {
    name: 'unverified part',
    sentence: 'The request is built from a part of the target file that no accepted request has verified.',
    ask: unverifiedPart,
  },
  {
    name: 'excluded model',
    sentence: "A listed model is rejected: the account's plan may exclude it.",
    ask: excludedModel,
  },
  {
    name: 'long workflow',
    sentence: 'A long workflow is rejected: how many blocks are allowed is not shown.',
    ask: longWorkflow,
  },
  {
    name: 'slow job',
    sentence: 'A job shows no result yet, and the target file does not say how long it may take.',
    ask: slowJob,
  },
  {
    name: 'several lists',
    sentence: 'The answer holds several lists that may be that of the models.',
    ask: severalListsOfModels,
  },
  {
    name: 'further pages',
    sentence: 'Models are missing from a list that may go on.',
    ask: furtherPages,
  },
  {
    name: 'another response',
    sentence:
      'A faulty workflow is accepted, or rejected with another code, which is reported elsewhere: there is no message of invalid_workflow to judge.',
    ask: anotherResponse,
  },
  {
    name: 'words of its own',
    sentence: 'The message tells faulty connections apart, by neither a name nor a position.',
    ask: wordsOfItsOwn,
  },
  {
    name: 'unfinished work',
    sentence: 'Nothing was charged for work that failed, or was not done in time.',
    ask: unfinishedWork,
  },
  {
    name: 'unreadable credits',
    sentence: 'No two readings of the credits can be compared.',
    ask: unreadableCredits,
  },
  {
    name: 'unsettled charge',
    sentence:
      'Nothing was charged yet, and the target file does not say when charges are in and how fine they show.',
    ask: unsettledCharge,
  },
  {
    name: 'unclear prices',
    sentence: 'Equal requests differ in what they cost, or too few were compared.',
    ask: unclearPrices,
  },
];

/** Why nothing can be said of the target, with the name of the guard that decides; null where none does. */
export function decide(asked: Asked): Inconclusive | null {
  for (const { name, ask, evenMet } of guards) {
    const found = asked.met && !evenMet ? null : ask(asked);
    if (found !== null) return { ...found, guard: name };
  }
  return null;
}
