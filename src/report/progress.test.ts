import { setTimeout as pause } from 'node:timers/promises';
import { expect, type TestInfo, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import type { Change } from '../../mock/behaviour';
import { startMock } from '../../mock/server';
import { twentyIn } from '../../proof/catalogue/variants/pace';
import { changedTarget, theSuite } from '../../proof/helpers/reports-project';
import { Progress } from './progress';

test('a check that takes long is reported each time that its duration has doubled', async () => {
  const said: string[] = [];
  const progress = new Progress((words) => said.push(words), 100);
  progress.checkBegan('slow');
  while (said.length < 3) await pause(10);
  progress.checkEnded();
  expect(said).toEqual(Array(3).fill(expect.stringMatching(/^\d+ s waiting for "slow"$/)));
  await pause(500);
  expect(said).toHaveLength(3);
});

test('of equal waits at the same time only one is reported, and the check is not reported meanwhile', async () => {
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

/** Runs these checks with a limit of 20 calls in six seconds for each account, and returns the output. */
async function limitedRun(testInfo: TestInfo, grep: string, variant: Change = {}): Promise<string> {
  await using mock = await startMock({ variant });
  const target = changedTarget(testInfo, 'rateLimit: { calls: 20, seconds: 6 }');
  const env = { BASE_URL: mock.url, TARGET: target, ...mockKeys };
  return (await theSuite(testInfo).run(['test', '--grep', grep], env)).stdout;
}

test('a run that waits for the rate limit says so, with the number of checks that are left', async ({}, testInfo) => {
  const printed = await limitedRun(testInfo, '@limits.rate.recovers');
  expect(printed).toMatch(
    /^ {2}waiting 6 s for the rate limit's window to end, which is normal, \d+ results? still to come$/m,
  );
});

test('a run says the same if a check waits for requests in the background', async ({}, testInfo) => {
  const printed = await limitedRun(testInfo, '@jobs.lookup', twentyIn(6));
  expect(printed).toMatch(
    /^ {2}waiting \d s for the rate limit's window to end, which is normal, \d+ results? still to come$/m,
  );
});
