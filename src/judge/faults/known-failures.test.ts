import { expect, test } from '@playwright/test';
import { reportOn } from '../../../proof/helpers/run-checks';
import { pageOf } from '../../report/page/page';
import { details, outcomeLines } from '../../report/terminal';
import { rejectedWith } from '../data/expectation';
import type { KnownFailure } from './known-failures';

// Each fault is one entry, which the run prints. A different fault fails the run, and so does a fixed one.

/** Runs some checks on a mock with these defects, and returns the report and what the terminal shows of it. */
async function runOn(defects: string[], checks: RegExp, entries: KnownFailure[] = []) {
  const report = await reportOn({ defects, known: entries }, checks);
  return {
    outcome: report.outcome,
    page: pageOf(report),
    entries: report.faults.flatMap((fault) => (fault.verdict === 'violates' ? fault.entries : [])),
    text: [...details(report), ...outcomeLines(report, null)].join('\n'),
  };
}

test('403 instead of 402 is one entry, which the run prints', async () => {
  const fault = 'insufficient_credits has the status 403';
  const some = /^(credits\.insufficient|jobs\.lookup\.unknown)$/;
  const unknown = await runOn([fault], some);
  expect(unknown.outcome.exitCode).toBe(1);
  expect(unknown.entries.map(({ clause }) => clause)).toEqual(['credits.insufficient']);
  expect(unknown.page).toContain('<dt>Tolerate</dt>');
  expect(unknown.text).toContain(`Tolerate  ${JSON.stringify(unknown.entries[0])}`);

  const known = await runOn([fault], some, unknown.entries);
  expect(known.outcome.exitCode).toBe(0);
  expect(known.text).toContain('[known failure]');
  expect(known.text).not.toContain('[access without a valid key]');

  const beside = await runOn([fault, 'not_found has the status 403'], some, unknown.entries);
  expect(beside.outcome.exitCode).toBe(1);
  expect(beside.text).toContain('[known failure]');
  expect(beside.entries).toEqual([
    expect.objectContaining({
      fault: expect.objectContaining({ received: expect.objectContaining({ what: '403 not_found' }) }),
    }),
  ]);
});

test('of a fault with many entries, the terminal prints five and the number of the others; the page has all', async () => {
  const { entries, text, page } = await runOn(
    ['the type is the code with `_error`'],
    /^(auth|credits|jobs)\./,
  );
  expect(entries.length).toBeGreaterThan(5);
  expect(text.match(/Tolerate {2}\{|\n {12}\{/g)).toHaveLength(5);
  expect(text).toContain(`\n            and ${entries.length - 5} more entries, on the page\n`);
  expect(page.match(/&quot;expires&quot;:/g)).toHaveLength(entries.length);
});

test('a wrong key that is accepted everywhere is one entry, which excuses only the operations that it names', async () => {
  const accepted = 'only the first 24 characters of a key are compared';
  const keys = /^auth\.key\.wrong$/;
  const unknown = await runOn([accepted], keys);
  expect(unknown.outcome.exitCode).toBe(1);
  expect(unknown.entries).toEqual([
    expect.objectContaining({
      clause: 'auth.key.wrong',
      fault: {
        clause: 'auth.key.wrong',
        expected: rejectedWith(401, 'invalid_api_key'),
        received: 'accepted',
      },
    }),
  ]);

  const named = unknown.entries.flatMap(({ operations }) => operations ?? []);
  expect(named.toSorted()).toEqual(['credits', 'job', 'models', 'run', 'submit', 'text', 'workflow']);

  const known = await runOn([accepted], keys, unknown.entries);
  expect(known.outcome.exitCode).toBe(0);
  expect(known.text).toContain('[known failure]');
  expect(known.text).not.toContain('[access without a valid key]');

  const but = unknown.entries.map(({ operations = [], ...entry }) => ({
    ...entry,
    operations: operations.filter((each) => each !== 'credits'),
  }));
  const beside = await runOn([accepted], keys, but);
  expect(beside.outcome.exitCode).toBe(1);
  expect(beside.entries).toEqual([expect.objectContaining({ operations: ['credits'] })]);

  const mended = await runOn(['the reading of credits takes any key'], keys, unknown.entries);
  expect(mended.text).toContain('"accepted"} (models): now conforms: remove the operation');
  expect(mended.text).not.toContain('"accepted"} (credits): now');
});
