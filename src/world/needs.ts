import { type KeyVariable, rolesWithoutAi, variableOf } from '../../spec/accounts';
import { everyWork, isWork, works } from '../../spec/works';
import { type Check, costOf, variableAs } from '../check/check';
import type { Session } from '../client/run/session';
import { inputs, type OperationId, operationsOf, reads } from '../settings/operations';
import { partsOf, type StimulusName } from '../stimuli/stimulus';

/** What checks rest on. */
export interface Needs {
  operations: ReadonlySet<OperationId>;
  /** The accounts whose key must be recognised. */
  keys: ReadonlySet<KeyVariable>;
  /** The accounts that must be what their variable claims. */
  accounts: ReadonlySet<KeyVariable>;
  /** The text request for each tier. */
  tiers: boolean;
  /** The workflow of each length. */
  lengths: boolean;
}

/** The stimuli that ask which tiers API_KEY may use. */
const ofTiers: ReadonlySet<StimulusName> = new Set(['eachKind', 'body', 'untilFailed']);

/** The stimuli with chains of more than two blocks. */
const ofChains: ReadonlySet<StimulusName> = new Set([
  'chain',
  'fault',
  'faults',
  'mismatches',
  'otherAlphabets',
  'rejectedWorkflows',
  'rejectedAtEnd',
  'eachSubmission',
]);

/** The stimuli with some requests that have messages alone. */
const ofMessages: ReadonlySet<StimulusName> = new Set([
  'body',
  'fields',
  'acceptTypes',
  'keys',
  'untilFailed',
]);

function accountsOf(check: Check): KeyVariable[] {
  const { at, send } = check;
  const own = variableAs(check);
  if (own !== null) return [own];
  const [name, detail] = partsOf(send);
  if (name === 'foreign' && detail === 'by accounts without AI')
    return rolesWithoutAi.map((role) => variableOf[role]);
  return isWork(at) ? ['OTHER_API_KEY'] : [];
}

/** The requests on which those of an operation rest. */
const before: Partial<Record<OperationId, OperationId[]>> = {
  submissionWithMessages: ['submission', 'messages'],
  job: [works.job.submission],
  run: [works.run.submission],
};

/** What these checks rest on. What costs nothing rests on reads alone. */
export function needsOf({ target }: Pick<Session, 'target'>, checks: readonly Check[]): Needs {
  const billable = checks.filter((check) => costOf(check) !== 'free');
  const parts = billable.map(({ send }) => partsOf(send));
  const sends = parts.map(([name]) => name);
  const accounts = new Set(billable.flatMap(accountsOf));
  const operations = new Set(reads.map(({ id }) => id));
  const add = (id: OperationId) => {
    operations.add(id);
    for (const each of before[id] ?? []) add(each);
    if (id === 'submission' && !target.job?.submit) add('text');
  };
  for (const { at, send } of billable) {
    if (ofMessages.has(partsOf(send)[0])) {
      if (at === 'text') add('messages');
      if (at === 'submission') add('submissionWithMessages');
    }
    if (at !== undefined) add(at);
    else for (const { id } of [...operationsOf(target), ...inputs]) add(id);
  }
  // An AI request shows the state of an account, and whose credits fall.
  if (accounts.size > 0) add(target.text || !target.workflow ? 'text' : 'workflow');
  if (sends.includes('balanceAroundUse') && target.job) add('job');
  if (parts.some(([, detail]) => detail === 'of the other kind')) everyWork.forEach(add);
  const isAny = billable.some(({ at }) => at === undefined);
  return {
    operations,
    keys: new Set([
      ...checks.flatMap(accountsOf),
      ...(billable.length > 0 ? (['OTHER_API_KEY'] as const) : []),
    ]),
    accounts,
    tiers: isAny || sends.some((name) => ofTiers.has(name)),
    lengths: isAny || sends.some((name) => ofChains.has(name)),
  };
}
