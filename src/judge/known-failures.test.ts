import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { mockTarget, type Project, test } from '../../proof/helpers/reports-project';
import { saved } from '../../proof/helpers/saved-records';
import type { KnownFailure } from './known-failures';

/** One fault is one entry, which the run prints; another fault, and one that is mended, fail the run. */

const fault = 'insufficient_credits has the status 403';

/** The checks that these faults break: a part of a run. */
const some = ['--grep', 'credits\\.insufficient|jobs\\.lookup\\.unknown'];

async function runOn(faults: string[], suite: Project, known?: unknown[], words: string[] = []) {
  await using mock = await startMock({ faults });
  const list = known && { KNOWN_FAILURES: saved(test.info(), { 'known.json': known })('known.json') };
  return await suite.run(['test', ...words], {
    BASE_URL: mock.url,
    TARGET: mockTarget,
    ...mockKeys,
    ...list,
  });
}

const entriesIn = (output: string): KnownFailure[] =>
  [...output.matchAll(/^ {2}(?:Accept)? +(\{"clause".*\})$/gm)].map(([, entry = '']) => JSON.parse(entry));

test('402 sent as 403 is one entry, which the run prints', async ({ suite }) => {
  test.setTimeout(600_000);
  const unknown = await runOn([fault], suite, undefined, some);
  expect(unknown.code).toBe(1);
  const entries = entriesIn(unknown.stdout);
  expect(entries.map(({ clause }) => clause)).toEqual(['credits.insufficient']);
  expect(suite.read('out/index.html')).toContain('<dt>Accept</dt>');

  const known = await runOn([fault], suite, entries, some);
  expect([known.code, known.stdout]).toEqual([0, expect.stringContaining('[known failure]')]);
  expect(known.stdout).not.toContain('[access]');

  const beside = await runOn([fault, 'not_found has the status 403'], suite, entries, some);
  expect(beside.code).toBe(1);
  expect(beside.stdout).toContain('[known failure]');
  expect(entriesIn(beside.stdout)).toEqual([
    expect.objectContaining({ fault: expect.stringContaining('received 403 not_found') }),
  ]);
});

test('a wrong key that is accepted everywhere is one entry, and at an operation that it does not name it is news', async ({
  suite,
}) => {
  test.setTimeout(600_000);
  const accepted = 'only the first 24 characters of a key are compared';
  const keys = ['--grep', 'auth\\.key\\.wrong'];
  const unknown = await runOn([accepted], suite, undefined, keys);
  expect(unknown.code).toBe(1);
  const entries = entriesIn(unknown.stdout);
  expect(entries).toEqual([
    expect.objectContaining({
      clause: 'auth.key.wrong',
      fault: 'auth.key.wrong: expected 401 invalid_api_key, received a success',
      operations: ['credits', 'models', 'job', 'run', 'text', 'submit', 'workflow'],
    }),
  ]);

  const known = await runOn([accepted], suite, entries, keys);
  expect([known.code, known.stdout]).toEqual([0, expect.stringContaining('[known failure]')]);
  expect(known.stdout).not.toContain('[access]');

  const but = entries.map((entry) => ({ ...entry, operations: entry.operations?.slice(1) }));
  const beside = await runOn([accepted], suite, but, keys);
  expect(beside.code).toBe(1);
  expect(entriesIn(beside.stdout)).toEqual([expect.objectContaining({ operations: ['credits'] })]);

  const mended = await runOn(['the reading of credits takes any key'], suite, entries);
  expect(mended.stdout).toContain('received a success (models): now conforms: remove the operation');
  expect(mended.stdout).not.toContain('received a success (credits): now');
});
