import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { usesAi } from '../../spec/operations';
import { mockTarget, type Project, test } from '../helpers/reports-project';

// What a run sends if checks fail, and what it reports as sent if it ends early.

test.setTimeout(600_000);

/** A server that counts the requests that it receives, and the AI requests that it accepts. */
async function countingServer({ defects = [], delay = 0 }: { defects?: string[]; delay?: number }) {
  const seen = { requests: 0, accepted: 0 };
  const count = ({ operation, rejection }: { operation: string; rejection: unknown }) => {
    seen.requests++;
    if (usesAi(operation as 'text') && rejection === undefined) seen.accepted++;
    return delay;
  };
  const server = await startMock({ defects, variant: { service: { delay: count } } });
  return { ...server, seen };
}

const against = (suite: Project, url: string, ...words: string[]) =>
  suite.run(['test', ...words], { BASE_URL: url, TARGET: mockTarget, ...mockKeys });

test('a run with a breach in every error sends about as many requests as one without', async ({ suite }) => {
  const sentTo = async (defects: string[], expected: number) => {
    await using server = await countingServer({ defects });
    const { code, stdout } = await against(suite, server.url);
    expect(code, stdout).toBe(expected);
    return server.seen.requests;
  };
  const sound = await sentTo([], 0);
  const ofBody = await sentTo(['an error body has `success` and `data` too'], 1);
  expect(ofBody).toBeLessThanOrEqual(1.1 * sound);
  // Here every rejection breaks its own clause, so one member of each family of probes is shrunk.
  const ofCode = await sentTo(['the code is null'], 1);
  expect(ofCode).toBeLessThanOrEqual(1.2 * sound);
});

/** The number of requests of the preflight, which is not part of the run. */
const BEFORE = 1;

for (const [words, code] of [
  ['-x', 1],
  ['--max-failures=1', 1],
  ['--global-timeout=10000', 3],
] as const)
  test(`a run that ends early because of ${words} counts its requests and lists the work it created`, async ({
    suite,
  }) => {
    await using server = await countingServer({
      defects: code === 1 ? ['a job is lost'] : [],
      delay: code === 1 ? 100 : 400,
    });
    const { code: ended, stdout } = await against(suite, server.url, words);
    expect(ended, stdout).toBe(code);
    expect(server.seen.accepted).toBeGreaterThan(0);
    const { run } = suite.record();
    expect(run.cost).toMatchObject({
      requests: server.seen.requests - BEFORE,
      aiRequests: server.seen.accepted,
    });
    expect(run.created).toHaveLength(server.seen.accepted);
    expect(stdout).toMatch(/^Created on the service: \d+ /m);
  });
