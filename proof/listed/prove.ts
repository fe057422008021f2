import { test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import type { Clause, Need } from '../../spec/clause';
import { chapters } from '../../spec/ledger';
import type { Session } from '../../src/drive/run/session';
import type { Target } from '../../src/drive/target';
import { groupedBy } from '../../src/judge/grouped';
import mockTarget from '../../tests/targets/mock';
import { allChecks, chapterOf } from '../helpers/all-checks';
import { foundBy } from '../helpers/found';
import { openMock } from '../helpers/open-mock';
import { runChecks } from '../helpers/run-checks';
import { asked, depthOf, isAskedFor } from './asked';
import { LISTED, type Result } from './kills';

/** The name under which a test leaves its results for the reporter. */
export const RESULTS = 'results';

/**
 * Registers a test for every defect that this chapter meets first: it runs the checks of the clauses that must meet the
 * defect; and one for its own clauses where no more is given than these list.
 */
export function proveChapter(chapter: keyof typeof chapters): void {
  for (const fault of asked) {
    const { clause, phrase, metBy } = fault;
    if (chapterOf(metBy[0] ?? '') !== chapter) continue;
    const open = () => openMock({ faults: [phrase], depth: depthOf(fault) });
    meet(`${clause}: ${phrase}`, phrase, open, metBy);
  }
  const listing = Object.entries<Clause>(chapters[chapter].clauses).flatMap(([id, clause]) =>
    isAskedFor(id) && (clause.level === 'must' || clause.level === 'advice')
      ? { id, needs: clause.needs ?? [] }
      : [],
  );
  for (const alike of groupedBy(listing, ({ needs }) => [...needs].sort().join())) {
    const ids = alike.map(({ id }) => id);
    meet(`${ids[0]}: ${LISTED}`, LISTED, () => givenOnly(alike[0].needs), ids);
  }
}

function meet(title: string, phrase: string, open: () => Promise<Session>, clauses: readonly string[]): void {
  test(title, async ({}, testInfo) => {
    const session = await open();
    const checks = allChecks.filter(({ clause }) => clauses.includes(clause));
    const results = await runChecks(session, checks, { apart: true });
    await session.close();
    const rows = results.map((result): Result => {
      const { title, level, clause, cost } = result.planned;
      return { phrase, title, tags: [`@${level}`, `@${clause}`, `@${cost}`], ...foundBy(result) };
    });
    await testInfo.attach(RESULTS, { body: JSON.stringify(rows), contentType: 'application/json' });
  });
}

/** A session with a sound mock, of whose target file and keys it has only what is needed. */
async function givenOnly(needs: readonly Need[]) {
  const has = (need: Need) => needs.includes(need);
  const { text, job, workflow, run, ...more } = mockTarget;
  const { submit, id, state, result } = job;
  const target: Target = {
    ...more,
    ...(has('text') && { text }),
    ...(needs.some((need) => need.startsWith('job')) && {
      job: { submit, id, ...(has('job.state') && { state }), ...(has('job.result') && { result }) },
    }),
    ...(has('workflow') && { workflow }),
    ...(has('run') && { run }),
  };
  const session = await openMock({ target });
  const keys = Object.entries(mockKeys).filter(([name]) => name === 'API_KEY' || has(name as Need));
  return { ...session, keys: Object.fromEntries(keys) };
}
