import { expect, test } from '@playwright/test';
import { ledger } from '../../spec/ledger';
import { allChecks } from '../helpers/all-checks';
import { caseOf, runChecks } from '../helpers/run-checks';
import { parts } from './mistake';
import { placedMistakes, problemsOf } from './mistakes';
import { approachOf } from './open';
import { type Row, refused, rowOf } from './row';

/** The name under which a test leaves its row of the table. */
const ROW = 'row';

// A mistake that lets a run begin: every must check that it can reach, as whoever made it would run it.
for (const mistake of placedMistakes)
  test(mistake.name, async ({}, testInfo) => {
    const row = (await refused(mistake)) ?? (await driven());
    await testInfo.attach(ROW, { body: JSON.stringify(row), contentType: 'application/json' });
    expect(row.wrong).toBeUndefined();

    async function driven(): Promise<Row> {
      expect(problemsOf(mistake)).toEqual([]);
      const { session } = await approachOf(mistake);
      const reached = allChecks.filter(
        ({ clause }) => ledger[clause].level === 'must' && parts[mistake.part].reaches.test(clause),
      );
      const results = await runChecks(session, reached);
      await session.close();
      return rowOf(mistake, results.map(caseOf));
    }
  });
