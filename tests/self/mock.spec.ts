import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { type KeyVariable, mockKeys } from '../../mock/accounts';
import { faults } from '../../mock/faults';
import { type MockOptions, startMock } from '../../mock/server';
import { variants } from './variants/variants';

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** Sends one request, header values byte for byte. */
function send(url: string, method: string, path: string, key?: string, body?: unknown): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = key === undefined ? {} : { Authorization: key };
    const outgoing = request(url + path, { method, headers }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: text && JSON.parse(text),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  });
}

/** Starts a mock for the length of the test, and speaks to it with one account's key after another. */
async function withMock(
  options: MockOptions,
  use: (as: (variable: KeyVariable) => Caller, url: string) => Promise<void>,
): Promise<void> {
  const mock = await startMock(options);
  const as = (variable: KeyVariable): Caller => {
    const key = `Bearer ${mockKeys[variable]}`;
    return {
      get: (path) => send(mock.url, 'GET', path, key),
      post: (path, body) => send(mock.url, 'POST', path, key, body),
    };
  };
  try {
    await use(as, mock.url);
  } finally {
    await mock.close();
  }
}

interface Caller {
  get(path: string): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
}

const prompt = { model: 'acme-text-nano', prompt: 'Hello' };
const write = (name: string) => ({ name, type: 'write', inputs: { prompt: 'Hello' } });
const label = (name: string, block: string, field = 'label') => ({
  name,
  type: 'label',
  inputs: { value: { block, field } },
});

async function creditsOf(caller: Caller): Promise<number> {
  const { body } = await caller.get('/v1/credits');
  return (body as { credits: { remaining: number } }).credits.remaining;
}

const ask =
  (variable: KeyVariable, body: unknown = prompt) =>
  (as: (variable: KeyVariable) => Caller) =>
    as(variable).post('/v1/text', body);

/** Part 7 of the contract: code, status, and a request that meets it. */
const codes: readonly [
  code: string,
  status: number,
  ask: (as: (variable: KeyVariable) => Caller, url: string) => Promise<Reply>,
][] = [
  ['missing_api_key', 401, (_, url) => send(url, 'GET', '/v1/models')],
  ['invalid_api_key', 401, (_, url) => send(url, 'GET', '/v1/models', 'Bearer wrong')],
  ['insufficient_credits', 402, ask('NO_CREDITS_API_KEY')],
  ['model_not_found', 404, ask('API_KEY', { ...prompt, model: 'acme-text-huge' })],
  ['not_found', 404, (as) => as('API_KEY').get('/v1/jobs/job_none')],
  ['no_backend_account', 409, ask('NO_BACKEND_API_KEY')],
  ['invalid_request', 422, ask('API_KEY', { model: 'acme-text-nano' })],
  ['invalid_workflow', 400, (as) => as('API_KEY').post('/v1/workflows', { blocks: [label('a', 'b')] })],
  [
    'rate_limited',
    429,
    async (as) => {
      for (let calls = 0; calls < 5; calls++) await as('RATE_LIMIT_API_KEY').get('/v1/models');
      return as('RATE_LIMIT_API_KEY').get('/v1/models');
    },
  ],
  ['daily_quota_exceeded', 429, ask('QUOTA_API_KEY')],
  ['upstream_error', 502, ask('UPSTREAM_API_KEY')],
];

for (const [code, status, ask] of codes) {
  test(`the mock answers ${code} with ${status}`, async () => {
    await withMock({}, async (as, url) => {
      const reply = await ask(as, url);
      expect(reply.status).toBe(status);
      expect(reply.body).toEqual({ error: { code, message: expect.any(String), type: 'acme_error' } });
    });
  });
}

test('a reissued key, whitespace around a key and a no-break space are invalid_api_key', async () => {
  await withMock({}, async (_, url) => {
    const key = mockKeys.API_KEY;
    for (const header of [
      `Bearer ${mockKeys.OLD_API_KEY}`,
      `Bearer  ${key}`,
      `Bearer \t${key}`,
      `Bearer ${key}\u00a0`,
    ]) {
      const { body } = await send(url, 'GET', '/v1/credits', header);
      expect(body, JSON.stringify(header)).toMatchObject({ error: { code: 'invalid_api_key' } });
    }
  });
});

test('a body that is not JSON is invalid_request', async () => {
  await withMock({}, async (as) => {
    expect(await as('API_KEY').post('/v1/text', '{"prompt":')).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_request' } },
    });
  });
});

test('accounts in every state can read', async () => {
  await withMock({}, async (as) => {
    for (const variable of ['NO_CREDITS_API_KEY', 'NO_BACKEND_API_KEY', 'QUOTA_API_KEY'] as const) {
      expect((await as(variable).get('/v1/credits')).status, variable).toBe(200);
    }
  });
});

test('pro costs more than mini and nano, and a refused request costs nothing', async () => {
  await withMock({}, async (as) => {
    const owner = as('API_KEY');
    const costOf = async (body: unknown) => {
      const before = await creditsOf(owner);
      await owner.post('/v1/text', body);
      return before - (await creditsOf(owner));
    };
    const [pro, mini, nano, none] = [
      await costOf({ ...prompt, model: 'acme-text-pro' }),
      await costOf({ ...prompt, model: 'acme-text-mini' }),
      await costOf(prompt),
      await costOf({ model: 'acme-text-pro' }),
    ];
    expect(pro).toBeGreaterThan(mini);
    expect(pro).toBeGreaterThan(nano);
    expect(Math.min(mini, nano)).toBeGreaterThan(0);
    expect(none).toBe(0);
  });
});

test('a job has a state, then a result, and belongs to its account', async () => {
  await withMock({ workMilliseconds: 100 }, async (as) => {
    const { status, body } = await as('API_KEY').post('/v1/jobs', prompt);
    const path = `/v1/jobs/${(body as { job_id: string }).job_id}`;
    expect(status).toBe(202);
    expect((await as('API_KEY').get(path)).body).toMatchObject({ state: 'running' });
    await expect
      .poll(async () => (await as('API_KEY').get(path)).body, { intervals: [10] })
      .toMatchObject({ state: 'done', result: { text: expect.any(String) } });
    expect((await as('OTHER_API_KEY').get(path)).body).toMatchObject({ error: { code: 'not_found' } });
  });
});

test('a run belongs to its account and costs credits', async () => {
  await withMock({}, async (as) => {
    const before = await creditsOf(as('API_KEY'));
    const { status, body } = await as('API_KEY').post('/v1/workflows', {
      blocks: [write('a'), label('b', 'a', 'text')],
    });
    const path = `/v1/runs/${(body as { run_id: string }).run_id}`;
    expect(status).toBe(202);
    expect(await creditsOf(as('API_KEY'))).toBeLessThan(before);
    expect((await as('API_KEY').get(path)).status).toBe(200);
    expect((await as('OTHER_API_KEY').get(path)).status).toBe(404);
  });
});

for (const [what, blocks, named] of [
  ['a later block', [label('a', 'b'), write('b')], ['a', 'b']],
  ['itself', [write('a'), label('b', 'b')], ['b']],
  ['a block that is not there', [write('a'), label('b', 'c')], ['b', 'c']],
  ['a missing field', [write('a'), label('b', 'a', 'summary')], ['b', 'a', 'summary']],
  [
    'a mismatched kind',
    [write('a'), { name: 'b', type: 'describe', inputs: { image: { block: 'a', field: 'text' } } }],
    ['b', 'a'],
  ],
  [
    'a later block at the end of five',
    [write('a'), label('b', 'a', 'text'), label('c', 'b'), label('d', 'e'), label('e', 'c')],
    ['d', 'e'],
  ],
] as const) {
  test(`a block that reads ${what} is refused, named and free`, async () => {
    await withMock({}, async (as) => {
      const before = await creditsOf(as('API_KEY'));
      const { status, body } = await as('API_KEY').post('/v1/workflows', { blocks });
      expect(status).toBe(400);
      const { code, message } = (body as { error: { code: string; message: string } }).error;
      expect(code).toBe('invalid_workflow');
      for (const name of named) expect(message).toMatch(new RegExp(`\\b${name}\\b`));
      expect(await creditsOf(as('API_KEY'))).toBe(before);
    });
  });
}

test('a chain whose inputs accept several kinds is accepted with each', async () => {
  await withMock({}, async (as) => {
    for (const field of ['text', 'words']) {
      const blocks = [write('a'), label('b', 'a', field)];
      expect((await as('API_KEY').post('/v1/workflows', { blocks })).status, field).toBe(202);
    }
  });
});

test('a failing account is served at the third try', async () => {
  await withMock({}, async (as) => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries++)
      statuses.push((await as('UPSTREAM_API_KEY').post('/v1/text', prompt)).status);
    expect(statuses).toEqual([502, 502, 200, 502, 502, 200]);
  });
});

test('a limited account is served again after its window', async () => {
  await withMock({}, async (as) => {
    const limited = as('RATE_LIMIT_API_KEY');
    const began = performance.now();
    while ((await limited.get('/v1/models')).status === 200);
    await expect.poll(async () => (await limited.get('/v1/models')).status, { intervals: [50] }).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(450);
  });
});

test('two mocks in one process share nothing', async () => {
  await withMock({}, async (one, oneUrl) => {
    await withMock({}, async (two, twoUrl) => {
      expect(oneUrl).not.toBe(twoUrl);
      const { body } = await one('API_KEY').post('/v1/jobs', prompt);
      expect((await two('API_KEY').get(`/v1/jobs/${(body as { job_id: string }).job_id}`)).status).toBe(404);
      expect(await creditsOf(two('API_KEY'))).toBeGreaterThan(await creditsOf(one('API_KEY')));
    });
  });
});

test('the mock ends at once, with a connection open', async () => {
  const { url, close } = await startMock();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const began = performance.now();
  await close();
  await closed;
  // A server that waits for its connections waits a minute for one that says nothing.
  expect(performance.now() - began).toBeLessThan(30_000);
  await expect(send(url, 'GET', '/v1/models')).rejects.toThrow('ECONNREFUSED');
});

test('the mock tells what came over the wire, byte for byte', async () => {
  const seen: string[] = [];
  const onRequest: MockOptions['onRequest'] = ({ rawHeaders }) => {
    seen.push(...rawHeaders.flatMap(([name, value]) => (/^authorization$/i.test(name) ? [value] : [])));
  };
  await withMock({ onRequest }, async (_, url) => {
    const sent = ['Bearer  k', 'Bearer k ', 'Bearer k\t', 'Bearer k\u00a0', 'Bearer', ''];
    for (const header of sent) await send(url, 'GET', '/v1/models', header);
    expect(seen).toEqual(sent);
  });
});

test('a fault that does not exist is an error by name', async () => {
  await expect(startMock({ faults: ['the mock is perfect'] })).rejects.toThrow(
    'no fault "the mock is perfect"',
  );
});

test('a fault makes one thing wrong, in one instance', async () => {
  await withMock({ faults: ['an account that is not connected is served'] }, async (as) => {
    expect((await as('NO_BACKEND_API_KEY').post('/v1/text', prompt)).status).toBe(200);
    expect((await as('NO_CREDITS_API_KEY').post('/v1/text', prompt)).status).toBe(402);
  });
  await withMock({}, async (as) => {
    expect((await as('NO_BACKEND_API_KEY').post('/v1/text', prompt)).status).toBe(409);
  });
});

test('every fault has a phrase of its own', () => {
  const phrases = faults.map(({ phrase }) => phrase);
  expect(phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index)).toEqual([]);
});

test('every variant serves and refuses the owner as the contract says', async () => {
  await Promise.all(
    Object.entries(variants).map(async ([variant, { change }]) => {
      const { url, close } = await startMock({ variant: change });
      const reply = await fetch(`${url}/v1/models`);
      expect(reply.status, variant).toBe(401);
      expect(await reply.json(), variant).toMatchObject({ error: { code: 'missing_api_key' } });
      await close();
    }),
  );
});
