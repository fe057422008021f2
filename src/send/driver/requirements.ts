import type { Work } from '../../../spec/works';
import { showsEachCharge } from '../../client/credits/measure';
import { type CheckSession, needs } from '../../client/evidence/recorder';
import type { Expectation } from '../../judge/data/expectation';
import type { Answer } from '../../judge/response/answer';
import { namesConnection } from '../../judge/response/message-naming';
import {
  creditsAt,
  creditsOf,
  idAt,
  modelsAt,
  nextPage,
  pointed,
  pointerOf,
  type Target,
} from '../../settings/target-file/target';
import type { RejectedUse } from '../faulty-workflows';

type ToExpectation = (session: CheckSession, answer: Answer) => Expectation;

/** What checks require of responses, as expectations with what the target file and the settings say. */
export const requirements = {
  'model ids': ({ target }) => ({ kind: 'models', ...pointed(modelsAt(target)) }),
  'no model twice': ({ target }) => ({ kind: 'models once', ...pointed(modelsAt(target)) }),
  'three tiers': ({ target, settings: { service } }) => ({
    kind: 'tiers',
    ...pointed(modelsAt(target)),
    ...(service !== undefined && { word: service }),
    ...(nextPage(target) && { paged: true }),
  }),
  'listed model': () => ({ kind: 'success', unless: 'not in the plan' }),
  'remaining credits': ({ target }) => ({ kind: 'credits', ...pointed(creditsAt(target)) }),
  'credits lowered': (session) => ({
    kind: 'charged',
    ...pointed(creditsAt(session.target)),
    ...(showsEachCharge(session) && { settled: true }),
  }),
  'credits unchanged': ({ target }) => ({ kind: 'uncharged', ...pointed(creditsAt(target)) }),
  'own credits unchanged': ({ target }) => ({
    kind: 'uncharged',
    ...pointed(creditsAt(target)),
    ofAnother: true,
  }),
  'cheaper than pro': ({ target }) => ({
    kind: 'cheaper',
    ...pointed(creditsAt(target)),
    ...(creditsOf(target).resolution !== undefined && { settled: true }),
  }),
  job_id: ({ target }) => identifier('job', 'string or number', target),
  'job_id is a string': ({ target }) => identifier('job', 'string', target),
  run_id: ({ target }) => identifier('run', 'string or number', target),
  'run_id is a string': ({ target }) => identifier('run', 'string', target),
  'job state': (session) => valueInJob(session, 'state'),
  'job result': (session) => valueInJob(session, 'result'),
  'names the connection': (_, answer) => namesConnection(answer as RejectedUse, true),
  'names more than a position': (_, answer) => namesConnection(answer as RejectedUse, false),
  alike: () => ({ kind: 'alike' }),
} satisfies Record<string, ToExpectation>;

export type Requirement = keyof typeof requirements;

const identifier = (what: Work, type: 'string' | 'string or number', target: Target): Expectation => ({
  kind: 'identifier',
  of: what,
  ...pointed(idAt(target, what)),
  type,
});

/** That the lookup of a job has its state or result where the target file says; the check is not tested if it does not say. */
export function valueInJob({ target }: Pick<CheckSession, 'target'>, part: 'state' | 'result'): Expectation {
  const state = pointerOf(target.job?.state);
  return {
    kind: 'value',
    part: `job.${part}`,
    ...pointed(target.job?.[part] ?? needs(`job.${part}`)),
    ...(target.patience?.job !== undefined && { patient: true }),
    ...(state !== undefined && { state }),
  };
}
