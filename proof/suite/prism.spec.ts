import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { startMock } from '../../mock/server';
import { codes, knownOperations } from '../../spec/contract';
import { root } from '../helpers/process';

/** Not a dependency, since it has 185 packages and only this test needs it. */
const prism = '@stoplight/prism-cli@5.14.2';
const document = join(root, 'spec/openapi.yaml');
const paths = Object.values(knownOperations).map(({ path }) => path.replace(/\{.*?\}/, 'job_1'));

test('Prism serves the document with its examples, and accepts the responses of the mock', async () => {
  test.skip(!(await isAvailable()), `${prism} could not be fetched from the package registry`);
  await using served = await start('mock', document);
  for (const path of paths) {
    const accepted = await ask(served.url, path);
    expect(accepted, path).toMatchObject({ status: 200, violations: null });
    expect(accepted.body, path).toMatch(/^[[{]./);
    for (const status of Object.values(codes)) {
      const rejected = await ask(served.url, path, { Prefer: `code=${status}` });
      expect(rejected, path).toMatchObject({ status, violations: null });
      expect(rejected.body, path).toContain('"type":"acme_error"');
    }
  }

  await using mock = await startMock({});
  await using checked = await start('proxy', document, mock.url, '--errors');
  for (const path of paths)
    expect(await ask(checked.url, path), path).toMatchObject({ status: 401, violations: null });
});

async function isAvailable(): Promise<boolean> {
  const [code] = await once(run('--version'), 'exit');
  return code === 0;
}

function run(...words: string[]): ChildProcess {
  return spawn('npx', ['--yes', prism, ...words], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Starts Prism at a free port. */
async function start(...words: string[]) {
  const child = run(...words, '--port', '0');
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [url] = /http:\/\/\S+$/.exec(line) ?? [];
    if (url !== undefined && line.includes('listening'))
      return { url, [Symbol.asyncDispose]: async () => void process.kill(-(child.pid as number)) };
  }
  throw new Error(`Prism ended with ${child.exitCode} before it listened`);
}

async function ask(url: string, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, { headers: { Authorization: 'Bearer key', ...headers } });
  return {
    status: answer.status,
    violations: answer.headers.get('sl-violations'),
    body: await answer.text(),
  };
}
