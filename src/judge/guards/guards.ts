import type { Unjudged } from '../data/evidence';
import { accountNotAsClaimed } from './account-not-as-claimed';
import { accountWithoutAi } from './account-without-ai';
import { allKeysTreatedAlike } from './all-keys-treated-alike';
import { cachedResponse } from './cached-response';
import { failedJob } from './failed-job';
import type { Guard, Question } from './guard';
import { longWorkflow } from './long-workflow';
import { modelExcludedByPlan } from './model-excluded-by-plan';
import { noMessageToJudge } from './no-message-to-judge';
import { removedHeader } from './removed-header';
import { slowJob } from './slow-job';
import { unclearCharge } from './unclear-charge';
import { unclearListOfModels } from './unclear-list-of-models';
import { unverifiedPart } from './unverified-part';
import { wrongCreditsField } from './wrong-credits-field';
import { wrongPointer } from './wrong-pointer';

/**
 * The guards: reasons why a difference is not reported as a violation, in the order in which they are asked.
 * The first that applies gives the reason. `proof/guards.ts` names the rows that fail without each.
 */
const table = [
  { name: 'all keys treated alike', ask: allKeysTreatedAlike, evenMet: true },
  { name: 'removed header', ask: removedHeader },
  { name: 'failed job', ask: failedJob },
  { name: 'account not as claimed', ask: accountNotAsClaimed },
  { name: 'account without AI', ask: accountWithoutAi, evenMet: true },
  { name: 'cached response', ask: cachedResponse },
  { name: 'wrong credits field', ask: wrongCreditsField },
  { name: 'wrong pointer', ask: wrongPointer },
  { name: 'unverified part', ask: unverifiedPart },
  { name: 'model excluded by plan', ask: modelExcludedByPlan },
  { name: 'long workflow', ask: longWorkflow },
  { name: 'slow job', ask: slowJob },
  { name: 'unclear list of models', ask: unclearListOfModels },
  { name: 'no message to judge', ask: noMessageToJudge, evenMet: true },
  { name: 'unclear charge', ask: unclearCharge },
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
