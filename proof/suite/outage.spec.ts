import { connect, createServer } from 'node:net';
import { expect, type TestInfo, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { listening } from '../catalogue/hostile/listening';
import { changedTarget, theSuite } from '../helpers/reports-project';

/** Seconds before each retry: a fifth of those in the contract. The outage is a fifth of five seconds. */
const gaps = [0.2, 0.6, 2];
const away = 1000;

/**
 * Runs the checks against the mock, whose address refuses connections for a while as soon as a certain request comes
 * in. That request gets no response. A server that stays down is one of the hostile servers.
 */
async function runWithout(testInfo: TestInfo, isTheMoment: (head: string, requests: number) => boolean) {
  await using mock = await startMock();
  const behind = Number(new URL(mock.url).port);
  let requests = 0;
  let stopped = false;
  const server = createServer((socket) => {
    const onward = connect(behind, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    onward.pipe(socket);
    socket.on('close', () => onward.destroy());
    socket.on('data', (bytes) => {
      const head = bytes.toString('latin1');
      if (/^.* HTTP\/1.1\r\n/.test(head)) requests++;
      if (stopped || !isTheMoment(head, requests)) return onward.write(bytes);
      stopped = true;
      front.close();
      setTimeout(() => server.listen(Number(new URL(front.url).port), '127.0.0.1'), away);
    });
  });
  const front = await listening(server);

  const suite = theSuite(testInfo);
  const { code, stdout } = await suite.run(['test'], {
    ...mockKeys,
    BASE_URL: front.url,
    // With a budget, nothing is created in advance, so only the request of the check is in flight.
    MAX_AI_REQUESTS: '1000',
    TARGET: changedTarget(testInfo, `retryDelays: ${JSON.stringify(gaps)}`),
  });
  if (server.listening) server.close();
  const { outcome, clauses } = suite.record().result;
  const { cost } = suite.record().run;
  return { stopped, code, stdout, outcome, clauses, cost };
}

test('a read during a short outage is retried, and the run conforms', async ({}, testInfo) => {
  const isTheMoment = (head: string, requests: number) => head.startsWith('GET ') && requests > 20;
  const { stopped, code, outcome, cost } = await runWithout(testInfo, isTheMoment);
  expect(stopped).toBe(true);
  expect(outcome).toMatchObject({ word: 'conforms', counts: { must: { inconclusive: 0, blocked: 0 } } });
  expect(code).toBe(0);
  expect(cost.disturbances).toBeGreaterThan(1);
});

test('a submission during a short outage is not retried, and no violation is reported', async ({}, testInfo) => {
  // A submission with a wrong key is no AI request, so it is retried like a read.
  const isTheMoment = (head: string, requests: number) =>
    head.startsWith('POST ') && head.includes(`Bearer ${mockKeys.API_KEY}\r`) && requests > 100;
  const { stopped, code, stdout, outcome } = await runWithout(testInfo, isTheMoment);
  expect(stopped).toBe(true);
  expect(outcome).toMatchObject({ word: 'incomplete', counts: { must: { violates: 0 } } });
  expect(outcome.counts.must.inconclusive).toBeGreaterThan(0);
  expect(outcome.counts.must.conforms).toBeGreaterThan(30);
  expect(code).toBe(3);
  expect(stdout).toMatch(/POST \/v1\/\w+: the connection was closed before the response was complete/);
});
