import { chapterOf } from '../../src/check/all-checks';
import type { PlannedCheck } from '../../src/send/driver/driver';
import { bodyDefects } from '../catalogue/drawn/bodies';
import type { Defect } from '../catalogue/drawn/defect';
import { errorDefects } from '../catalogue/drawn/errors';
import { keyDefects } from '../catalogue/drawn/keys';
import { modelDefects } from '../catalogue/drawn/models';
import { type Lack, lacks } from '../catalogue/drawn/targets';
import { workDefects } from '../catalogue/drawn/work';
import { accountDefects, workflowDefects } from '../catalogue/drawn/workflows';
import type { Row } from '../row';
import { mockWith } from '../run';

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

const defects = [
  ...keyDefects,
  ...modelDefects,
  ...bodyDefects,
  ...workDefects,
  ...workflowDefects,
  ...errorDefects,
  ...accountDefects,
];

/**
 * A mock with a defect at one place of a family of probes, and a target that may be incomplete. A check of a chapter
 * of the defect must find it at depth 3, whatever was found at depth 1.
 */
export const drawnRows: readonly Row[] = defects.map((defect, index): Row => {
  const { clauses, change, phrase, isLegal } = defect;
  const possible = Object.entries<Lack>(lacks).filter(([, { hides }]) => hides?.(defect) !== true);
  const [name, { target, keys }] = possible[index % possible.length] as [string, Lack];
  return {
    kind: 'drawn',
    phrase: `#${index} ${phrase} (${name})`,
    clauses,
    server: mockWith({ variant: change }),
    settings: { keys, checks: finding(defect), verified: true },
    target,
    depths: [1, 3],
    allDepths: true,
    expect: {
      ...(!isLegal && { violates: new RegExp(`^(${clauses.map(chapterOf).join('|')})\\.`) }),
      undecided: /^/,
    },
  };
});
