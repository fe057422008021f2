import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type MockOptions, startMock } from '../../mock/server';
import { ask, submitted } from '../helpers/ask';
import { conformanceHere, root } from '../helpers/process';

// A run on the mock shows that it follows the contract. These tests cover the rest.

test('two mocks in one process share nothing', async () => {
  await using one = await startMock();
  await using two = await startMock();
  const path = `/v1/jobs/${await submitted(one.url, 'jobs')}`;
  expect((await ask(two.url, { path })).status).toBe(404);
  const credits = { path: '/v1/credits' };
  expect(await ask(two.url, credits)).not.toEqual(await ask(one.url, credits));
});

test('the mock stops at once, even with an open connection', async () => {
  const { url, close } = await startMock();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const began = performance.now();
  await close();
  await closed;
  // A server that waits for its connections would wait a minute for an idle one.
  expect(performance.now() - began).toBeLessThan(30_000);
  await expect(ask(url, { path: '/v1/models' })).rejects.toThrow('ECONNREFUSED');
});

test('the mock reports headers exactly as they were sent', async () => {
  const seen: string[] = [];
  const onRequest: MockOptions['onRequest'] = ({ rawHeaders }) => {
    seen.push(...rawHeaders.flatMap(([name, value]) => (/^authorization$/i.test(name) ? [value] : [])));
  };
  await using mock = await startMock({ onRequest });
  const sent = ['Bearer  k', 'Bearer k ', 'Bearer k\t', 'Bearer k\u00a0', 'Bearer', ''];
  for (const authorization of sent) await ask(mock.url, { path: '/v1/models', authorization });
  expect(seen).toEqual(sent);
});

test('the mock command starts a mock with the given defects and prints its address', async () => {
  const asked = ['--defect', 'errors carry their status', '--defect', 'the nano model is missing'];
  const words = [join(root, 'src/cli/conformance.cjs'), 'mock', ...asked];
  const child = spawn(process.execPath, words, { env: { ...process.env, PORT: '0' } });
  try {
    const [first] = await once(child.stdout ?? child, 'data');
    const [, url, key] = /listens at (\S+)[\s\S]*?API_KEY=(\S+)/.exec(String(first)) ?? [];
    const rejected = await fetch(`${url}/v1/models`);
    expect(await rejected.json()).toHaveProperty('error.status');
    const listed = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    expect(await listed.text()).not.toContain('nano');
  } finally {
    child.kill();
  }
});

test('the mock command rejects an unknown defect', async () => {
  const stderr = expect.stringContaining('The mock has no defect "nonsense".');
  expect(await conformanceHere('mock', ['--defect', 'nonsense'])).toMatchObject({ code: 2, stderr });
});

test('the mock command rejects two defects of which only one can be in force', async () => {
  const [first, second] = [
    'only the first 8 characters of a key are compared',
    'only the last 8 characters of a key are compared',
  ];
  expect(await conformanceHere('mock', ['--defect', first, '--defect', second, '--port', '0'])).toEqual({
    code: 2,
    signal: null,
    stdout: '',
    stderr: `The defects "${first}" and "${second}" exclude each other: choose one of them.\n`,
  });
});

test('a defect that replaces a decision holds beside one that builds on it, in both orders', async () => {
  const together = ['a job is found by the beginning of its id', 'a percent sign in an id is any text'];
  for (const defects of [together, together.toReversed()]) {
    await using mock = await startMock({ defects });
    const id = await submitted(mock.url, 'jobs');
    for (const asked of [id.slice(0, -1), `${id.slice(0, -1)}%25`])
      expect((await ask(mock.url, { path: `/v1/jobs/${asked}` })).status, asked).toBe(200);
  }
});

test('the mock command names PORT if the port is taken', async () => {
  await using mock = await startMock();
  const PORT = new URL(mock.url).port;
  const stderr = expect.stringContaining(`Port ${PORT} is unavailable, choose another with --port or PORT: `);
  expect(await conformanceHere('mock', [], { PORT })).toMatchObject({ code: 2, stderr });
});

test('defects that open one operation each hold together', async () => {
  const opened = ['the list of models takes any key', 'the reading of credits takes any key'];
  await using mock = await startMock({ defects: opened });
  for (const path of ['/v1/models', '/v1/credits'])
    expect((await ask(mock.url, { path, authorization: 'Bearer wrong' })).status).toBe(200);
});

test('the mock command lists its defects', async () => {
  const { code, stdout } = await conformanceHere('mock', ['--list-defects']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Errors$[\s\S]*^ {2}errors carry their status {2}\(errors\.object\.fields\)$/m);
});
