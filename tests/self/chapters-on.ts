import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Session } from '../drive/run/session';
import { test } from '../drive/test';

export const chapterOf = (clause: string) => clause.split('.')[0] ?? '';

/**
 * Registers the cases of the chapters of these clauses again, with those that are asked last, under a describe block
 * that names the clauses and what is wrong; the configuration's grep leaves only the cases that cite them.
 * @param open opens what all of them are sent to
 */
export function chaptersOn(open: () => Promise<Session>, clauses: readonly string[], title: string): void {
  test.describe(`${clauses.map((each) => `<${each}>`).join('')} ${title}`, () => {
    let session: Promise<Session> | undefined;
    test.use({
      session: async ({}, use) => {
        session ??= open();
        const opened = await session;
        // Each case is to show a breach by itself, whichever met it before.
        opened.coordinator.redBy = (_breach, own) => own;
        await use(opened);
      },
    });
    test.afterAll(async () => (await session)?.close());

    // What a defect turns red is the reporter's to judge: a failure here must not cost a new worker each.
    test.afterEach(({}, testInfo) => {
      testInfo.expectedStatus = testInfo.status ?? 'passed';
    });

    for (const each of new Set([...clauses.map(chapterOf), 'wrap-up'])) registerAgain(each);
  });
}

function registerAgain(chapter: string): void {
  const file = resolve(__dirname, '..', `${chapter}.spec.ts`);
  // A chapter whose clauses the cases of others cite has no file.
  if (!existsSync(file)) return;
  delete require.cache[file];
  require(file);
}
