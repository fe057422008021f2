import { test } from '@playwright/test';
import type { Session } from '../../src/drive/run/session';
import { allChecks } from '../helpers/all-checks';
import { type Found, foundBy } from '../helpers/found';
import { runChecks } from '../helpers/run-checks';

/** The name under which a test leaves what its checks came to. */
export const RESULTS = 'results';

/** What a check came to on a variant. */
export interface VariantResult extends Found {
  title: string;
  clause: string;
  advised: boolean;
  status: 'passed' | 'failed' | 'skipped';
}

/**
 * Registers a test that runs the suite, or the checks of these clauses, in this process.
 * @param open opens what all of them are sent to
 */
export function runOn(name: string, open: () => Promise<Session>, clauses = /^/): void {
  test(name, async ({}, testInfo) => {
    const session = await open();
    const results = await runChecks(
      session,
      allChecks.filter(({ clause }) => clauses.test(clause)),
    );
    await session.close();
    const rows = results.map((result): VariantResult => {
      const { planned, conclusion } = result;
      const { failures, skip } = conclusion;
      return {
        title: planned.title,
        clause: planned.clause,
        advised: planned.level === 'advice',
        status: failures.length > 0 ? 'failed' : skip === undefined ? 'passed' : 'skipped',
        ...foundBy(result),
      };
    });
    await testInfo.attach(RESULTS, { body: JSON.stringify(rows), contentType: 'application/json' });
  });
}
