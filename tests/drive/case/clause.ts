import type { TestDetails } from '@playwright/test';
import type { IdOf } from '../../../spec/ledger';
import type { CaseCost } from '../../engine/run';

/** The details of a test that cites a clause: what it costs is shown as a tag. */
const citing =
  <Level extends 'must' | 'advice' | 'open'>(level: Level) =>
  (clause: IdOf<Level>, cost: CaseCost = 'free'): TestDetails => ({
    tag: [`@${level}`, `@${clause}`, `@${cost}`],
  });

/** Cites a clause whose breach is a violation. */
export const must = citing('must');

/** Cites a clause that the contract does not state: unmet, the case stays green and the clause deviates. */
export const advice = citing('advice');

/** Cites what the contract leaves open: the case records what it sees and judges nothing. */
export const open = citing('open');
