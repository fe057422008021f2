import type { TestDetails, TestInfo } from '@playwright/test';
import type { AccountRole } from '../../../spec/accounts';
import type { IdOf } from '../../../spec/ledger';
import type { CheckCost } from '../../judge/run';
import { type OperationId, operationOf } from '../operations';
import { verdictFor } from './ask';
import type { Expected } from './expected';
import { partsOf, type Stimulus, type StimulusName } from './stimulus';

/** Who sends: the account of API_KEY where nothing else is said. */
export type Role = 'nobody' | AccountRole;

/** A condition of the contract: what is sent, and what must come back. Plain data. */
export interface Check {
  /** The operation, where one is tested. */
  at?: OperationId;
  as?: Role;
  send: Stimulus;
  expect: Expected;
  /** It is sent once everything else was. */
  atEnd?: true;
}

/** What a breach of the clause is worth. */
export type Level = 'must' | 'advice' | 'unspecified';

/** A check on its way from the file that states it to the driver: an annotation that reports do not show. */
export const ANNOTATION = '_check';

/** The details of a Playwright test for a check, and its body, which asks the driver for the verdict. */
const citing =
  <Of extends Level>(level: Of) =>
  (clause: IdOf<Of>, check: Check): [TestDetails, (_: object, info: TestInfo) => Promise<void>] => [
    {
      tag: [`@${level}`, `@${clause}`, `@${costOf(check)}`],
      annotation: { type: ANNOTATION, description: JSON.stringify(check) },
    },
    async ({}, info) => verdictFor(info),
  ];

/** Cites a clause whose breach is a violation. */
export const must = citing('must');

/** Cites a clause that the contract does not state: unmet, the check stays green and the clause deviates. */
export const advice = citing('advice');

/** Cites what the contract leaves unspecified: the check records what it sees and judges nothing. */
export const unspecified = citing('unspecified');

/** What the stimulus costs, whatever the operation. */
const costs: Partial<Record<StimulusName, CheckCost>> = {
  header: 'free',
  freshId: 'free',
  foreignFromVariable: 'free',
  controlIds: 'free',
  rewrittenIds: 'free',
  request: 'free',
  unknownRoute: 'free',
  onConnections: 'billable',
  balanceAroundUse: 'billable',
  untilLimited: 'bursts',
  afterSilence: 'bursts',
};

/** What a check may cost the target. */
export function costOf({ at, as, send }: Check): CheckCost {
  const [name, detail] = partsOf(send);
  // Odd ids are made of none, and a job is looked up at an address that the contract shows.
  if (name === 'ids' && detail === 'odd' && at === 'job') return 'free';
  // Where an old key is served, a job of API_KEY shows whose key it is.
  if (as === 'old key' || (name === 'onConnection' && detail === 'old key')) return 'billable';
  // Where the lookup of a run takes more than its id, a workflow is submitted for it.
  if (name === 'foreignFromVariable' && at === 'run') return 'billable';
  return costs[name] ?? (at === undefined ? 'billable' : operationOf(at).cost);
}
