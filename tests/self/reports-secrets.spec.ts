import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { secretsIn } from '../../reports/leaks';
import { type Project, type Result, theSuite } from './reports-project';

/** The suite itself, against servers that do their worst with a key. */

const keys = {
  API_KEY: 'sentinel-A1b2C3d4E5f6G7h8J9k0',
  OTHER_API_KEY: 'sentinel-Z9y8X7w6V5u4T3s2R1q0',
};

const outputs = {
  PLAYWRIGHT_JSON_OUTPUT_FILE: 'report.json',
  PLAYWRIGHT_JUNIT_OUTPUT_FILE: 'report.xml',
  PLAYWRIGHT_HTML_OPEN: 'never',
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const models: Answer = (_, response) => {
  const data = ['pro', 'mini', 'nano'].map((tier) => ({ id: `acme-text-${tier}` }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
};

/** Tells back what it was sent: in a message, in headers, in base64, URL-encoded and in a redirect. */
const echo: Answer = (request, response) => {
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

const silence: Answer = () => undefined;

async function against(answer: Answer, act: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function drive(project: Project, address: string, words: string[] = []): Promise<Result> {
  const settings = { BASE_URL: address, TIMEOUT_MS: '400', DOTENV_CONFIG_PATH: '/dev/null' };
  const command = ['test', '--reporter=html,json,blob,junit', ...words];
  return project.run(command, { ...keys, ...outputs, ...settings });
}

/** No key in any file of the project, nor in what was printed. */
function expectNoSecret(project: Project, { stdout, stderr }: Result): void {
  expect(secretsIn(Buffer.from(stdout + stderr), keys)).toEqual([]);
  const files = readdirSync(project.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['index.html', 'conformance.json', 'report.json', 'report.xml']),
  );
  for (const { parentPath, name } of files) {
    expect(secretsIn(readFileSync(join(parentPath, name)), keys), name).toEqual([]);
  }
}

test('a server that echoes keys gets none of them into a report', async ({}, testInfo) => {
  const project = theSuite(testInfo);
  await against(
    (request, response) =>
      (request.url === '/v1/models' && request.headers.authorization?.endsWith(keys.API_KEY) ? models : echo)(
        request,
        response,
      ),
    async (address) => {
      const result = await drive(project, address, ['--grep', '@auth.key.wrong|@credits']);
      expect(result.code).toBe(1);
      expectNoSecret(project, result);
      expect(project.read('out/conformance.json')).toContain('[API_KEY]');
    },
  );
});

test('neither does a server that stops answering', async ({}, testInfo) => {
  const project = theSuite(testInfo);
  await against(
    (request, response) => (request.url === '/v1/models' ? models : silence)(request, response),
    async (address) => {
      const result = await drive(project, address);
      expect(result.code, result.stderr).not.toBe(0);
      expect(result.code).not.toBe(4);
      expectNoSecret(project, result);
    },
  );
});

test('nor one that refuses every connection', async ({}, testInfo) => {
  const project = theSuite(testInfo);
  const result = await drive(project, 'http://127.0.0.1:1');
  expect(result.code).toBe(3);
  expectNoSecret(project, result);
});

test('a trace is refused for a live target, in one line and before anything is sent', async ({}, testInfo) => {
  const project = theSuite(testInfo);
  let asked = 0;
  const counted: Answer = (request, response) => {
    asked++;
    models(request, response);
  };
  await against(counted, async (address) => {
    const result = await drive(project, address, ['--trace', 'on']);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/^.*--trace.*$/m);
    expectNoSecret(project, result);
  });
  expect(asked).toBe(0);
});

for (const [variable, value] of [
  ['DEBUG', 'pw:api'],
  ['DEBUG', '*'],
  ['NODE_DEBUG', 'http'],
] as const) {
  test(`${variable}=${value}, which prints headers, is refused for a live target before anything is sent`, async ({}, testInfo) => {
    const project = theSuite(testInfo);
    let asked = 0;
    const counted: Answer = (request, response) => {
      asked++;
      models(request, response);
    };
    await against(counted, async (address) => {
      const settings = { BASE_URL: address, DOTENV_CONFIG_PATH: '/dev/null', [variable]: value };
      const { code, stdout, stderr } = await project.run(['test', '--grep', '@models'], {
        ...keys,
        ...settings,
      });
      expect(secretsIn(Buffer.from(stdout + stderr), keys)).toEqual([]);
      expect(code).toBe(2);
      expect(stdout).toContain(`${variable} would print keys: unset it for a live target.`);
    });
    expect(asked).toBe(0);
  });
}
