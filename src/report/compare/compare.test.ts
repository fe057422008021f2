import { expect, test } from '@playwright/test';
import { conformanceHere } from '../../../proof/helpers/process';
import { conformingChecks } from '../../../proof/helpers/reports-runs';
import { aRecord, aRejection, saved } from '../../../proof/helpers/saved-records';
import type { CheckRun } from '../../judge/data/run';
import { compare } from './comparison';

const wrong = (verdict: 'conforms' | 'violates') => aRejection(verdict);

/** Returns the record of the usual checks and these. */
const runSummary = (...checks: CheckRun[]) => aRecord([...conformingChecks(), ...checks]);

test('a target is identified by its NAME, or by its address without one', () => {
  const at = (settings: { target: string; name?: string }) => aRecord(conformingChecks(), { settings });
  const before = at({ target: 'https://a.example', name: 'staging-eu' });
  expect(compare(before, at({ target: 'https://b.example', name: 'staging-eu' })).parity).toBe(false);
  expect(compare(before, at({ target: 'https://a.example' })).parity).toBe(true);
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
    expect(await conformanceHere('compare', [file('good.json'), file(name)])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^[^\\n]*${name} ${words}[^\\n]*\\n$`)),
    });
});
