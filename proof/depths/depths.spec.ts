import { test } from '@playwright/test';
import { allChecks } from '../helpers/all-checks';
import { foundBy } from '../helpers/found';
import { openMock } from '../helpers/open-mock';
import { runChecks } from '../helpers/run-checks';
import { askedPairs, defects, depth, nameOf } from './pairs';
import { keysOf, targetOf } from './targets';

/** The name under which a test leaves the clauses that it saw broken. */
const REPORTED = 'reported';

for (const pair of askedPairs) {
  const defect = defects[pair.defect];
  if (defect === undefined) continue;
  const { change, seed, clauses } = defect;
  test(nameOf(pair), async ({}, testInfo) => {
    const opened = await openMock({ variant: change, target: targetOf(pair.target), seed, depth });
    const session = { ...opened, keys: keysOf(pair.target, opened.keys) };
    const checks = allChecks.filter(({ clause }) => clauses.includes(clause));
    const results = await runChecks(session, checks, { apart: true });
    await session.close();
    const violated = results
      .flatMap((result) => foundBy(result).findings)
      .filter(({ clause, verdict }) => verdict === 'violates' && clauses.includes(clause))
      .map(({ clause }) => clause);
    const body = JSON.stringify([...new Set(violated)].sort());
    await testInfo.attach(REPORTED, { body, contentType: 'application/json' });
  });
}
