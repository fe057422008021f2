import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Session } from '../../drive/session';
import { test } from '../../drive/test';
import { openMock } from '../open-mock';
import { asked, depth } from './asked';
import { type Chapter, chapterOf } from './family';

/**
 * Registers, for every drawn defect of this chapter, the cases of the chapters that could see it, under a describe
 * block that names those clauses and the defect's place in the draw; the configuration's grep leaves the citing cases.
 */
export function meetChapter(chapter: Chapter): void {
  for (const { place, defect } of asked) {
    if (defect.chapter !== chapter) continue;
    const clauses = [...new Set([...defect.metBy, ...defect.clauses])];
    test.describe(`${clauses.map((each) => `<${each}>`).join('')} #${place}: ${defect.phrase}`, () => {
      let session: Promise<Session> | undefined;
      test.use({
        session: async ({}, use) => {
          session ??= openMock({ variant: defect.change }, 1500, undefined, undefined, {
            seed: place + 1,
            depth,
          });
          await use(await session);
        },
      });
      test.afterAll(async () => (await session)?.close());

      // In a whole run seconds lie before what is asked last.
      let paused = false;
      test.beforeEach(async ({}, testInfo) => {
        if (paused || !testInfo.file.includes('wrap-up')) return;
        paused = true;
        await new Promise((resolve) => setTimeout(resolve, 1100));
      });

      // What a defect turns red is the reporter's to judge: a failure here must not cost a new worker each.
      test.afterEach(({}, testInfo) => {
        testInfo.expectedStatus = testInfo.status ?? 'passed';
      });

      for (const each of new Set([...clauses.map(chapterOf), 'wrap-up'])) castAgain(each);
    });
  }
}

function castAgain(chapter: string): void {
  const file = resolve(__dirname, '..', '..', `${chapter}.spec.ts`);
  if (!existsSync(file)) return;
  delete require.cache[file];
  require(file);
}
