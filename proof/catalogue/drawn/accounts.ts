import { asCode, whenRejected } from '../../../mock/answers';
import type { Change } from '../../../mock/behaviour';
import { accepting } from '../../../mock/defects/workflows';
import { type Families, rowOf } from './defect';
import { acceptingModels } from './models';
import { isOther, type Scope, when } from './scope';

const invalidRequest = asCode('invalid_request');

/** Rules that a server may apply to the account of API_KEY only, by the clause: the operation, and their lack. */
const rules: Readonly<Record<string, [at: Scope['at'], change: Change]>> = {
  'auth.key.wrong': [
    'credits',
    { auth: { matches: (presented, right) => presented.slice(0, -4) === right.slice(0, -4) } },
  ],
  'text.requires.input': ['text', { text: { wrong: () => undefined } }],
  'models.use.unlisted': ['text', acceptingModels(() => true)],
  'workflows.reference.later': ['workflow', accepting(({ reason }) => reason === 'later')],
  'workflows.reference.no-block': ['workflow', accepting(({ reason }) => reason === 'no-block')],
  'workflows.reference.missing-field': ['workflow', accepting(({ reason }) => reason === 'missing-field')],
  'workflows.reference.mismatched-kind': ['workflow', whenRejected('invalid_workflow', invalidRequest)],
  'jobs.lookup.unknown': ['job', whenRejected('not_found', invalidRequest)],
  'credits.use.deducted': ['text', { credits: { charge() {} } }],
};

export const accountFamilies: Families = {
  'a rule does not hold for another account': rowOf(rules).map(([clause, [at, change]]) => ({
    phrase: `${clause} does not hold for another account`,
    change: when(isOther, change),
    at,
    clauses: [clause],
  })),
};
