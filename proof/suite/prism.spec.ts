import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { startMock } from '../../mock/server';
import { codes } from '../../spec/contract';
import { type KnownOperation, knownIds, requestTo, titleOf } from '../../spec/operations';
import { root } from '../helpers/process';

/** Not a dependency, since it has 185 packages and only this test needs it. */
const prism = '@stoplight/prism-cli@5.14.2';
const document = join(root, 'spec/openapi.yaml');

test('Prism serves the document with its examples, and accepts the responses of the mock', async () => {
  test.skip(!(await isAvailable()), `${prism} could not be fetched from the package registry`);
  await using served = await start('mock', document);
  for (const id of knownIds) {
    const accepted = await ask(served.url, id);
    expect(accepted.status, titleOf(id)).toBeLessThan(300);
    expect(accepted.violations, titleOf(id)).toBeNull();
    expect(accepted.body, titleOf(id)).toMatch(/^[[{]./);
    for (const status of Object.values(codes)) {
      const rejected = await ask(served.url, id, { Prefer: `code=${status}` });
      expect(rejected, titleOf(id)).toMatchObject({ status, violations: null });
      expect(rejected.body, titleOf(id)).toContain('"type":"acme_error"');
    }
  }

  await using mock = await startMock({});
  await using checked = await start('proxy', document, mock.url, '--errors');
  for (const id of knownIds)
    expect(await ask(checked.url, id), titleOf(id)).toMatchObject({ status: 401, violations: null });
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

async function ask(url: string, id: KnownOperation, headers: Record<string, string> = {}) {
  const answer = await fetch(url + requestTo(id, 'job_1').path, {
    headers: { Authorization: 'Bearer key', ...headers },
  });
  return {
    status: answer.status,
    violations: answer.headers.get('sl-violations'),
    body: await answer.text(),
  };
}
