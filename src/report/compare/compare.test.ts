import { expect, test } from '@playwright/test';
import { conformanceHere } from '../../../proof/helpers/process';
import { anObservedCheck, conformingChecks } from '../../../proof/helpers/reports-runs';
import { aRecord, aRejection, expectRejection, saved } from '../../../proof/helpers/saved-records';
import type { Observations } from '../../judge/data/evidence';
import type { CheckRun } from '../../judge/data/run';
import { compare } from './comparison';
import { comparisonLines } from './comparison-text';
import type { SavedRecord } from './saved-record';

const wrong = (verdict: 'conforms' | 'violates') => aRejection(verdict);
const revoked = (verdict: 'conforms' | 'violates') =>
  aRejection(verdict, 'a revoked key is refused', 'auth.key.inactive');

/** Returns the record of the usual checks and these. */
const runSummary = (...checks: CheckRun[]) => aRecord([...conformingChecks(), ...checks]);

/** Returns what `compare` prints of two records. */
const printed = (before: SavedRecord, after: SavedRecord): string[] =>
  comparisonLines(
    compare(before, after),
    { file: 'before.json', record: before },
    { file: 'after.json', record: after },
  );

test('a target is identified by its NAME, or by its address without one', () => {
  const at = (settings: { target: string; name?: string }) => aRecord(conformingChecks(), { settings });
  const before = at({ target: 'https://a.example', name: 'staging-eu' });
  expect(compare(before, at({ target: 'https://b.example', name: 'staging-eu' })).parity).toBe(false);
  expect(compare(before, at({ target: 'https://a.example' })).parity).toBe(true);
});

test('a comparison of two runs says what differs, and the verdict last', () => {
  const seen = (observations: Observations) =>
    anObservedCheck('unspecified.routes.unknown', 'an unknown route', observations);
  const before = runSummary(
    wrong('violates'),
    revoked('conforms'),
    seen({ 'unknown route': ['404, {error}'] }),
  );
  const after = runSummary(wrong('conforms'), revoked('violates'), seen({ 'unknown route': ['200, []'] }));
  expect(printed(before, after).slice(2)).toEqual([
    '',
    'NEW FAULTS',
    '',
    '- GET /v1/credits accepts a revoked key: expected 401 invalid_api_key, received 200 [access without a valid key]',
    '  Request   GET /v1/credits, sent with owner',
    '  Response  200 {"credits":100}',
    '',
    'FIXED FAULTS',
    '',
    '- GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200 [access without a valid key]',
    '  Request   GET /v1/credits, sent with owner',
    '  Response  200 {"credits":100}',
    '',
    'UNSPECIFIED RESPONSES THAT CHANGED',
    '',
    '- unspecified.routes.unknown: 404 → 200',
    '  Seen      unknown route',
    '',
    'worse: new faults (1), fixed faults (1), unspecified responses that changed (1)',
  ]);
});

test('compare exits 1 if a run is worse and 0 if not, and prints JSON for machines', async ({}, testInfo) => {
  const file = saved(testInfo, {
    'good.json': runSummary(wrong('conforms')),
    'bad.json': runSummary(wrong('violates')),
  });
  const worse = await conformanceHere('compare', [file('good.json'), file('bad.json')]);
  expect(worse).toMatchObject({ code: 1, stderr: '' });
  const sentence = 'GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200';
  expect(worse.stdout).toContain(sentence);
  const json = await conformanceHere('compare', [file('good.json'), file('bad.json'), '--json']);
  expect(json).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(json.stdout)).toMatchObject({
    worse: true,
    parity: false,
    differences: [{ kind: 'new fault', clause: 'auth.key.wrong', words: sentence, worse: true }],
  });
  expect((await conformanceHere('compare', [file('bad.json'), file('good.json')])).code).toBe(0);
});

test('compare names a file that it cannot use in one line and exits 2', async ({}, testInfo) => {
  const good = runSummary();
  const { run: _, ...half } = good;
  const file = saved(testInfo, {
    'good.json': good,
    'text.json': 'not JSON {',
    'foreign.json': { name: 'something else', version: 2 },
    'newer.json': { ...good, version: good.version + 1 },
    'half.json': half,
  });
  for (const [name, words] of [
    ['none.json', 'cannot be read: there is no such file'],
    ['text.json', 'is not JSON'],
    ['foreign.json', 'is not the conformance.json of a run: result is missing'],
    ['newer.json', `is of version ${good.version + 1}`],
    ['half.json', 'is not the conformance.json of a run: run is missing'],
  ] as const)
    expectRejection(await conformanceHere('compare', [file('good.json'), file(name)]), `${name} ${words}`);
});
