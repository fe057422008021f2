import type { Expectation } from '../../judge/data/expectation';
import type { Answer } from '../../judge/response/answer';
import {
  acceptedIfPlanned,
  anIdentifier,
  aString,
  aValueAt,
  creditsLowered,
  creditsUnchanged,
  modelsListedOnce,
  modelsWithIds,
  namesMoreThanAPosition,
  namesTheConnection,
  nothingTellsThemApart,
  ownCreditsUnchanged,
  remainingCredits,
  theFirstIsSmaller,
  threeTiers,
} from '../../judge/response/requirements';
import type { Preconditions } from '../preconditions';
import type { Session } from '../run/session';
import type { RejectedUse } from '../trials/uses';
import type { Requirement } from './expected';

/** A requirement on a response that needs the target file. */
export const requirements: Record<
  Requirement,
  (stage: { session: Session; preconditions: Preconditions }, answer: Answer) => Expectation
> = {
  'model ids': ({ session }) => modelsWithIds(session.target.models),
  'no model twice': ({ session }) => modelsListedOnce(session.target.models),
  'three tiers': ({ session: { target, settings } }) => threeTiers(target.models, settings.service),
  'listed model': () => acceptedIfPlanned,
  'remaining credits': ({ session }) => remainingCredits(session.target.credits),
  'credits lowered': ({ session }) => creditsLowered(session.target.credits),
  'credits unchanged': ({ session }) => creditsUnchanged(session.target.credits),
  'own credits unchanged': ({ session }) => ownCreditsUnchanged(session.target.credits),
  'cheaper than pro': ({ session }) => theFirstIsSmaller(session.target.credits),
  job_id: ({ session }) => anIdentifier('job_id', session.target.job?.id),
  'job_id is a string': ({ session }) => aString('job_id', session.target.job?.id),
  run_id: ({ session }) => anIdentifier('run_id', session.target.workflow?.runId),
  'run_id is a string': ({ session }) => aString('run_id', session.target.workflow?.runId),
  'job state': ({ preconditions }) => aValueAt(preconditions.place('state')),
  'job result': ({ preconditions }) => aValueAt(preconditions.place('result')),
  'names the connection': (_, answer) => namesTheConnection(answer as RejectedUse),
  'names more than a position': (_, answer) => namesMoreThanAPosition(answer as RejectedUse),
  alike: () => nothingTellsThemApart,
};
