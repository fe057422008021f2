import { expect, test } from '@playwright/test';
import { conformanceHere } from '../../../proof/helpers/process';
import {
  anError,
  anObservedCheck,
  anUndecidedCheck,
  conformingChecks,
  disturbed,
  lacking,
  unjudged,
} from '../../../proof/helpers/reports-runs';
import { aRecord, aRejection, expectRejection, saved } from '../../../proof/helpers/saved-records';
import type { Observations, Unjudged } from '../../judge/data/evidence';
import type { CheckRun } from '../../judge/data/run';
import { compare } from './comparison';
import { comparisonLines } from './comparison-text';
import type { SavedRecord } from './saved-record';

const wrong = (verdict: 'conforms' | 'violates') => aRejection(verdict);
const revoked = (verdict: 'conforms' | 'violates') =>
  aRejection(verdict, 'a revoked key is refused', 'auth.key.inactive');

/** Returns the record of the usual checks and these. */
const runSummary = (...checks: CheckRun[]) => aRecord([...conformingChecks(), ...checks]);

/** Returns the kind and the clause of every difference; for a fault, its first clause. */
const changes = (before: SavedRecord, after: SavedRecord) =>
  compare(before, after).differences.map(({ kind, clause }) => `${kind}: ${clause}`);

/** Returns what `compare` prints of two records. */
const printed = (before: SavedRecord, after: SavedRecord): string[] =>
  comparisonLines(
    compare(before, after),
    { file: 'before.json', record: before },
    { file: 'after.json', record: after },
  );

const kept = [...conformingChecks(), wrong('conforms'), revoked('conforms')];

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

const undecided = (why: Unjudged) => [
  anUndecidedCheck('auth.key.wrong', 'a wrong key is refused', why),
  revoked('conforms'),
];
const both = [wrong('conforms'), revoked('conforms')];
const broken = [wrong('violates'), revoked('conforms')];
const notTested = undecided(lacking('API_KEY'));
const failing = undecided(disturbed);
const otherwise = { status: 404, answer: anError('not_found') };
const again = [...broken, aRejection('violates', 'a wrong key reads no job')];
const elsewise = [aRejection('violates', undefined, undefined, otherwise), revoked('conforms')];
const rows: [what: string, before: CheckRun[], after: CheckRun[], kinds: string[], worse: boolean][] = [
  ['a new violation', both, broken, ['new fault'], true],
  ['a fixed violation', broken, both, ['fixed'], false],
  ['a failure that more checks show', broken, again, [], false],
  ['a failure with another response', broken, elsewise, ['new fault', 'fixed'], true],
  ['a clause that is no longer tested', both, notTested, ['another verdict'], true],
  ['a clause that is newly tested', notTested, both, ['another verdict'], false],
  ['a clause that can no longer be judged', both, failing, ['another verdict'], true],
  // It is not called fixed.
  ['a fault that can no longer be judged', broken, undecided(unjudged('blocked')), ['another verdict'], true],
  ['a clause that can be judged again', failing, both, ['another verdict'], false],
];
for (const [what, before, after, kinds, worse] of rows) {
  test(`${kinds.length > 0 ? 'names' : 'does not name'} ${what} and calls it ${worse ? '' : 'not '}worse`, () => {
    const [one, two] = [runSummary(...before), runSummary(...after)];
    expect(changes(one, two)).toEqual(kinds.map((kind) => `${kind}: auth.key.wrong`));
    expect(compare(one, two).worse).toBe(worse);
  });
}

test('calls a target not worse where it lacks an account, and worse where it has a fault', () => {
  const mock = aRecord(kept, { settings: { target: 'built-in mock' } });
  expect(compare(mock, runSummary(revoked('conforms')))).toMatchObject({ parity: true, worse: false });
  expect(compare(mock, runSummary(wrong('violates')))).toMatchObject({ parity: true, worse: true });
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
