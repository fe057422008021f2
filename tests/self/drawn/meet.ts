import { test } from '../../drive/test';
import { chaptersOn } from '../chapters-on';
import { openMock } from '../open-mock';
import { asked, depth } from './asked';
import type { Chapter } from './family';

/** Registers, for every drawn defect of this chapter, the cases of the chapters that could see it. */
export function meetChapter(chapter: Chapter): void {
  for (const defect of asked) {
    if (defect.chapter !== chapter) continue;
    const clauses = [...new Set([...defect.metBy, ...defect.clauses])];
    const open = () => openMock({ variant: defect.change, seed: defect.place + 1, depth });
    test.describe(() => {
      // In a whole run seconds lie before what is asked last.
      let paused = false;
      test.beforeEach(async ({}, testInfo) => {
        if (paused || !testInfo.file.includes('wrap-up')) return;
        paused = true;
        await new Promise((resolve) => setTimeout(resolve, 1100));
      });

      chaptersOn(open, clauses, `#${defect.place}: ${defect.phrase}`);
    });
  }
}
