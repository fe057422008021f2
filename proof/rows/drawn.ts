import { setTimeout as pause } from 'node:timers/promises';
import { allChecks, chapterOf } from '../../src/drive/check/all-checks';
import { drawn } from '../catalogue/drawn/drawn';
import type { DrawnDefect } from '../catalogue/drawn/family';
import { foundBy } from '../helpers/found';
import { openMock } from '../helpers/open-mock';
import { runChecks } from '../helpers/run-checks';
import type { Row, RowResult } from '../row';

/** A sample has every nth of the defects that any probe of their kind shows. */
const EVERY = 12;
const sure = drawn.filter(({ share, leftAlone }) => share === 1 && leftAlone === undefined);

/** In a whole run, seconds pass before the checks that run at the end. */
const BEFORE_THE_END = 1100;

async function meet(defect: DrawnDefect, depth: number): Promise<RowResult> {
  const clauses = new Set([...defect.metBy, ...defect.clauses]);
  const session = await openMock({ variant: defect.change, seed: defect.place + 1, depth });
  let paused = false;
  const results = await runChecks(
    session,
    allChecks().filter(({ clause }) => clauses.has(clause)),
    {
      apart: true,
      async before({ check }) {
        if (paused || !check.atEnd) return;
        paused = true;
        await pause(BEFORE_THE_END);
      },
    },
  );
  await session.close();
  const found = results.map(foundBy);
  const violated = found
    .flatMap(({ findings }) => findings)
    .filter(({ verdict }) => verdict === 'violates')
    .map(({ clause }) => clause);
  const chapters = new Set([defect.chapter, ...defect.clauses.map(chapterOf)]);
  const seen = violated.find((clause) => chapters.has(chapterOf(clause)));
  if (defect.leftAlone !== undefined)
    return {
      wrong: seen ? [`${seen} is violated beyond the text: ${defect.leftAlone}`] : [],
      says: defect.leftAlone,
    };
  if (seen !== undefined) return { wrong: [], says: `seen by ${seen}` };
  const also = [...new Set(violated)];
  const why = [...new Set(found.flatMap(({ why }) => why ?? []))];
  return {
    wrong: [
      ['not seen', ...(also.length > 0 ? [`red instead: ${also.join(', ')}`] : []), ...why.slice(0, 1)].join(
        '; ',
      ),
    ],
  };
}

/**
 * A mock with a sampled defect of a family. A check of its chapter must find it, at a depth of ten at the
 * latest. A defect that may be no breach must not be reported.
 */
export const drawnRows: readonly Row[] = drawn.map((defect) => ({
  kind: 'drawn',
  phrase: `#${defect.place} ${defect.chapter}: ${defect.phrase}`,
  clauses: defect.clauses,
  depths: [1, 3, 10],
  part: sure.indexOf(defect) % EVERY === 0 ? 'sample' : 'whole',
  meet: (depth) => meet(defect, depth),
}));
