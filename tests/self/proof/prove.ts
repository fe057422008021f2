import { chapterOf, chaptersOn } from '../chapters-on';
import { openMock } from '../open-mock';
import { asked, depthOf } from './asked';

/** Registers, for every defect that this chapter meets first, the cases of the chapters that must meet it. */
export function proveChapter(chapter: string): void {
  for (const fault of asked) {
    const { clause, phrase, metBy } = fault;
    if (chapterOf(metBy[0] ?? '') !== chapter) continue;
    const open = () => openMock({ faults: [phrase] }, 1500, { depth: depthOf(fault) });
    chaptersOn(open, metBy, `${clause}: ${phrase}`);
  }
}
