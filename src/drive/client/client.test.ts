import { expect, test } from '@playwright/test';
import { raw } from '../../../proof/catalogue/hostile/listening';
import { anError } from '../../../proof/helpers/an-error';
import { runAt } from '../../../proof/helpers/open-mock';
import { json, key, listen, owner, type Reply, valuesOf, type Wire } from '../../../proof/helpers/wire';
import type { Exchange, Operation } from '../../judge/data/evidence';
import { factsOf } from '../../judge/data/facts';
import { coveredBy } from '../../judge/data/spans';
import { formatReason } from '../../judge/texts/wording';
import { newEvidence, type Recorded, recordingInto, tryOne } from '../evidence/recorder';
import { openHttp } from '../http/http';
import { masked } from '../http/secrets';
import { sessionOf } from '../run/session';
import { readSettings } from '../settings/settings';
import type { RequestSpec, Target } from '../target-file/target';
import { sendRequest } from './client';
import type { Sender } from './request';
import type { Sending } from './send';
import { nobody } from './senders';

/** A valid response to any request, including the one that tests whether the target still responds. */
const success = json(200, { data: [{ id: 'acme-text-nano' }] });

const models: RequestSpec = { path: '/v1/models' };
const submission: RequestSpec = { method: 'POST', path: '/v1/text', body: { prompt: 'x' } };

/** Starts a server that responds with `reply`, and opens a session with it. */
async function serving(
  reply: Reply,
  { target = {}, path = '', timeout = 2000 }: { target?: Target; path?: string; timeout?: number } = {},
) {
  const wire = await listen(reply);
  const { settings } = readSettings({ BASE_URL: wire.url, API_KEY: key, TIMEOUT_MS: `${timeout}` });
  const patience = { retryDelays: [0.01, 0.02] };
  const session = sessionOf(runAt(wire.url + path), settings, { ...patience, ...target });
  const evidence = newEvidence();
  return {
    received: wire.received,
    session,
    evidence,
    send: (sender: Sender, spec: RequestSpec, operation: Operation = 'other', sending: Sending = {}) =>
      sendRequest(recordingInto(session, evidence), { sender, operation, spec }, sending),
    async [Symbol.asyncDispose]() {
      await session.close();
      await wire.close();
    },
  };
}

const disturbanceOf = ({ context }: Recorded, exchange: Exchange) => factsOf(exchange, context).disturbance;

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
  'two spaces before the key': `Bearer  ${key}`,
  'a space and a tab before the key': `Bearer \t${key}`,
  'a no-break space before the key': `Bearer \u00a0${key}`,
  'a space after the key': `Bearer ${key} `,
  'a tab after the key': `Bearer ${key}\t`,
  'a no-break space after the key': `Bearer ${key}\u00a0`,
  'non-ASCII bytes after the key': `Bearer ${key}${latin1}`,
  'the scheme alone': 'Bearer',
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

for (const path of ['/a/b', '/a/b/', '/a/b//']) {
  test(`the path ${path} of the base URL is kept`, async () => {
    await using server = await serving(success, { path });
    await server.send(owner, { path: '/v1/jobs/%EA%B0%80%27?x=%2F' });
    expect(server.received[0]?.line).toBe('GET /a/b/v1/jobs/%EA%B0%80%27?x=%2F HTTP/1.1');
  });
}

const bodies: Record<string, [body: unknown, bytes: Buffer]> = {
  'an object': [{ prompt: '한글' }, Buffer.from('{"prompt":"한글"}')],
  'a JSON string': ['plain words', Buffer.from('"plain words"')],
  null: [null, Buffer.from('null')],
  'truncated JSON': [Buffer.from('{"prompt": "x'), Buffer.from('{"prompt": "x')],
  'plain words': [Buffer.from('plain words'), Buffer.from('plain words')],
  'invalid UTF-8': [Buffer.from([0xff, 0x00, 0x0d, 0x0a]), Buffer.from([0xff, 0x00, 0x0d, 0x0a])],
};
for (const [name, [body, bytes]] of Object.entries(bodies)) {
  test(`a body with ${name} is sent with exactly its bytes and the content type of JSON`, async () => {
    await using server = await serving(success);
    await server.send(owner, { ...submission, body });
    expect(server.received[0]?.body.equals(bytes)).toBe(true);
    expect(valuesOf(server.received[0], 'content-type')).toEqual(['application/json']);
  });
}

test("the target's own headers are sent, and a request without a body has no content type", async () => {
  await using server = await serving(success, { target: { headers: { 'x-tenant': 'a' } } });
  await server.send(owner, { path: '/v1/models', headers: { 'x-own': 'b' } });
  await server.send(owner, { ...submission, method: 'PUT', headers: { 'Content-Type': 'text/x' } });
  const [get, put] = server.received;
  expect([...valuesOf(get, 'x-tenant'), ...valuesOf(get, 'x-own')]).toEqual(['a', 'b']);
  expect(valuesOf(get, 'content-type')).toEqual([]);
  expect(valuesOf(put, 'content-type')).toEqual(['text/x']);
});

test('a header of the target in another case replaces ours, on the wire and in the record', async () => {
  const own = { Accept: 'application/vnd.acme+json', 'USER-AGENT': 'acme' };
  await using server = await serving(success, { target: { headers: own } });
  await server.send(owner, models);
  const sent = (headers: readonly [string, string][] = []) =>
    headers.filter(([name]) => /^(?:accept|user-agent)$/i.test(name));
  expect(sent(server.received[0]?.headers)).toEqual(Object.entries(own));
  expect(sent(server.evidence.exchanges[0]?.request.headers)).toEqual(Object.entries(own));
});

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
  const endless = `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_000_000)}\r\n\r\n`;
  const failures: Record<string, [reply: Reply, failure: object]> = {
    'no response': [() => {}, late('its headers had not arrived')],
    'half a response': [(socket) => socket.write(half), late('a 200 had begun')],
    'a stream without an end': [
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; a=b\r\n\r\ndata: {}\n\n'),
      late('a 200 text/event-stream had begun'),
    ],
    'a closed connection': [(socket) => socket.end(), closed],
    'a connection closed in the body': [(socket) => socket.end(half), closed],
    'a response that is not HTTP': [
      (socket) => socket.end('SSH-2.0-x\r\n'),
      malformed('the response is not valid HTTP: Expected HTTP/, RTSP/ or ICE/'),
    ],
    'endless headers': [
      (socket) => socket.end(endless),
      {
        ...broken('the response had more header bytes than the client accepts (UND_ERR_HEADERS_OVERFLOW)'),
        remedy: expect.stringContaining('NODE_OPTIONS=--max-http-header-size='),
      },
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

  test('TLS to a server without TLS', async () => {
    await using plain = await raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))();
    const secure = plain.url.replace('http:', 'https:');
    expect(await sentTo(secure)).toEqual({
      ...broken(expect.stringMatching(/^the TLS handshake failed: no TLS is spoken there \(ERR_SSL_\w+\)$/)),
      unsent: true,
      remedy: 'is BASE_URL an http:// address, or of another port?',
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
  const answer = await server.send(owner, submission);
  expect(answer.status).toBe(200);
  expect(server.received[1]).toEqual(server.received[0]);
  expect(server.received[2]).toEqual(server.received[0]);
  expect(
    server.evidence.exchanges.map((each) => [each.response?.status, disturbanceOf(server.evidence, each)]),
  ).toEqual([
    [502, true],
    [429, true],
    [200, true],
  ]);
  expect(coveredBy(server.evidence.waits)).toBeGreaterThan(28);
  const [first] = server.evidence.exchanges as [Exchange];
  // Facts that are learnt later are stored separately.
  for (const part of [first, first.request, first.request.headers, first.response])
    expect(Object.isFrozen(part)).toBe(true);
});

test('a 406 to a client that accepts no JSON is retried with Accept */* and is no disturbance', async () => {
  const replies = inTurn(json(406, 'No'), success);
  await using server = await serving(replies);
  const picky = { ...owner, headers: { accept: 'text/html' } };
  const { status } = await server.send(picky, models);
  expect(status).toBe(200);
  const accepted = server.received.map(({ headers }) => headers.find(([name]) => name === 'accept')?.[1]);
  expect(accepted).toEqual(['text/html', '*/*']);
  expect(server.evidence.exchanges.map((each) => disturbanceOf(server.evidence, each))).toEqual([
    undefined,
    undefined,
  ]);
});

test('a request is not repeated sooner than Retry-After asks, and not at all if that is too long', async () => {
  const limited = failing(429, 'rate_limited', ['retry-after: 3600']);
  await using server = await serving(inTurn(limited, success));
  const control = () => server.send(owner, models);
  expect(await inconclusiveOf(server.send(owner, models, 'models', { control }))).toEqual({
    verdict: 'inconclusive',
    reason:
      'disturbed by 429 rate_limited; Retry-After asks to wait 3600 seconds, and a run waits 120 at most (set REQUESTS_PER_MINUTE to send fewer)',
  });
  expect(server.received).toHaveLength(1);
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

test('a read that times out is retried once, and a second timeout makes the check inconclusive', async () => {
  await using server = await serving(() => undefined, { timeout: 250 });
  expect(await inconclusiveOf(server.send(owner, { path: '/v1/credits' }))).toEqual({
    verdict: 'inconclusive',
    reason:
      'GET /v1/credits: no complete response within 250 ms (TIMEOUT_MS): its headers had not arrived; a higher TIMEOUT_MS may help',
  });
  expect(times(server, '/v1/credits')).toBe(2);
  expect(JSON.stringify(masked(server.evidence))).not.toContain(key);
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
