import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { http } from '../catalogue/hostile/listening';
import { init } from '../helpers/process';

const SECRET = 'TOPSECRET7';

/** A document with this schema of the body of a text request. */
const documentOf = (schema: object) => ({
  openapi: '3.1.0',
  paths: { '/v1/text': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
});
const fields = { model: { type: 'string' }, prompt: { type: 'string' } };
const body = (more: object) => ({
  type: 'object',
  required: Object.keys(more),
  properties: { ...fields, ...more },
});
const refersTo = (reference: string) => documentOf(body({ note: { $ref: reference } }));
/** A body that needs a secret. */
const secret = body({ token: { type: 'string', enum: [SECRET] }, note: { example: SECRET } });

/** Writes files below the folder `here/docs` of a test. */
function write(testInfo: TestInfo, files: Record<string, object | string>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = testInfo.outputPath('here', 'docs', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const start = (testInfo: TestInfo, source: string, more: string[] = []) =>
  init(
    ['--openapi', source, '--base-url', 'http://127.0.0.1:9', ...more],
    { API_KEY: mockKeys.API_KEY },
    testInfo.outputPath('here'),
  );

/** Nothing was written, and one line on standard error says why. */
function expectRefused(
  testInfo: TestInfo,
  { code, stdout, stderr }: Awaited<ReturnType<typeof start>>,
  line: string,
) {
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(line) });
  expect(stderr.trim().split('\n')).toHaveLength(1);
  for (const file of ['target.ts', '.env']) expect(existsSync(testInfo.outputPath('here', file))).toBe(false);
}

/** References of a document at an address; {internal} stands for an address of another server. */
const foreign: Record<string, string> = {
  'a file': 'file:///{secret}',
  'a file, in upper case': 'FILE:///{secret}',
  'another port': 'http://{internal}/a.json#/note',
  'another server, in upper case': 'HTTP://{internal}/a.json',
  'another server, without a scheme': '//{internal}/a.json',
  'another server, with backslashes': '\\\\{internal}\\a.json',
  'another scheme': 'https://{own}/a.json',
  'a redirect': 'to-internal',
  'a referenced document that refers on': 'nested.json',
  'an object address': 'blob:http://{own}/a.json',
};
for (const [what, written] of Object.entries(foreign))
  for (const place of ['a schema', 'an example'] as const)
    test(`a document at an address may not refer to ${what}, in ${place}`, async ({}, testInfo) => {
      write(testInfo, { 'secret.json': secret });
      const requests: string[] = [];
      await using internal = await http(({ url }, response) => {
        requests.push(`internal ${url}`);
        response.end(JSON.stringify(secret));
      })();
      const path = testInfo.outputPath('here', 'docs', 'secret.json').slice(1);
      const named = (text: string, own: string) =>
        text
          .replace('{internal}', new URL(internal.url).host)
          .replace('{own}', own)
          .replace('{secret}', path);
      await using server = await http(({ url, headers }, response) => {
        requests.push(`own ${url}`);
        if (url === '/to-internal') response.writeHead(302, { location: `${internal.url}/b.json` });
        const reference = named(written, String(headers.host));
        const asExample = documentOf(body({ note: { example: { $ref: reference } } }));
        const nested = { note: { $ref: `${internal.url}/c.json` } };
        const whole = place === 'a schema' ? refersTo(reference) : asExample;
        response.end(JSON.stringify(url === '/nested.json' ? nested : whole));
      })();
      const reference = named(written, new URL(server.url).host);
      const shown: Record<string, string> = {
        'to-internal': `/to-internal redirects to ${internal.url}/b.json`,
        'nested.json': `$ref ${internal.url}/c.json`,
      };
      const result = await start(testInfo, `${server.url}/docs/../openapi.json`);
      expectRefused(testInfo, result, shown[written] ?? `$ref ${reference} is not followed`);
      expect(requests.filter((each) => !/^own \/(?:openapi|nested)\.json$|to-internal$/.test(each))).toEqual(
        [],
      );
    });

test('a document at an address may refer to its own origin, whose values are used', async ({}, testInfo) => {
  mkdirSync(testInfo.outputPath('here'), { recursive: true });
  await using server = await http(({ url }, response) => {
    if (url === '/moved.json') response.writeHead(301, { location: '/parts/text.json' });
    const part = { Text: body({ token: { $ref: '../tokens.json' }, n: { default: SECRET } }) };
    const bodies: Record<string, object> = {
      '/openapi.json?v=1': documentOf({ $ref: 'moved.json#/Text' }),
      '/parts/text.json': part,
      '/tokens.json': { type: 'string', enum: [SECRET], description: 'A token' },
    };
    response.end(JSON.stringify(bodies[url ?? ''] ?? {}));
  })();
  const { code, stdout, stderr } = await start(testInfo, `${server.url}/openapi.json?v=1`, ['--no-doctor']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).not.toContain('a comment until you fill in');
  expect(readFileSync(testInfo.outputPath('here', 'target.ts'), 'utf8')).toContain(`token: '${SECRET}'`);
});

test('a document may not redirect to another origin', async ({}, testInfo) => {
  mkdirSync(testInfo.outputPath('here'), { recursive: true });
  const requests: string[] = [];
  await using internal = await http(({ url }, response) => {
    requests.push(`${url}`);
    response.end(JSON.stringify(documentOf(secret)));
  })();
  await using server = await http((_, response) => {
    response.writeHead(307, { location: `${internal.url}/a.json?token=tk-9` }).end();
  })();
  const result = await start(testInfo, `${server.url}/openapi.json`);
  const line = `${server.url}/openapi.json redirects to ${internal.url}/a.json, another origin: if you trust it, give that address.`;
  expectRefused(testInfo, result, line);
  expect(requests).toEqual([]);
});

/** References of a document in a file; {secret} stands for the path of a file above its folder. */
const outside: Record<string, string> = {
  'a path': '{secret}',
  'an address of a file': 'file://{secret}',
  'a file above': '../secret.json',
  'a file above, through a folder': 'parts/../../secret.json#/properties/token',
  'a file above, encoded': '%2e%2e/secret.json',
  'a file above, with an encoded slash': '..%2fsecret.json',
  'a file above, with backslashes': '..\\secret.json',
  'a file of Windows': 'C:\\secret.json',
  'a share of Windows': '\\\\server\\share\\secret.json',
  'a file of another machine': 'file://server/secret.json',
  'an address': 'http://127.0.0.1:9/a.json',
  'an address, without a scheme': '//127.0.0.1:9/a.json',
  'a link to a file above': 'link.json',
  'a link to a folder above': 'links/secret.json',
  'a referenced file that refers on': 'parts/nested.json',
};
for (const [what, written] of Object.entries(outside))
  test(`a document in a file may not refer to ${what}`, async ({}, testInfo) => {
    const path = testInfo.outputPath('here', 'secret.json');
    const reference = written.replace('{secret}', path);
    const nested = { $ref: '../../secret.json' };
    write(testInfo, {
      '../secret.json': secret,
      'openapi.json': refersTo(reference),
      'parts/nested.json': nested,
    });
    symlinkSync(path, testInfo.outputPath('here', 'docs', 'link.json'));
    symlinkSync(dirname(path), testInfo.outputPath('here', 'docs', 'links'));
    const line = /^link/.test(written)
      ? `docs/${written} is a link to ${path}`
      : `$ref ${what.includes('refers on') ? nested.$ref : reference} is not followed`;
    expectRefused(testInfo, await start(testInfo, 'docs/openapi.json'), line);
  });

test('a document in a file may refer to files in its folder and below, whose values are used', async ({}, testInfo) => {
  write(testInfo, {
    'openapi.yaml': JSON.stringify(documentOf({ $ref: 'parts/a%20text.json#/$defs/Text' })),
    'parts/a text.json': {
      $defs: {
        Text: { allOf: [{ $ref: 'fields.json' }, { $ref: '#/$defs/More' }], example: { token: SECRET } },
        More: { required: ['token'], properties: { token: { const: SECRET } } },
      },
    },
    'parts/fields.json': body({ kind: { enum: [SECRET] } }),
  });
  const { stdout, stderr } = await start(testInfo, 'docs/openapi.yaml', ['--no-doctor']);
  expect(stderr).toBe('');
  expect(stdout).not.toContain('a comment until you fill in');
  expect(readFileSync(testInfo.outputPath('here', 'target.ts'), 'utf8')).toContain(`token: '${SECRET}'`);
});

for (const [what, status, content, code] of [
  ['is written', 200, JSON.stringify(documentOf(body({}))), 0],
  ['cannot be found', 404, '', 2],
  ['is no document', 200, '{}', 2],
  ['has a syntax error', 200, 'openapi: 3.0.0: x', 2],
] as const)
  test(`the query and the password of an address are not shown where it ${what}`, async ({}, testInfo) => {
    mkdirSync(testInfo.outputPath('here'), { recursive: true });
    const requests: string[] = [];
    await using server = await http(({ url }, response) => {
      requests.push(`${url}`);
      response.writeHead(status).end(content);
    })();
    const address = `${server.url.replace('//', '//ann:pw-7@')}/openapi.json?token=tk-9`;
    const result = await start(testInfo, address, ['--no-doctor']);
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).not.toMatch(/ann|pw-7|tk-9/);
    expect(result.stdout + result.stderr).toMatch(
      code === 0 ? 'Written' : `--openapi ${server.url}/openapi.json`,
    );
    expect(requests).toEqual(['/openapi.json?token=tk-9']);
  });
