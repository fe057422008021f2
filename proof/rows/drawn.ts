import { setTimeout as pause } from 'node:timers/promises';
import { allChecks, chapterOf } from '../../src/drive/check/all-checks';
import type { PlannedCheck } from '../../src/drive/driver/driver';
import type { Depth } from '../../src/judge/verdict/depth';
import type { Defect } from '../catalogue/drawn/defect';
import { drawn } from '../catalogue/drawn/drawn';
import { type Lack, lacks } from '../catalogue/drawn/targets';
import { foundBy } from '../helpers/found';
import { openMock } from '../helpers/open-mock';
import { runChecks } from '../helpers/run-checks';
import type { Row } from '../row';

/** A sample has every nth row. */
const EVERY = 48;

/** In a whole run, seconds pass before the checks that run at the end. */
const BEFORE_THE_END = 1100;

/** The operations of checks that call one operation of the mock, if they have other names. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'messages'],
  submit: ['submission', 'submissionWithMessages'],
};

/** The checks that must find a defect: of its clauses, at its operation or at several. */
function checksOf({ clauses, metBy = [], at }: Defect): PlannedCheck[] {
  const asked = [...metBy, ...clauses];
  const names = at && (namesOf[at] ?? [at]);
  return allChecks().filter(
    ({ clause, check }) =>
      asked.includes(clause) && (names === undefined || check.at === undefined || names.includes(check.at)),
  );
}

/** Runs the checks that must find a defect. @returns the violated clauses, and why checks judged nothing */
async function runOn(defect: Defect, { target, keys }: Lack, depth: Depth) {
  const opened = await openMock({ variant: defect.change, target, keys, depth });
  let paused = false;
  const results = await runChecks(opened, checksOf(defect), {
    apart: true,
    async before({ check }) {
      if (paused || !check.atEnd) return;
      paused = true;
      await pause(BEFORE_THE_END);
    },
  });
  await opened.close();
  const found = results.map(foundBy);
  const violated = found
    .flatMap(({ findings }) => findings)
    .filter(({ verdict }) => verdict === 'violates')
    .map(({ clause }) => clause);
  return { violated: [...new Set(violated)], why: found.flatMap(({ why }) => why ?? []) };
}

/**
 * A mock with a random defect, and a target that may be incomplete. A check of a chapter of the defect must find
 * it, at depth 3 at the latest. What a run at depth 1 finds, a run at depth 3 must find, too. A defect that
 * may be no violation must not be reported.
 */
export const drawnRows: readonly Row[] = drawn.map((defect, index): Row => {
  const { clauses, leftAlone } = defect;
  const chapters = clauses.map(chapterOf);
  const possible = Object.entries<Lack>(lacks).filter(([, { hides }]) => hides?.(defect) !== true);
  const [name, lack] = possible[index % possible.length] as [string, Lack];
  const run = (depth: Depth) => runOn(defect, lack, depth);
  return {
    kind: 'drawn',
    phrase: `#${index} ${defect.phrase} (${name})`,
    clauses,
    depths: [1, 3],
    part: index % EVERY === 0 ? 'sample' : 'whole',
    async meet(depth) {
      const { violated, why } = await run(depth);
      const ofChapters = (ids: string[]) => ids.filter((clause) => chapters.includes(chapterOf(clause)));
      const found = ofChapters(violated);
      if (leftAlone !== undefined)
        return { wrong: found.map((clause) => `${clause} is violated beyond the text: ${leftAlone}`) };
      const others = violated.length > 0 ? [`violated instead: ${violated.join(', ')}`] : [];
      if (found.length === 0) return { wrong: [['not found', ...others, ...why.slice(0, 1)].join('; ')] };
      // IDs and names are fresh in each run, so another clause of the chapter may find it there.
      const again = depth === 1 ? ofChapters((await run(3)).violated) : found;
      return {
        wrong: again.length > 0 ? [] : ['found at depth 1 and not at 3'],
        says: `found by ${found.join(', ')}`,
      };
    },
  };
});
