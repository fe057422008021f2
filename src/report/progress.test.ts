import { setTimeout as pause } from 'node:timers/promises';
import { expect, type TestInfo, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import type { Change } from '../../mock/behaviour';
import { startMock } from '../../mock/server';
import { twentyIn } from '../../proof/catalogue/variants/pace';
import { changedTarget, theSuite } from '../../proof/helpers/reports-project';
import { Progress } from './progress';

test('a case that takes long says so, each time that it has taken twice as long', async () => {
  const said: string[] = [];
  const progress = new Progress((words) => said.push(words), 100);
  progress.checkBegan('slow');
  while (said.length < 3) await pause(10);
  progress.checkEnded();
  expect(said).toEqual(Array(3).fill(expect.stringMatching(/^still at "slow" after \d+ s$/)));
  await pause(500);
  expect(said).toHaveLength(3);
});

test('of waits that are alike and at once, one is told, and the case says nothing beside', async () => {
  const said: string[] = [];
  const progress = new Progress((words) => said.push(words), 50);
  progress.checkBegan('slow');
  progress.waitBegan('waiting 60 s');
  progress.waitBegan('waiting 60 s');
  await pause(200);
  progress.waitEnded('waiting 60 s');
  progress.waitEnded('waiting 60 s');
  progress.waitBegan('waiting 60 s');
  progress.checkEnded();
  expect(said).toEqual(['waiting 60 s', 'waiting 60 s']);
});

/** What a run of these checks prints, where each account has 20 calls in six seconds. */
async function limitedRun(testInfo: TestInfo, grep: string, variant: Change = {}): Promise<string> {
  await using mock = await startMock({ variant });
  const target = changedTarget(testInfo, 'rateLimit: { calls: 20, seconds: 6 }');
  const env = { BASE_URL: mock.url, TARGET: target, ...mockKeys };
  return (await theSuite(testInfo).run(['test', '--grep', grep], env)).stdout;
}

test('a run that waits for a window says so, with the checks that are left', async ({}, testInfo) => {
  const printed = await limitedRun(testInfo, '@limits.rate.recovers');
  expect(printed).toMatch(
    /^ {2}waiting 6 s for the rate limit's window to end, which is normal, \d+ checks? left$/m,
  );
});

test('so does a check that stands still for what waits apart from it', async ({}, testInfo) => {
  const printed = await limitedRun(testInfo, '@jobs.lookup', twentyIn(6));
  expect(printed).toMatch(
    /^ {2}waiting \d s for the rate limit's window to end, which is normal, \d+ checks? left$/m,
  );
});
