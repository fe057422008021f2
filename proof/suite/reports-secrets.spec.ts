import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { type KeyVariable, mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { secretsIn } from '../../src/report/leaks';
import { type Handle, http } from '../catalogue/hostile/listening';
import type { Result } from '../helpers/process';
import { mockTarget, type Project, test } from '../helpers/reports-project';
import { anyKey, anySpelling, partOf } from '../helpers/spellings';

// Runs the suite against servers that leak keys in many ways.

const keys = {
  API_KEY: 'sentinel-A1b2C3d4E5f6G7h8J9k0',
  OTHER_API_KEY: 'sentinel-Z9y8X7w6V5u4T3s2R1q0',
};

const outputs = {
  PLAYWRIGHT_JSON_OUTPUT_FILE: 'report.json',
  PLAYWRIGHT_JUNIT_OUTPUT_FILE: 'report.xml',
  PLAYWRIGHT_HTML_OPEN: 'never',
};

const models: Handle = (_, response) => {
  const data = ['pro', 'mini', 'nano'].map((tier) => ({ id: `acme-text-${tier}` }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
};

/** Echoes the key of a request: in a message, in headers, in base64, URL-encoded and in a redirect. */
const echo: Handle = (request, response) => {
  const header = request.headers.authorization ?? 'nothing';
  const forms = [
    header,
    Buffer.from(header).toString('base64'),
    Buffer.from(`x${header}`).toString('base64'),
  ];
  response.statusCode = request.url?.includes('credits') ? 302 : 401;
  response.setHeader('content-type', 'application/json');
  response.setHeader('location', `/elsewhere?key=${encodeURIComponent(header)}`);
  response.setHeader('x-request-id', header);
  const error = {
    code: 'invalid_api_key',
    message: `No: ${forms.join(' ')}`,
    type: 'acme_error',
    seen: header,
  };
  response.end(JSON.stringify({ error }));
};

const silence: Handle = () => undefined;

function drive(project: Project, address: string, words: string[] = []): Promise<Result> {
  const command = ['test', '--reporter=html,json,blob,junit', ...words];
  return project.run(command, { ...keys, ...outputs, BASE_URL: address, TIMEOUT_MS: '400' });
}

/** Expects that no file of the project and no output contains a key. */
function expectNoSecret(project: Project, { stdout, stderr }: Result, of: Keys = keys): void {
  expect(secretsIn(Buffer.from(stdout + stderr), of)).toEqual([]);
  const files = readdirSync(project.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['index.html', 'conformance.json', 'report.json', 'report.xml']),
  );
  for (const { parentPath, name } of files) {
    expect(secretsIn(readFileSync(join(parentPath, name)), of), name).toEqual([]);
  }
}

test('no report contains a key if the server echoes keys', async ({ suite }) => {
  const isListed = ({ url, headers }: IncomingMessage) =>
    url === '/v1/models' && headers.authorization?.endsWith(keys.API_KEY);
  await using server = await http((request, response) =>
    (isListed(request) ? models : echo)(request, response),
  )();
  const result = await drive(suite, server.url, ['--grep', '@auth.key.wrong|@credits']);
  expect(result.code).toBe(1);
  expectNoSecret(suite, result);
  expect(suite.read('out/conformance.json')).toContain('[API_KEY]');
});

test('no report contains a key if the server stops responding', async ({ suite }) => {
  await using server = await http((request, response) =>
    (request.url === '/v1/models' ? models : silence)(request, response),
  )();
  const result = await drive(suite, server.url);
  expect(result.code, result.stderr).not.toBe(0);
  expect(result.code).not.toBe(4);
  expectNoSecret(suite, result);
});

test('no report contains a key if the server refuses every connection', async ({ suite }) => {
  const result = await drive(suite, 'http://127.0.0.1:1');
  expect(result.code).toBe(3);
  expectNoSecret(suite, result);
});

test('--trace is rejected for a live target before anything is sent', async ({ suite }) => {
  let asked = 0;
  await using mock = await startMock({ onRequest: () => asked++ });
  const result = await drive(suite, mock.url, ['--trace', 'on']);
  expect([result.code, asked]).toEqual([2, 0]);
  expect(result.stderr).toMatch(/^.*--trace.*$/m);
  expectNoSecret(suite, result);
});

for (const [variable, value] of [
  ['DEBUG', 'pw:api'],
  ['DEBUG', '*'],
  ['NODE_DEBUG', 'http'],
] as const) {
  test(`${variable}=${value}, which prints headers, is rejected before anything is sent`, async ({
    suite,
  }) => {
    let asked = 0;
    await using mock = await startMock({ onRequest: () => asked++ });
    const settings = { ...keys, BASE_URL: mock.url, [variable]: value };
    const { code, stdout, stderr } = await suite.run(['test', '--grep', '@models'], settings);
    expect(secretsIn(Buffer.from(stdout + stderr), keys)).toEqual([]);
    expect([code, asked]).toEqual([2, 0]);
    expect(stdout).toContain(`${variable} would print keys: unset it for a live target.`);
  });
}

/** How a server echoes a key: which part, in which encoding, and where in a response. */
const anEcho = fc.record({
  spelling: anySpelling,
  place: fc.constantFrom('the name of a property', 'a value', 'a header', 'the name of a header'),
  from: fc.nat(),
  length: fc.nat(),
  piece: fc.integer({ min: 3, max: 40 }),
});

type Keys = Readonly<Partial<Record<KeyVariable, string>>>;

/** Forwards to the mock with other keys, puts parts of a key into every response, and sends it in pieces. */
function echoing(mock: string, accepted: Keys, seed: number): Handle {
  const echoes = fc.sample(anEcho, { seed, numRuns: 500 });
  const key = accepted.API_KEY ?? '';
  let count = 0;
  return async (request, response) => {
    const { place, spelling, from, length, piece } = echoes[count++ % echoes.length] as (typeof echoes)[0];
    const spelt = spelling.spell(partOf(key, from, length));
    const variables = Object.keys(accepted) as KeyVariable[];
    const sent = variables.find((name) => request.headers.authorization === `Bearer ${accepted[name]}`);
    const authorization = sent ? `Bearer ${mockKeys[sent]}` : request.headers.authorization;
    const body = Buffer.concat(await request.toArray());
    const answer = await fetch(mock + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(body.length > 0 && { body }),
    });
    const told = JSON.parse(await answer.text());
    if (place === 'the name of a property') told[spelt] = { [spelt]: [] };
    if (place === 'a value') told.seen = spelt;
    if (place === 'the name of a header' && /^[\w.-]+$/.test(spelt)) response.setHeader(`x-${spelt}`, '1');
    if (place === 'a header' && /^[\x21-\x7e]+$/.test(spelt)) response.setHeader('x-request-id', spelt);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    const text = JSON.stringify(told);
    for (let at = 0; at < text.length; at += piece) response.write(text.slice(at, at + piece));
    response.end();
  };
}

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
  test(`no report contains a key if the server puts parts of it into all responses (seed ${seed})`, async ({
    suite,
  }) => {
    const taken = anyKey.filter((key) => !/^['"]|['"]$/.test(key));
    const [drawn = []] = fc.sample(fc.uniqueArray(taken, { minLength: 3, maxLength: 3 }), {
      seed,
      numRuns: 1,
    });
    const [API_KEY = '', OTHER_API_KEY = '', OLD_API_KEY = ''] = drawn;
    const accepted = { API_KEY, OTHER_API_KEY, OLD_API_KEY };
    await using mock = await startMock();
    await using server = await http(echoing(mock.url, accepted, seed))();
    const terminal = ['list', 'line', 'dot', 'github'][seed % 4];
    const command = ['test', `--reporter=html,json,blob,junit,${terminal}`];
    const settings = { BASE_URL: server.url, TARGET: mockTarget };
    const result = await suite.run(command, { ...accepted, ...outputs, ...settings, SEED: `${seed}` });
    expect(suite.record().run.cost.requests).toBeGreaterThan(300);
    expect(suite.read('out/conformance.json')).toContain('[API_KEY');
    expectNoSecret(suite, result, accepted);
  });
}
