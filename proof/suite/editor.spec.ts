import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { cli, root } from '../helpers/process';

interface Socket {
  send(text: string): void;
  on(event: 'message', listener: (data: Buffer) => void): void;
  on(event: 'open', opened: () => void): void;
}

// Node 20 has no built-in WebSocket.
const { ws: WebSocket } = require('playwright-core/lib/utilsBundle') as { ws: new (url: string) => Socket };

interface Message {
  id?: number;
  method?: string;
  params?: { text?: string; method?: string; params?: { result?: { status: string } } };
}

/** Runs checks twice with the test server of UI mode and editors, and returns its output and the status of each test. */
async function runInEditor(grep: string, folder: string): Promise<{ printed: string; statuses: string[] }> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, BASE_URL: 'mock', REPORTS: folder };
  const server = spawn(process.execPath, [cli, 'test-server', '--port', '0', '-c', root], { env, cwd: root });
  try {
    let announced = '';
    while (!announced.includes('ws://')) announced += String((await once(server.stdout, 'data'))[0]);
    const socket = new WebSocket(/ws:\/\/\S+/.exec(announced)?.[0] ?? '');
    await new Promise<void>((opened) => socket.on('open', opened));
    const waiting = new Map<number, () => void>();
    const statuses: string[] = [];
    let printed = '';
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data)) as Message;
      if (id !== undefined) waiting.get(id)?.();
      if (method === 'stdio') printed += params?.text ?? '';
      const { result } = params?.params ?? {};
      if (params?.method === 'onTestEnd' && result) statuses.push(result.status);
    });
    const call = (method: string, params: object = {}) =>
      new Promise<void>((answered) => {
        const id = waiting.size + 1;
        waiting.set(id, answered);
        socket.send(JSON.stringify({ id, method, params }));
      });
    await call('initialize', { interceptStdio: true });
    await call('runGlobalSetup');
    for (let time = 0; time < 2; time++) await call('runTests', { locations: [], grep });
    await call('runGlobalTeardown');
    return { printed, statuses };
  } finally {
    server.kill();
  }
}

test('checks that run in an editor get their verdicts each time, and the run is called partial', async ({}, testInfo) => {
  const { printed, statuses } = await runInEditor('@auth\\.key\\.inactive', testInfo.outputPath('reports'));
  expect(statuses.length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set(['passed']));
  const outcomes = printed.match(
    /^conforms \(partial run\): built-in mock: \d+ of \d+ must clauses conform\. /gm,
  );
  expect(outcomes).toHaveLength(2);
});
