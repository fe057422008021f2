import { test } from '@playwright/test';
import { allChecks, chapterOf } from '../helpers/all-checks';
import { foundBy } from '../helpers/found';
import { openMock } from '../helpers/open-mock';
import { runChecks } from '../helpers/run-checks';
import { asked, depth } from './asked';
import type { Chapter } from './family';
import type { Met } from './results';

/** The name under which a test leaves what became of its defect. */
export const MET = 'met';

/** Registers a test for every drawn defect of this chapter: it runs the checks that could see it. */
export function meetChapter(chapter: Chapter): void {
  for (const defect of asked) {
    if (defect.chapter !== chapter) continue;
    const clauses = new Set([...defect.metBy, ...defect.clauses]);
    test(`#${defect.place}: ${defect.phrase}`, async ({}, testInfo) => {
      const session = await openMock({ variant: defect.change, seed: defect.place + 1, depth });
      const checks = allChecks.filter(({ clause }) => clauses.has(clause));
      // In a whole run seconds lie before what is asked last.
      let paused = false;
      const results = await runChecks(session, checks, {
        apart: true,
        async before({ check }) {
          if (paused || !check.atEnd) return;
          paused = true;
          await new Promise((resolve) => setTimeout(resolve, 1100));
        },
      });
      await session.close();
      const met: Met = { place: defect.place, seenBy: null, also: [], cases: results.length, reasons: [] };
      const own = new Set([defect.chapter, ...defect.clauses.map(chapterOf)]);
      for (const result of results) {
        const { findings, why } = foundBy(result);
        for (const { clause, verdict } of findings) {
          if (verdict !== 'violates') continue;
          if (own.has(chapterOf(clause))) met.seenBy ??= { clause, title: result.planned.title };
          else if (!met.also.includes(clause)) met.also.push(clause);
        }
        if (why && !met.reasons.includes(why)) met.reasons.push(why);
      }
      await testInfo.attach(MET, { body: JSON.stringify(met), contentType: 'application/json' });
    });
  }
}
