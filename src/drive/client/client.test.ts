import { expect, test } from '@playwright/test';
import { raw } from '../../../proof/catalogue/hostile/listening';
import { anError } from '../../../proof/helpers/an-error';
import { runAt } from '../../../proof/helpers/open-mock';
import { json, key, listen, owner, type Reply, valuesOf, type Wire } from '../../../proof/helpers/wire';
import type { Exchange, Operation } from '../../judge/data/evidence';
import { factsOf } from '../../judge/data/facts';
import { coveredBy } from '../../judge/data/spans';
import { curl } from '../../judge/texts/curl';
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

test('the evidence names whitespace that readers would not see', async () => {
  await using server = await serving(success);
  await server.send({ ...owner, authorization: `Bearer  \t${key}\u00a0` }, models);
  const headers = Object.fromEntries(masked(server.evidence).exchanges[0]?.request.headers ?? []);
  expect(headers.Authorization).toBe('Bearer<space><space><tab>[API_KEY]<no-break space>');
});

for (const path of ['/a/b', '/a/b/', '/a/b//']) {
  test(`the path ${path} of the base URL is kept`, async () => {
    await using server = await serving(success, { path });
    await server.send(owner, { path: '/v1/jobs/%EA%B0%80%27?x=%2F' });
    expect(server.received[0]?.line).toBe('GET /a/b/v1/jobs/%EA%B0%80%27?x=%2F HTTP/1.1');
  });
}

test('a redirect is treated as a response and is not followed', async () => {
  await using server = await serving(json(302, {}, ['location: /elsewhere']));
  const answer = await server.send(owner, models);
  expect(answer.status).toBe(302);
  expect(server.received).toHaveLength(1);
});

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
    'half of the headers': [(socket) => socket.write(half.slice(0, 30)), late('its headers had not arrived')],
    'half a response': [(socket) => socket.write(half), late('a 200 had begun')],
    'a stream without an end': [
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; a=b\r\n\r\ndata: {}\n\n'),
      late('a 200 text/event-stream had begun'),
    ],
    'a closed connection': [(socket) => socket.end(), closed],
    'a reset connection': [(socket) => socket.resetAndDestroy(), closed],
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
    'two lengths': [
      json(200, {}, ['content-length: 5']),
      malformed('the response is not valid HTTP: its Content-Length is wrong, or what follows it'),
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

  test('a body that is too large', async () => {
    await using wire = await listen((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${17 * 2 ** 20}\r\n\r\n`);
      socket.end(Buffer.alloc(17 * 2 ** 20, 'x'));
    });
    const reason = 'the response was cut off: larger than 16 MiB';
    expect(await sentTo(wire.url, 5000)).toEqual({ kind: 'oversize', reason });
  });
});

test('a proxy resolves a host that only it knows', async () => {
  await using proxy = await listen((socket, request) => {
    if (request.line.startsWith('CONNECT')) socket.write('HTTP/1.1 200 OK\r\n\r\n');
    else success(socket, request);
  });
  const http = openHttp(1000, { server: proxy.url });
  const asked = { method: 'GET', url: 'http://api.invalid/v1/models', headers: {}, body: null };
  expect(await http.send(asked)).toMatchObject({ status: 200 });
  expect(proxy.received[0]?.line).toContain('api.invalid');
  await http.close();
});

const failing = (status: number, code: string, headers: string[] = []) =>
  json(status, anError(code), headers);

/** Sends the replies in order, and then the last one every time. */
function inTurn(...replies: Reply[]): Reply {
  let number = 0;
  return (socket, request) => replies[Math.min(number++, replies.length - 1)]?.(socket, request);
}

/** Sends `reply` to paths with "odd" and to the first request whose path has `passing`; accepts all others. */
function oddly(reply: Reply, passing: string): Reply {
  let left = 1;
  const isMet = (line: string) => line.includes(passing) && left-- > 0;
  return (socket, request) =>
    (request.line.includes('odd') || isMet(request.line) ? reply : success)(socket, request);
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

test('an empty Accept is omitted on the wire, in the record and in the Repeat line', async () => {
  await using server = await serving(inTurn(success));
  await server.send({ ...owner, headers: { accept: '' } }, models);
  const names = server.received.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()));
  expect(names).toContain('authorization');
  expect(names).not.toContain('accept');
  const [exchange] = server.evidence.exchanges;
  expect(exchange?.request.headers.map(([name]) => name)).toEqual(['user-agent', 'Authorization']);
  expect(exchange && curl(exchange)).toContain(" -H 'Accept:' ");
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

test('a 422 invalid_request to a client that accepts no JSON is retried with Accept */* as well', async () => {
  const rejected = failing(422, 'invalid_request');
  await using server = await serving(inTurn(rejected, failing(401, 'invalid_api_key'), rejected));
  const picky = { ...owner, headers: { accept: 'text/html' } };
  expect((await server.send(picky, models)).status).toBe(401);
  expect((await server.send(owner, models)).status).toBe(422);
  expect(server.received).toHaveLength(3);
});

test('a code that the sender provokes, or that has another status, is a response and no disturbance', async () => {
  await using server = await serving(inTurn(failing(429, 'rate_limited'), failing(503, 'upstream_error')));
  expect((await server.send({ ...owner, asksFor: ['rate_limited'] }, models)).status).toBe(429);
  expect((await server.send(owner, models)).status).toBe(503);
  expect(server.received).toHaveLength(2);
});

test('a lasting response of a gateway is inconclusive, whatever the sender provokes, and is retried as any other disturbance', async () => {
  const page = json(504, { message: 'Endpoint request timed out' }, ['server: nginx']);
  await using server = await serving(inTurn(page, page, page, page, success, page, success));
  const failing = { ...owner, asksFor: ['upstream_error'] };
  const control = () => server.send(owner, models);
  expect(await inconclusiveOf(server.send(failing, models, 'models', { control }))).toEqual({
    verdict: 'inconclusive',
    reason:
      'a gateway or limiter in place of the service: 504 without an error of the contract (server: nginx)',
  });
  await inconclusiveOf(server.send(failing, models, 'models'));
  expect(server.received).toHaveLength(4);
  expect((await server.send(failing, models)).status).toBe(200);
  expect((await server.send(failing, models)).status).toBe(200);
  expect(server.received).toHaveLength(7);
});

test('a limiter in front is waited for as a rate limit is, except by a sender that is meant to be limited', async () => {
  const page = json(429, 'Too Many Requests', ['retry-after: 0.02']);
  await using server = await serving(inTurn(page, success, page, success));
  expect((await server.send(owner, models)).status).toBe(200);
  const limited = { ...owner, asksFor: ['rate_limited'] };
  expect(await inconclusiveOf(server.send(limited, models))).toMatchObject({
    reason: expect.stringContaining('REQUESTS_PER_MINUTE'),
  });
  expect(server.received).toHaveLength(3);
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

test('no retry of a request that was limited is sent sooner than Retry-After asks, nor is the deciding one', async () => {
  const limited = failing(429, 'rate_limited', ['retry-after: 0.3']);
  const at: number[] = [];
  await using server = await serving((socket, request) => {
    if (!request.line.includes('odd')) return success(socket, request);
    at.push(performance.now());
    limited(socket, request);
  });
  const control = () => server.send(owner, models);
  await server.send(owner, { path: '/v1/jobs/odd' }, 'job', { control });
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(gaps.length).toBeGreaterThan(3);
  expect(Math.min(...gaps)).toBeGreaterThan(295);
});

test('a 429 with a message but no code is a response of the service and is judged without a retry', async () => {
  await using server = await serving(json(429, { error: { message: 'The usage of the day is used up.' } }));
  expect((await server.send(owner, models)).status).toBe(429);
  expect(server.received).toHaveLength(1);
});

for (const [status, code, expected] of [
  [502, 'upstream_error', [4, 3, 2, 4]],
  [429, 'rate_limited', [6, 3, 2, 6]],
] as const)
  test(`${code} that outlasts all retries while others are accepted gets a single retry from then on`, async () => {
    await using server = await serving(oddly(failing(status, code), 'passing'));
    const control = () => server.send(owner, models);
    const counts = [];
    for (const path of ['odd', 'odder', 'passing', 'oddest']) {
      await server.send(owner, { path: `/v1/jobs/${path}` }, 'job', { control });
      counts.push(times(server, `/v1/jobs/${path} `));
    }
    expect(counts).toEqual(expected);
  });

test('a lasting disturbance makes the check inconclusive, and there are no more retries until it is over', async () => {
  const failed = failing(502, 'upstream_error');
  const outage = [failed, failed, failed, failed, success, failed, success];
  await using server = await serving(inTurn(...outage));
  expect(await inconclusiveOf(server.send(owner, models))).toEqual({
    verdict: 'inconclusive',
    reason: 'disturbed 3 times by 502 upstream_error',
  });
  expect(server.received).toHaveLength(3);
  expect(await inconclusiveOf(server.send(owner, models))).toMatchObject({
    reason: 'disturbed by 502 upstream_error',
  });
  expect(server.received).toHaveLength(4);
  await server.send(owner, models);
  expect((await server.send(owner, models)).status).toBe(200);
  expect(server.received).toHaveLength(7);
});

test('a sender that waited for a window in vain does not wait at other operations and is not judged there', async () => {
  const limited: Reply = (socket, request) =>
    (valuesOf(request, 'authorization').length > 0 ? success : failing(429, 'rate_limited'))(socket, request);
  await using server = await serving(limited);
  const control = () => server.send(owner, models, 'models');
  const path = '/v1/credits';
  expect((await server.send(nobody, models, 'models', { control })).status).toBe(429);
  const before = server.evidence.waits.length;
  expect(await inconclusiveOf(server.send(nobody, { path }, 'credits', { control }))).toMatchObject({
    reason: 'disturbed by 429 rate_limited (set REQUESTS_PER_MINUTE to send fewer)',
  });
  expect(server.evidence.waits).toHaveLength(before);
});

test('a request without a key that is rejected first and rate limited later is inconclusive', async () => {
  const rejected = failing(401, 'missing_api_key');
  const limited = failing(429, 'rate_limited');
  await using server = await serving(inTurn(rejected, limited));
  const control = () => server.send(owner, models, 'models');
  expect((await server.send(nobody, models, 'models', { control })).status).toBe(401);
  expect(await inconclusiveOf(server.send(nobody, models, 'models', { control }))).toMatchObject({
    verdict: 'inconclusive',
  });
  expect(
    server.received.filter(({ headers }) => headers.some(([name]) => /^authorization$/i.test(name))),
  ).toEqual([]);
});

test('many concurrent calls all get a response from a target that allows one call at a time', async () => {
  let inFlight = 0;
  await using server = await serving((socket, request) => {
    if (inFlight >= 1) return failing(429, 'rate_limited')(socket, request);
    inFlight++;
    setTimeout(() => {
      inFlight--;
      success(socket, request);
    }, 5);
  });
  const control = () => server.send(owner, models);
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => server.send(owner, models, 'models', { control })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
  expect(server.received.length).toBeLessThan(80);
});

test('a rate limit that other requests of the run exceed is not judged: the deciding retry is sent alone', async () => {
  let others = 0;
  await using server = await serving((socket, request) => {
    const limited = request.line.includes('/v1/jobs/') && Date.now() - others < 60;
    if (request.line.includes('/v1/credits')) others = Date.now();
    (limited ? failing(429, 'rate_limited') : success)(socket, request);
  });
  let over = false;
  const beside = () => server.send({ ...owner, account: 'OTHER_API_KEY' }, { path: '/v1/credits' });
  const steadily = async () => {
    while (!over) await beside();
  };
  await beside();
  const control = () => server.send(owner, models);
  const pending = server.send(owner, { path: '/v1/jobs/odd' }, 'job', { control }).finally(() => {
    over = true;
  });
  const [answer] = await Promise.all([pending, steadily()]);
  expect(answer.status).toBe(200);
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

test('a request that is always cut off does not end the run, and its operation waits in full only once', async () => {
  await using server = await serving(oddly((socket) => socket.destroy(), 'mended'));
  const asked = async (path: string) => {
    await server.send(owner, { method: 'POST', path: `/v1/runs/${path}` }, 'run').catch(() => undefined);
    return times(server, `/v1/runs/${path} `);
  };
  const paths = ['odd', 'odder', 'sound', 'oddest', 'mended', 'oddly'];
  const counts = [];
  for (const path of paths) counts.push(await asked(path));
  expect(counts).toEqual([3, 2, 1, 2, 2, 3]);
});

test('later requests are blocked and not sent when the target no longer responds', async () => {
  await using server = await serving((socket) => socket.destroy());
  await inconclusiveOf(server.send(owner, { path: '/v1/credits' }));
  const asked = server.received.length;
  const reason = 'the target stopped responding';
  expect(await inconclusiveOf(server.send(nobody, models))).toEqual({ verdict: 'blocked', reason });
  expect(server.received).toHaveLength(asked);
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

test('a rejection without an error object is asked for again, at its operation only until that was in vain once', async () => {
  const page = json(404, 'not found', ['content-type: text/plain']);
  await using server = await serving(oddly(page, 'passing'));
  const counts = [];
  for (const path of ['odd', 'odder', 'passing']) {
    const { status } = await server.send(owner, { path: `/v1/jobs/${path}` }, 'job');
    counts.push([status, times(server, `/v1/jobs/${path} `)]);
  }
  expect(counts).toEqual([
    [404, 3],
    [404, 1],
    [404, 1],
  ]);
});

test('a lasting rejection is inconclusive if requests that are accepted otherwise got one of its form', async () => {
  const page = json(403, 'Just a moment', ['content-type: text/plain']);
  await using server = await serving(oddly(page, 'passing'));
  expect((await server.send(owner, { path: '/v1/jobs/passing' }, 'job')).status).toBe(200);
  expect(await inconclusiveOf(server.send(nobody, { path: '/v1/jobs/odd' }, 'job'))).toMatchObject({
    reason: expect.stringContaining('a gateway or limiter in place of the service: 403'),
  });
});

test('a success without a body accepts nothing, unless it has a Location', async () => {
  const empty =
    (headers: string[]): Reply =>
    (socket) =>
      socket.end(['HTTP/1.1 202 Accepted', 'content-length: 0', ...headers, '', ''].join('\r\n'));
  for (const [headers, count] of [
    [[], 3],
    [['location: /v1/jobs/1'], 1],
  ] as const) {
    await using server = await serving(empty([...headers]));
    await server.send(owner, submission, 'submit');
    expect(times(server, '/v1/text')).toBe(count);
  }
});
