import { resolve } from 'node:path';
import type { Session } from '../../drive/session';
import { test } from '../../drive/test';
import { openMock } from '../open-mock';
import { asked, depthOf } from './asked';

/**
 * Registers, for every defect that this chapter meets first, the cases of the chapters that must meet it,
 * under a describe block that names those clauses, its own and its phrase; the configuration's grep leaves only the citing cases.
 */
export function proveChapter(chapter: string): void {
  for (const fault of asked) {
    const { clause, phrase, metBy } = fault;
    if (chapterOf(metBy[0] ?? '') !== chapter) continue;
    test.describe(`${metBy.map((each) => `<${each}>`).join('')} ${clause}: ${phrase}`, () => {
      let session: Promise<Session> | undefined;
      test.use({
        session: async ({}, use) => {
          session ??= openMock({ faults: [phrase] }, 1500, undefined, undefined, {
            depth: depthOf(fault),
          });
          await use(await session);
        },
      });
      test.afterAll(async () => (await session)?.close());

      // What a defect turns red is the reporter's to judge: a failure here must not cost a new worker each.
      test.afterEach(({}, testInfo) => {
        testInfo.expectedStatus = testInfo.status ?? 'passed';
      });

      for (const each of new Set([...metBy.map(chapterOf), 'wrap-up'])) castAgain(each);
    });
  }
}

function chapterOf(clause: string): string {
  return clause.split('.')[0] ?? '';
}

function castAgain(chapter: string): void {
  const file = resolve(__dirname, '..', '..', `${chapter}.spec.ts`);
  delete require.cache[file];
  require(file);
}
