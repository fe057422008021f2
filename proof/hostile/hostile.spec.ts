import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { exitCodes } from '../../src/judge/outcome';
import { mockTarget, theSuite } from '../helpers/reports-project';
import { watchMemory } from './memory';
import { servers } from './servers';

/** Generous, since a machine may have other work: with nothing else to do, no run takes a tenth of it. */
const MOST_SECONDS = 600;

for (const server of servers) {
  const { name, outcome, says, inPart = false, patience = 5000, often = false } = server;
  test(name, { tag: often ? ['@often'] : [] }, async ({}, testInfo) => {
    const opened = await server.open();
    const suite = theSuite(testInfo);
    const env = { ...mockKeys, BASE_URL: opened.url, TARGET: mockTarget, TIMEOUT_MS: String(patience) };
    let peak = (): number | null => null;
    let bound: NodeJS.Timeout | undefined;
    const { code, signal, stdout, stderr } = await suite.run(['test'], env, (child) => {
      peak = watchMemory(child.pid ?? 0);
      bound = setTimeout(() => child.kill('SIGKILL'), MOST_SECONDS * 1000);
    });
    clearTimeout(bound);
    const megabytes = peak();
    await opened.close();

    expect(signal, 'the run ends by itself').toBeNull();
    const { result } = suite.record();
    const { word, counts } = result.outcome;
    const row = [name, word, code, says, megabytes, counts.must.conforms].map((cell) => `${cell ?? ''}`);
    await testInfo.attach('row', { body: JSON.stringify(row), contentType: 'application/json' });

    expect.soft({ outcome: word, code }).toEqual({ outcome, code: exitCodes[outcome] });
    expect.soft(stdout).toContain(says);
    expect.soft(stderr).toBe('');
    expect.soft(stdout, 'no stack is printed').not.toMatch(/^\s+at /m);
    expect.soft(megabytes ?? 0).toBeLessThan(server.megabytes ?? 900);
    const green = result.clauses.filter(({ verdict }) => verdict === 'conforms').map(({ id }) => id);
    if (!inPart) expect.soft(green).toEqual([]);
    const failed = result.clauses.filter(({ reason }) => reason?.includes('the case itself failed'));
    expect.soft(failed.map(({ id, reason }) => [id, reason])).toEqual([]);
  });
}
