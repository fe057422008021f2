import type { TestDetails, TestInfo } from '@playwright/test';
import {
  type AccountRole,
  isAccountRole,
  type KeyVariable,
  lastingStateOf,
  variableOf,
} from '../../spec/accounts';
import type { IdOf } from '../../spec/ledger';
import { isPlainRead } from '../../spec/operations';
import type { CheckCost } from '../judge/data/run';
import { type OperationId, operationOf } from '../settings/operations';
import { partsOf, type Stimulus } from '../stimuli/stimulus';
import { statedCost } from './costs';
import type { Expected } from './expected';
import { verdictFor } from './verdict-file';

/** The sender; by default the account of API_KEY. */
type Role = 'nobody' | AccountRole;

/** A condition of the contract as plain data: what is sent, and what must come back. */
export interface Check {
  at?: OperationId;
  as?: Role;
  send: Stimulus;
  expect: Expected;
  /** Sent after everything else. */
  atEnd?: true;
}

/** The stimulus `request` names its own path, so its check belongs to no operation. */
type OwnPath = Extract<Stimulus, { request: unknown }>;
type StatedCheck = Check & ({ send: OwnPath; at?: never } | { send: Exclude<Stimulus, OwnPath> });

type Level = 'must' | 'should' | 'unspecified';

/** A check on its way from its test file to the driver: an annotation that reports do not show. */
export const ANNOTATION = '_check';

/** The details and the body of the Playwright test of a check. The body asks the driver for the verdict. */
const checkOfLevel =
  <Of extends Level>(level: Of) =>
  (clause: IdOf<Of>, check: StatedCheck): [TestDetails, (_: object, info: TestInfo) => Promise<void>] => [
    {
      tag: [`@${level}`, `@${clause}`, `@${costOf(check)}`],
      annotation: { type: ANNOTATION, description: JSON.stringify({ clause, check }) },
    },
    async ({}, info) => verdictFor(info),
  ];

export const must = checkOfLevel('must');

/** A check of a recommendation, which the contract does not state: if it is not met, the test still passes. */
export const should = checkOfLevel('should');

/** A check of something that the contract leaves unspecified: it records what it observes and judges nothing. */
export const unspecified = checkOfLevel('unspecified');

/** Whether a check compares credits, so that nothing else may be in flight. Whether credits are too few is compared, too. */
export const measuresCredits = ({ as, send }: Check): boolean =>
  statedCost(send) === 'measured' || as === 'no credits';

/** The variable of the account that a check sends with; null for API_KEY, what is made from it, and nobody. */
export function variableAs({ as, send }: Check): KeyVariable | null {
  const [name, detail] = partsOf(send);
  const role = name === 'onConnection' ? detail : as;
  return isAccountRole(role) ? variableOf[role] : null;
}

/** What a check may cost the target. */
export function costOf(check: Check): CheckCost {
  const { at, send } = check;
  const [name, detail] = partsOf(send);
  // If a key that no request may have is accepted, AI requests show whether the claim about it is right.
  const variable = variableAs(check);
  if (variable !== null && lastingStateOf(variable)?.at === 'every request') return 'billable';
  // Where the lookup of a run needs more than its id, a workflow is submitted for it.
  if (name === 'foreign' && detail === 'from a variable' && at === 'run') return 'billable';
  const stated = statedCost(send);
  if (stated === 'measured') return 'billable';
  if (stated !== 'that of the operation') return stated;
  return at !== undefined && isPlainRead(operationOf(at).operation) ? 'free' : 'billable';
}
