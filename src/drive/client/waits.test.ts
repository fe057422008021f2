import { expect, type TestInfo, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import type { Change } from '../../../mock/behaviour';
import { startMock } from '../../../mock/server';
import { twentyIn } from '../../../proof/catalogue/variants/pace';
import { changedTarget, theSuite } from '../../../proof/helpers/reports-project';
import { recordSeparately } from '../evidence/recorder';
import type { Session } from '../run/session';
import { onWait, wait } from './waits';

test('of equal waits at the same time only one is announced', async () => {
  const said: string[] = [];
  const end = onWait((words) => said.push(words));
  const { evidence } = await recordSeparately({} as Session, async (session) => {
    const wait6 = () => wait(session, 5.1, 'window');
    await Promise.all([wait6(), wait6()]);
    await wait6();
  });
  end();
  expect(evidence.waits).toHaveLength(3);
  expect(said).toEqual(Array(2).fill(expect.stringMatching(/^waiting 5/)));
});

/** Runs these checks with a limit of 20 calls in six seconds for each account, and returns the output. */
async function limitedRun(testInfo: TestInfo, grep: string, variant: Change = {}): Promise<string> {
  await using mock = await startMock({ variant });
  const target = changedTarget(testInfo, 'rateLimit: { calls: 20, seconds: 6 }');
  const env = { BASE_URL: mock.url, TARGET: target, ...mockKeys };
  return (await theSuite(testInfo).run(['test', '--grep', grep], env)).stdout;
}

test('a run that waits for the rate limit says so', async ({}, testInfo) => {
  const printed = await limitedRun(testInfo, '@limits.rate.recovers');
  expect(printed).toMatch(/^ {2}waiting 6 s for the rate limit's window to end, which is normal$/m);
});

test('a run says the same if a check waits for requests in the background', async ({}, testInfo) => {
  const printed = await limitedRun(testInfo, '@jobs.lookup', twentyIn(6));
  expect(printed).toMatch(/^ {2}waiting \d s for the rate limit's window to end, which is normal$/m);
});
