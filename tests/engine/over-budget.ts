import type { Reason } from './reason';
import type { ClauseVerdict } from './verdicts';
import { counted } from './wording';

/** What MAX_AI_USES kept from being driven. */
export interface OverBudget {
  id: string;
  /** `3 cases`, or `1 of 7 cases`. */
  cases: string;
}

/** The clauses with cases that were not afforded, dearest first: by how many AI uses their cases may have cost. */
export function overBudget(clauses: ClauseVerdict[]): OverBudget[] {
  return clauses
    .map(({ id, cases }) => ({ id, all: cases.length, missing: cases.filter(isOverBudget).length }))
    .filter(({ missing }) => missing > 0)
    .toSorted((a, b) => b.missing - a.missing)
    .map(({ id, all, missing }) => ({
      id,
      cases: `${missing === all ? '' : `${missing} of `}${counted(all, 'case')}`,
    }));
}

export function isOverBudget({ reason }: { reason?: Reason }): boolean {
  return reason?.kind === 'over budget';
}
