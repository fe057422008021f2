import { expect, test } from '@playwright/test';
import { aJudgedCheck, anError, aReport, aRun } from '../../../proof/helpers/reports-runs';
import { pageOf } from '../../report/page/page';
import { details, outcomeLines } from '../../report/terminal';
import type { CheckRun } from '../data/run';
import { suiteInfo } from '../data/suite-info';
import type { KnownFailure } from './known-failures';

/** Returns the report of these checks, the entries of its faults, and what the terminal and the page show. */
function shown(checks: CheckRun[], known: KnownFailure[] = []) {
  const report = aReport(aRun(checks), {}, known);
  return {
    exitCode: report.outcome.exitCode,
    entries: report.faults.flatMap((fault) => (fault.verdict === 'violates' ? fault.entries : [])),
    page: pageOf(report),
    text: [...details(report), ...outcomeLines(report, null)].join('\n'),
  };
}

/** A check of wrong keys at an operation, which are accepted or rejected there. */
const wrongKey = (operation: 'credits' | 'models', isAccepted: boolean) =>
  aJudgedCheck('auth.key.wrong', `a wrong key at ${operation}`, {
    operation,
    path: `/v1/${operation}`,
    actor: 'probe',
    variable: null,
    ...(isAccepted ? { answer: [{ id: 'm' }] } : { status: 401, answer: anError('invalid_api_key') }),
  });

test('a wrong key that is accepted at two operations is one entry, which excuses only the operations it names', () => {
  const everywhere = [wrongKey('credits', true), wrongKey('models', true)];
  const unknown = shown(everywhere);
  expect(unknown.exitCode).toBe(1);
  expect(unknown.entries).toMatchObject([
    { clause: 'auth.key.wrong', fault: { received: 'accepted' }, operations: ['credits', 'models'] },
  ]);
  expect(unknown.page).toContain('<summary>Tolerate it for now');
  expect(unknown.text).toContain(`Tolerate  ${JSON.stringify(unknown.entries[0])}`);

  const known = shown(everywhere, unknown.entries);
  expect(known.exitCode).toBe(0);
  expect(known.text).toContain('[known failure]');
  expect(known.text).not.toContain('[access without a valid key]');

  const but = shown(
    everywhere,
    unknown.entries.map((entry) => ({ ...entry, operations: ['models'] })),
  );
  expect([but.exitCode, but.entries]).toMatchObject([1, [{ operations: ['credits'] }]]);

  const mended = shown([wrongKey('credits', true), wrongKey('models', false)], unknown.entries);
  expect(mended.text).toContain('"accepted"} (models): now conforms: remove the operation');
  expect(mended.text).not.toContain('"accepted"} (credits): now');
});

test('of a fault with many entries, the terminal prints five and the number of the others; the page has all', () => {
  const odd = Object.entries(suiteInfo.codes).map(([code, status]) =>
    aJudgedCheck('auth.header.required', `${code} in place of missing_api_key`, {
      variable: null,
      status,
      answer: anError(code),
    }),
  );
  const { entries, text, page } = shown(odd);
  expect(entries.length).toBeGreaterThan(5);
  expect(text.match(/Tolerate {2}\{|\n {12}\{/g)).toHaveLength(5);
  expect(text).toContain(`\n            and ${entries.length - 5} more entries, on the page\n`);
  expect(page.match(/&quot;expires&quot;:/g)).toHaveLength(entries.length);
});
