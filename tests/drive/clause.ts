import type { TestDetails } from '@playwright/test';
import type { IdOf } from '../../spec/ledger';

/** What a case costs the target: nothing, AI uses, or a burst of calls. Shown as a tag. */
export type Cost = 'free' | 'spends' | 'bursts';

/** Cites a clause whose breach is a violation. */
export function must(clause: IdOf<'must'>, cost: Cost = 'free'): TestDetails {
  return { tag: ['@must', `@${clause}`, `@${cost}`] };
}

/** Cites a clause that the contract does not state: unmet, the case stays green and the clause deviates. */
export function advice(clause: IdOf<'advice'>, cost: Cost = 'free'): TestDetails {
  return { tag: ['@advice', `@${clause}`, `@${cost}`] };
}

/** Cites what the contract leaves open: the case records what it sees and judges nothing. */
export function open(clause: IdOf<'open'>, cost: Cost = 'free'): TestDetails {
  return { tag: ['@open', `@${clause}`, `@${cost}`] };
}
