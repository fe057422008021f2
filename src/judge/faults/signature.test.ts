import { expect, test } from '@playwright/test';
import type { Expectation } from '../data/expectation';
import { signatureOf } from './signature';

const signature = (expected: Expectation) => signatureOf({ clause: 'jobs.lookup.own', expected });

for (const [expected, ofOneRun] of [
  [{ kind: 'charged' }, { unfinished: 'failed', coarse: true, settled: true }],
  [{ kind: 'cheaper' }, { unfinished: true, settled: true }],
  [{ kind: 'value', part: 'job.state' }, { patient: true }],
  [{ kind: 'tiers', word: 'acme' }, { paged: true }],
  // A field that no kind has yet, such as the ID that a response must hold.
  [{ kind: 'identifier', name: 'job_id', type: 'string' }, { id: 'job_7f3a' }],
  [{ kind: 'success' }, { id: 'job_7f3a' }],
] satisfies [Expectation, object][])
  test(`the signature of a failed "${expected.kind}" is the same whatever this one run learnt: ${Object.keys(ofOneRun)}`, () =>
    expect(signature({ ...expected, ...ofOneRun } as Expectation)).toBe(signature(expected)));

test('the signature depends on what is expected of every run', () => {
  const expectations: Expectation[] = [
    { kind: 'identifier', name: 'job_id', type: 'string' },
    { kind: 'identifier', name: 'run_id', type: 'string' },
    { kind: 'value', part: 'job.state' },
    { kind: 'value', part: 'job.result' },
    { kind: 'uncharged' },
    { kind: 'uncharged', ofAnother: true },
  ];
  expect(new Set(expectations.map(signature)).size).toBe(expectations.length);
});
