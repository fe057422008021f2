import { chapterOf } from '../../src/drive/check/all-checks';
import type { PlannedCheck } from '../../src/drive/driver/driver';
import type { Defect } from '../catalogue/drawn/defect';
import { drawn } from '../catalogue/drawn/drawn';
import { type Lack, lacks } from '../catalogue/drawn/targets';
import type { Row } from '../row';
import { mockWith } from '../run';

/** A sample has every nth row. */
const EVERY = 48;

/** The operations of checks that call one operation of the mock, if they have other names. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'messages'],
  submit: ['submission', 'submissionWithMessages'],
};

/** Selects the checks that must find a defect: of its clauses, at its operation or at several. */
function finding({ clauses, metBy = [], at }: Defect): (planned: PlannedCheck) => boolean {
  const asked = [...metBy, ...clauses];
  const names = at && (namesOf[at] ?? [at]);
  return ({ clause, check }) =>
    asked.includes(clause) && (names === undefined || check.at === undefined || names.includes(check.at));
}

/**
 * A mock with a random defect, and a target that may be incomplete. A check of a chapter of the defect must find
 * it at depth 3, whatever was found at depth 1. A defect that may be no violation must not be reported.
 */
export const drawnRows: readonly Row[] = drawn.map((defect, index): Row => {
  const { clauses, change, phrase, leftAlone } = defect;
  const possible = Object.entries<Lack>(lacks).filter(([, { hides }]) => hides?.(defect) !== true);
  const [name, { target, keys }] = possible[index % possible.length] as [string, Lack];
  return {
    kind: 'drawn',
    phrase: `#${index} ${phrase} (${name})`,
    clauses,
    server: mockWith({ variant: change }),
    settings: { keys, checks: finding(defect), verified: ['*'] },
    target,
    depths: [1, 3],
    allDepths: true,
    expect: {
      ...(leftAlone === undefined && { violates: new RegExp(`^(${clauses.map(chapterOf).join('|')})\\.`) }),
      undecided: /^/,
    },
    part: index % EVERY === 0 ? 'sample' : 'whole',
  };
});
