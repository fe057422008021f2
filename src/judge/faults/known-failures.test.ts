import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { aJudgedCheck, anError, aReport, aRun } from '../../../proof/helpers/reports-runs';
import { loadKnownFailures } from '../../drive/setup/load-known-failures';
import { knownFailuresOf } from '../../report/known-failures-file';
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
    file: knownFailuresOf(report, (text) => text),
    text: [...details(report), ...outcomeLines(report, 'out')].join('\n'),
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
  expect(unknown.text.match(/out\/known-failures\.yaml/g)).toHaveLength(1);
  expect(unknown.text).not.toContain('"clause":');

  const known = shown(everywhere, unknown.entries);
  expect(known.exitCode).toBe(0);
  expect(known.text).toContain('[known failure]');
  expect(known.text).not.toContain('[access without a valid key]');
  expect(known.text).not.toContain('known-failures.yaml');
  expect(known.file).toBeNull();

  const but = shown(
    everywhere,
    unknown.entries.map((entry) => ({ ...entry, operations: ['models'] })),
  );
  expect([but.exitCode, but.entries]).toMatchObject([1, [{ operations: ['credits'] }]]);

  const mended = shown([wrongKey('credits', true), wrongKey('models', false)], unknown.entries);
  expect(mended.text).toContain('"accepted"} (models): now conforms: remove the operation');
  expect(mended.text).not.toContain('"accepted"} (credits): now');
});

test('the list that a run writes names each fault, and makes all of them known failures', ({}, testInfo) => {
  const odd = Object.entries(suiteInfo.codes).map(([code, status]) =>
    aJudgedCheck('auth.header.required', `${code} in place of missing_api_key`, {
      variable: null,
      status,
      answer: anError(code),
    }),
  );
  const checks = [...odd, wrongKey('credits', true), wrongKey('models', true)];
  const { entries, page, file } = shown(checks);
  expect(entries.length).toBeGreaterThan(5);
  expect(page.match(/&quot;expires&quot;:/g)).toHaveLength(entries.length);
  expect(file?.match(/^# (?:GET|The service) .*$/gm)).toEqual([
    '# GET /v1/credits accepts a wrong key [access without a valid key]',
    '# GET /v1/credits rejects a request without the Authorization header, but with the wrong error [wrong response]',
  ]);
  const path = testInfo.outputPath('list.yaml');
  writeFileSync(path, file ?? '');
  expect(loadKnownFailures(path, new Date('2026-11-02'))).toEqual({ entries, problems: [] });
  expect(loadKnownFailures(path, new Date('2026-12-04')).problems).toHaveLength(entries.length);
  expect(shown(checks, entries).exitCode).toBe(0);
});

test('texts of the service in an entry are masked, and end no line of the list', () => {
  const named = aJudgedCheck('auth.key.wrong', 'it', {
    status: 401,
    answer: anError('Secret0Key\n- clause: "x"'),
  });
  const report = aReport(aRun([named]));
  const file = knownFailuresOf(report, (text) => text.replaceAll('Secret0Key', '[API_KEY]')) ?? '';
  expect(file).toContain('[API_KEY]');
  expect(file).not.toContain('Secret0Key');
  expect(file).not.toMatch(/^- clause: "x"/m);
});
