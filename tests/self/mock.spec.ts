import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { type KeyVariable, mockKeys } from '../../mock/accounts';
import { faults } from '../../mock/faults';
import { type MockOptions, startMock } from '../../mock/server';
import { type Ask, askOf, left, submitted, textFields } from './drawn/ask';

/** That the mock keeps to the contract is seen by the run on it; here, what no such run can tell. */

const keyOf = (variable: KeyVariable) => `Bearer ${mockKeys[variable]}`;

/** Starts a mock for the length of the test. */
async function withMock(options: MockOptions, use: (ask: Ask, url: string) => Promise<void>): Promise<void> {
  await using mock = await startMock(options);
  const { ask, close } = askOf(mock.url);
  await use(ask, mock.url).finally(close);
}

/** The status that a text request of an account gets. */
const statusOf = async (ask: Ask, variable: KeyVariable) =>
  (await ask({ method: 'POST', path: '/v1/text', body: textFields, authorization: keyOf(variable) })).status;

test('a job has a state, then a result', async () => {
  await withMock({ workMilliseconds: 600 }, async (ask) => {
    const path = `/v1/jobs/${await submitted(ask, 'jobs')}`;
    expect((await ask({ path })).body).toMatchObject({ state: 'running' });
    await expect
      .poll(async () => (await ask({ path })).body, { intervals: [10] })
      .toMatchObject({ state: 'done', result: { text: expect.any(String) } });
  });
});

test('a failing account is served at the third try', async () => {
  await withMock({}, async (ask) => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries++) statuses.push(await statusOf(ask, 'UPSTREAM_API_KEY'));
    expect(statuses).toEqual([502, 502, 200, 502, 502, 200]);
  });
});

test('two mocks in one process share nothing', async () => {
  await withMock({}, async (one, oneUrl) => {
    await withMock({}, async (two, twoUrl) => {
      expect(oneUrl).not.toBe(twoUrl);
      const path = `/v1/jobs/${await submitted(one, 'jobs')}`;
      expect((await two({ path })).status).toBe(404);
      expect(await left(two)).toBeGreaterThan(await left(one));
    });
  });
});

test('the mock ends at once, with a connection open', async () => {
  const { url, close } = await startMock();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const began = performance.now();
  await close();
  await closed;
  // A server that waits for its connections waits a minute for one that says nothing.
  expect(performance.now() - began).toBeLessThan(30_000);
  await expect(askOf(url).ask({ path: '/v1/models' })).rejects.toThrow('ECONNREFUSED');
});

test('the mock tells what came over the wire, byte for byte', async () => {
  const seen: string[] = [];
  const onRequest: MockOptions['onRequest'] = ({ rawHeaders }) => {
    seen.push(...rawHeaders.flatMap(([name, value]) => (/^authorization$/i.test(name) ? [value] : [])));
  };
  await withMock({ onRequest }, async (ask) => {
    const sent = ['Bearer  k', 'Bearer k ', 'Bearer k\t', 'Bearer k\u00a0', 'Bearer', ''];
    for (const authorization of sent) await ask({ path: '/v1/models', authorization });
    expect(seen).toEqual(sent);
  });
});

test('a fault that does not exist is an error by name', async () => {
  await expect(startMock({ faults: ['the mock is perfect'] })).rejects.toThrow(
    'no fault "the mock is perfect"',
  );
});

test('a fault makes one thing wrong, in one instance', async () => {
  await withMock({ faults: ['an account that is not connected is served'] }, async (ask) => {
    expect(await statusOf(ask, 'NO_BACKEND_API_KEY')).toBe(200);
    expect(await statusOf(ask, 'NO_CREDITS_API_KEY')).toBe(402);
  });
  await withMock({}, async (ask) => expect(await statusOf(ask, 'NO_BACKEND_API_KEY')).toBe(409));
});

test('every fault has a phrase of its own', () => {
  const phrases = faults.map(({ phrase }) => phrase);
  expect(phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index)).toEqual([]);
});
