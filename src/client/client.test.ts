import { expect, test } from '@playwright/test';
import { anError } from '../../proof/helpers/an-error';
import { runAt } from '../../proof/helpers/open-mock';
import { json, key, listen, owner, type Reply, valuesOf, type Wire } from '../../proof/helpers/wire';
import type { Exchange, Operation } from '../judge/data/evidence';
import { factsOf } from '../judge/data/facts';
import { formatReason } from '../judge/texts/wording';
import { readSettings } from '../settings/settings';
import type { RequestSpec } from '../settings/target-file/target';
import { openHttp } from '../wire/http';
import { masked } from '../wire/secrets';
import { sendRequest } from './client';
import { type CheckSession, recordSeparately, tryOne } from './evidence/recorder';
import type { Sender } from './request';
import { sessionOf } from './run/session';
import { nobody } from './senders';

/** A valid response to any request, including the one that tests whether the target still responds. */
const success = json(200, { data: [{ id: 'acme-text-nano' }] });

const models: RequestSpec = { path: '/v1/models' };
const submission: RequestSpec = { method: 'POST', path: '/v1/text', body: { prompt: 'x' } };

/** Starts a server that responds with `reply`, and opens a session with it. */
async function serving(reply: Reply) {
  const wire = await listen(reply);
  const { settings } = readSettings({ BASE_URL: wire.url, API_KEY: key, TIMEOUT_MS: '2000' });
  const session = sessionOf(runAt(wire.url), settings, { retryDelays: [0.01, 0.02] });
  const { value, evidence } = await recordSeparately(session, async (own) => own);
  return {
    received: wire.received,
    session,
    evidence,
    send: (sender: Sender, spec: RequestSpec, operation: Operation = 'other') =>
      sendRequest(value as CheckSession, { sender, operation, spec }),
    async [Symbol.asyncDispose]() {
      await session.close();
      await wire.close();
    },
  };
}

/** Returns why no judgement was possible, in words; undefined if there was one. */
async function inconclusiveOf(act: Promise<unknown>) {
  const tried = await tryOne(() => act);
  return 'why' in tried ? { ...tried.why, reason: formatReason(tried.why.reason) } : undefined;
}

test('a request without a sender has no Authorization, no cookie and nothing inherited', async () => {
  await using server = await serving(json(401, {}, [`set-cookie: session=${key}; Path=/`]));
  await server.send(nobody, models);
  await server.send(nobody, { ...submission, headers: { authorization: 'Bearer other' } });
  expect(server.received).toHaveLength(2);
  for (const request of server.received) {
    const names = request.headers.map(([name]) => name.toLowerCase());
    expect(names).not.toContain('authorization');
    expect(names).not.toContain('cookie');
    expect(names).not.toContain('x-inherited');
    expect(valuesOf(request, 'user-agent')).toEqual([expect.stringContaining('(run self)')]);
    expect(request.headers.join()).not.toContain(key);
  }
});

/** The bytes outside ASCII that a header can carry (RFC 9110 5.5). */
const latin1 = String.fromCharCode(...Array.from({ length: 128 }, (_, index) => 128 + index));

const authorizations: Record<string, string> = {
  'an unchanged key': `Bearer ${key}`,
  'a space and a tab before the key': `Bearer \t${key}`,
  'a space after the key': `Bearer ${key} `,
  'non-ASCII bytes after the key': `Bearer ${key}${latin1}`,
  'the scheme and a space': 'Bearer ',
  nothing: '',
};
for (const [name, authorization] of Object.entries(authorizations)) {
  test(`an Authorization header with ${name} is sent once and byte for byte`, async () => {
    await using server = await serving(success);
    const headers = { AUTHORIZATION: 'Bearer other' };
    await server.send({ ...owner, authorization }, { path: '/v1/models', headers });
    expect(valuesOf(server.received[0], 'authorization')).toEqual([authorization]);
    expect(JSON.stringify(masked(server.evidence))).not.toContain(key);
  });
}

test.describe('a missing response is reported in one line, without headers or a call log:', () => {
  const sentTo = async (url: string, timeout = 1000) => {
    const http = openHttp(timeout);
    const headers = { Authorization: `Bearer ${key}` };
    const request = { method: 'POST', url: `${url}/v1/text?key=${key}`, headers, body: Buffer.from(key) };
    return await http.send(request).finally(() => http.close());
  };
  const broken = (reason: unknown) => ({ kind: 'connection', reason });
  const malformed = (reason: string) => ({ kind: 'malformed', reason });
  const LATE = 'no complete response within 250 ms (TIMEOUT_MS)';
  const late = (so: string) => ({ kind: 'time-out', reason: `${LATE}: ${so}` });
  const closed = broken('the connection was closed before the response was complete');
  const half = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}';
  const failures: Record<string, [reply: Reply, failure: object]> = {
    'no response': [() => {}, late('its headers had not arrived')],
    'half a response': [(socket) => socket.write(half), late('a 200 had begun')],
    'a closed connection': [(socket) => socket.end(), closed],
    'a connection closed in the body': [(socket) => socket.end(half), closed],
    'a response that is not HTTP': [
      (socket) => socket.end('SSH-2.0-x\r\n'),
      malformed('the response is not valid HTTP: Expected HTTP/, RTSP/ or ICE/'),
    ],
    'a body that cannot be decompressed': [
      json(200, {}, ['content-encoding: gzip']),
      malformed(
        'the response could not be decompressed: its content coding is gzip, but incorrect header check',
      ),
    ],
    'HTTP/2': [
      (socket) => socket.end(Buffer.from('000000040000000000', 'hex')),
      {
        ...malformed('the server speaks HTTP/2 only'),
        remedy: 'let the server, or a gateway in front of it, accept HTTP/1.1.',
      },
    ],
  };
  for (const [name, [reply, failure]] of Object.entries(failures)) {
    test(name, async () => {
      await using wire = await listen(reply);
      // On a busy machine, a failure may take longer than that.
      expect(await sentTo(wire.url, JSON.stringify(failure).includes(LATE) ? 250 : 10_000)).toEqual(failure);
    });
  }

  test('a refused connection', async () => {
    const wire = await listen(success);
    await wire.close();
    expect(await sentTo(wire.url)).toEqual({
      ...broken('the connection was refused (ECONNREFUSED)'),
      unsent: true,
    });
  });
});

const failing = (status: number, code: string, headers: string[] = []) =>
  json(status, anError(code), headers);

/** Sends the replies in order, and then the last one every time. */
function inTurn(...replies: Reply[]): Reply {
  let number = 0;
  return (socket, request) => replies[Math.min(number++, replies.length - 1)]?.(socket, request);
}

test('a disturbed request is retried with the same bytes, and every attempt is in the evidence', async () => {
  const replies = inTurn(
    failing(502, 'upstream_error'),
    failing(429, 'rate_limited', ['retry-after: 0.02']),
    success,
  );
  await using server = await serving(replies);
  const sent = performance.now();
  const answer = await server.send(owner, submission);
  expect(performance.now() - sent).toBeGreaterThan(28);
  expect(answer.status).toBe(200);
  expect(server.received[1]).toEqual(server.received[0]);
  expect(server.received[2]).toEqual(server.received[0]);
  const { known } = server.session.facts;
  expect(
    server.evidence.exchanges.map((each) => [
      each.response?.status,
      factsOf(each, { facts: known }).disturbance,
    ]),
  ).toEqual([
    [502, true],
    [429, true],
    [200, true],
  ]);
  const [first] = server.evidence.exchanges as [Exchange];
  // Facts that are learnt later are stored separately.
  for (const part of [first, first.request, first.request.headers, first.response])
    expect(Object.isFrozen(part)).toBe(true);
});

/** Returns the number of requests for this path. */
const times = ({ received }: Pick<Wire, 'received'>, path: string) =>
  received.filter(({ line }) => line.includes(path)).length;

test('a request is retried after a closed connection if no account can have been charged', async () => {
  for (const [sender, spec, operation] of [
    [nobody, submission, 'text'],
    [owner, submission, 'run'],
    [owner, { path: '/v1/text' }, 'other'],
    [{ ...owner, account: 'QUOTA_API_KEY' }, submission, 'text'],
  ] as const) {
    await using server = await serving(inTurn((socket) => socket.destroy(), success));
    expect((await server.send(sender, spec, operation)).status).toBe(200);
    expect(times(server, '/v1/text')).toBe(2);
  }
});

test('a request is not retried after a closed connection if an account may have been charged', async () => {
  const closing: Reply = (socket, request) =>
    request.line.includes('/v1/models') ? success(socket, request) : socket.destroy();
  await using server = await serving(closing);
  expect(await inconclusiveOf(server.send(owner, { ...submission, path: `/v1/text/${key}` }))).toEqual({
    verdict: 'inconclusive',
    reason: 'POST /v1/text/[API_KEY]: the connection was closed before the response was complete',
  });
  expect(times(server, '/v1/text')).toBe(1);
  // The request that tests whether the target still responds is recorded like any other.
  expect(server.evidence.exchanges.map(({ request }) => request.method)).toEqual(['POST', 'GET']);
});

test('a submission of which nothing was sent is sent again', async () => {
  await using server = await serving(success);
  const { http } = server.session;
  const send = http.send.bind(http);
  let failures = 1;
  http.send = async (wire) =>
    failures-- > 0 ? { kind: 'connection', reason: 'no address (EAI_AGAIN)', unsent: true } : send(wire);
  expect((await server.send(owner, submission, 'text')).status).toBe(200);
  expect(times(server, '/v1/text')).toBe(1);
});
