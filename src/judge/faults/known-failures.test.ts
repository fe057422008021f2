import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { aJudgedCheck, anError, aReport, aRun } from '../../../proof/helpers/reports-runs';
import { knownFailuresOf } from '../../report/known-failures-file';
import { pageOf } from '../../report/page/page';
import { details, outcomeLines } from '../../report/terminal';
import { faultsIn, viewOf } from '../../report/view';
import { loadKnownFailures } from '../../setup/load-known-failures';
import type { CheckRun } from '../data/run';
import { suiteInfo } from '../data/suite-info';
import type { KnownFailure } from './known-failures';

/** Returns the report of these checks, the entries of its faults, and what the terminal and the page show. */
function shown(checks: CheckRun[], known: KnownFailure[] = []) {
  const report = aReport(aRun(checks), {}, known);
  return {
    exitCode: report.outcome.exitCode,
    known: report.known,
    entries: faultsIn(viewOf(report)).flatMap(({ entry }) => entry ?? []),
    page: pageOf(report),
    file: knownFailuresOf(report),
    text: [...details(report), ...outcomeLines(report, 'out')].join('\n'),
  };
}

const rejected = { status: 401, answer: anError('invalid_api_key') };
const accepted = { answer: [{ id: 'm' }] };

/** A check of wrong keys at an operation, and what it gets there. */
const wrongKey = (operation: 'credits' | 'models', got: { status?: number; answer: unknown }) =>
  aJudgedCheck('auth.key.wrong', `a wrong key at ${operation}`, {
    ...{ operation, path: `/v1/${operation}`, actor: 'probe', variable: null, ...got },
  });

test('a wrong key that is accepted at two operations is one entry, which excuses only the operations it names', () => {
  const everywhere = [wrongKey('credits', accepted), wrongKey('models', accepted)];
  const unknown = shown(everywhere);
  expect(unknown.exitCode).toBe(1);
  expect(unknown.entries).toEqual([
    {
      fault: 'a wrong key is accepted',
      at: ['models', 'credits'],
      reason: 'found on 2026-11-02; say here why it is accepted',
      expires: '2026-12-02',
    },
  ]);
  expect(unknown.page).toContain('<summary>Tolerate it for now');
  expect(unknown.text.match(/out\/known-failures\.yaml/g)).toHaveLength(1);

  const known = shown(everywhere, unknown.entries);
  expect(known.exitCode).toBe(0);
  expect(known.text).toContain('[known failure]');
  expect(known.text).not.toContain('[access without a valid key]');
  expect(known.text).not.toContain('known-failures.yaml');
  expect(known.file).toBeNull();

  const ofModels = unknown.entries.map((entry): KnownFailure => ({ ...entry, at: ['models'] }));
  const but = shown(everywhere, ofModels);
  expect([but.exitCode, but.entries]).toMatchObject([1, [{ at: ['credits'] }]]);

  const mended = shown([wrongKey('credits', accepted), wrongKey('models', rejected)], unknown.entries);
  expect(mended.known.problems).toEqual([
    'KNOWN_FAILURES: a wrong key is accepted, at GET /v1/models: no longer occurs: remove models from its `at`',
  ]);
});

test('the list that a run writes names each fault, and makes all of them known failures', ({}, testInfo) => {
  const odd = Object.entries(suiteInfo.codes).map(([code, status]) =>
    aJudgedCheck('auth.header.required', `${code} in place of missing_api_key`, {
      ...{ variable: null, status, answer: anError(code) },
    }),
  );
  const checks = [...odd, wrongKey('credits', accepted), wrongKey('models', accepted)];
  const { entries, page, file } = shown(checks);
  expect(entries.length).toBeGreaterThan(5);
  expect(page.match(/&quot;expires&quot;:/g)).toHaveLength(entries.length);
  expect(file?.match(/^# GET .*$/gm)).toHaveLength(entries.length);
  const path = testInfo.outputPath('list.yaml');
  writeFileSync(path, file ?? '');
  expect(loadKnownFailures(path, new Date('2026-11-02'))).toEqual({ entries, problems: [] });
  expect(loadKnownFailures(path, new Date('2026-12-04')).problems).toHaveLength(entries.length);
  expect(shown(checks, entries).exitCode).toBe(0);
});

test('no text of the service is in an entry', () => {
  const named = aJudgedCheck('auth.key.wrong', 'it', {
    ...{ status: 401, answer: anError('Secret0Key\n- clause: "x"') },
  });
  const { file } = shown([named]);
  expect(file).toContain('- fault: errors.code.listed');
  expect(file).not.toContain('Secret0Key');
});
