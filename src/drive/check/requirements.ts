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
import { placeInJob } from '../named/work';
import type { Session } from '../run/session';
import type { RejectedUse } from '../stimuli/uses';
import type { Requirement } from './expected';

/** A requirement on a response that needs the target file. */
export const requirements: Record<Requirement, (session: Session, answer: Answer) => Expectation> = {
  'model ids': ({ target }) => modelsWithIds(target.models),
  'no model twice': ({ target }) => modelsListedOnce(target.models),
  'three tiers': ({ target, settings }) => threeTiers(target.models, settings.service),
  'listed model': () => acceptedIfPlanned,
  'remaining credits': ({ target }) => remainingCredits(target.credits),
  'credits lowered': ({ target }) => creditsLowered(target.credits),
  'credits unchanged': ({ target }) => creditsUnchanged(target.credits),
  'own credits unchanged': ({ target }) => ownCreditsUnchanged(target.credits),
  'cheaper than pro': ({ target }) => theFirstIsSmaller(target.credits),
  job_id: ({ target }) => anIdentifier('job_id', target.job?.id),
  'job_id is a string': ({ target }) => aString('job_id', target.job?.id),
  run_id: ({ target }) => anIdentifier('run_id', target.workflow?.runId),
  'run_id is a string': ({ target }) => aString('run_id', target.workflow?.runId),
  'job state': (session) => aValueAt(placeInJob(session, 'state')),
  'job result': (session) => aValueAt(placeInJob(session, 'result')),
  'names the connection': (_, answer) => namesTheConnection(answer as RejectedUse),
  'names more than a position': (_, answer) => namesMoreThanAPosition(answer as RejectedUse),
  alike: () => nothingTellsThemApart,
};
