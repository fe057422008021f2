import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

/** `npm run mock` with these arguments. */
function mock(...args: string[]): ChildProcess {
  const main = join(__dirname, '..', '..', 'mock', 'main.ts');
  return spawn(process.execPath, ['--import', 'tsx', main, ...args], { env: { ...process.env, PORT: '0' } });
}

test('the mock alone has the faults that it is asked for, and says where it listens', async () => {
  const child = mock('--fault', 'errors carry their status', '--fault', 'the nano model is missing');
  try {
    const [first] = await once(child.stdout ?? child, 'data');
    const [, url, key] = /listens at (\S+)[\s\S]*?API_KEY=(\S+)/.exec(String(first)) ?? [];
    const refused = await fetch(`${url}/v1/models`);
    expect(await refused.json()).toHaveProperty('error.status');
    const listed = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    expect(await listed.text()).not.toContain('nano');
  } finally {
    child.kill();
  }
});

for (const [args, says] of [
  [['--fault', 'nonsense'], 'The mock has no fault "nonsense".'],
  [['--fauld', 'nonsense'], "Unknown option '--fauld'"],
] as const) {
  test(`the mock alone refuses ${args.join(' ')}`, async () => {
    const child = mock(...args);
    const [said] = await once(child.stderr ?? child, 'data');
    expect(String(said)).toContain(says);
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(1);
  });
}
