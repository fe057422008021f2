import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { type Project, test } from '../helpers/reports-project';

// What a first run sends to a server, and what it prints before and after.

/** Milliseconds before each response: long enough that requests are in flight together. */
const LATENCY = 20;

/** A server that counts its requests, and how many of them it has not yet responded to. */
async function countingServer() {
  const server = await startMock({ variant: { service: { delay: () => LATENCY } } });
  const { host } = new URL(server.url);
  const seen = { requests: 0, inFlight: 0, mostInFlight: 0 };
  const isOwn = (message: unknown) => (message as { request: IncomingMessage }).request.headers.host === host;
  const began = (message: unknown) => {
    if (!isOwn(message)) return;
    seen.requests++;
    seen.mostInFlight = Math.max(seen.mostInFlight, ++seen.inFlight);
  };
  const ended = (message: unknown) => {
    if (isOwn(message)) seen.inFlight--;
  };
  subscribe('http.server.request.start', began);
  subscribe('http.server.response.finish', ended);
  return {
    seen,
    url: server.url,
    async [Symbol.asyncDispose]() {
      unsubscribe('http.server.request.start', began);
      unsubscribe('http.server.response.finish', ended);
      await server.close();
    },
  };
}

/** The settings of a first run, and nothing else. */
const firstRun = (suite: Project, url: string, more: Record<string, string> = {}) =>
  suite.run(['test'], { BASE_URL: url, API_KEY: mockKeys.API_KEY, DEPTH: '', SEED: '', ...more });

test('a run with only an address and a key uses depth 1 and at most 8 requests in flight', async ({
  suite,
}) => {
  await using server = await countingServer();
  const { code, stdout } = await firstRun(suite, server.url);
  expect(code, stdout).toBe(0);
  expect(stdout).toMatch(/ SEED=\d+ DEPTH=1\n/);
  expect(server.seen.mostInFlight).toBeLessThanOrEqual(8);
  expect(server.seen.requests).toBeLessThan(200);
  const [, tested, all, byFile, byAccount] =
    /^(\d+) of (\d+) must clauses can be tested with these settings: `npm run conformance -- init` adds (\d+), and with further accounts (\d+) more\.$/m.exec(
      stdout,
    ) ?? [];
  expect(Number(tested) + Number(byFile) + Number(byAccount)).toBe(Number(all));
  expect(stdout).toContain(`: ${tested} of ${all} must clauses conform.`);
});

test('CONCURRENCY=1 sends one request at a time', async ({ suite }) => {
  await using server = await countingServer();
  const { code, stdout } = await firstRun(suite, server.url, { CONCURRENCY: '1' });
  expect(code, stdout).toBe(0);
  expect(server.seen.mostInFlight).toBe(1);
});
