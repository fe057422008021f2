import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root, runScript } from './process';

test('the mock alone has the faults that it is asked for, and says where it listens', async () => {
  const asked = ['--fault', 'errors carry their status', '--fault', 'the nano model is missing'];
  const words = ['--import', 'tsx', join(root, 'mock/main.ts'), ...asked];
  const child = spawn(process.execPath, words, { env: { ...process.env, PORT: '0' } });
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
    const stderr = expect.stringContaining(says);
    expect(await runScript('mock/main.ts', args)).toMatchObject({ code: 1, stderr });
  });
}

test('the mock alone says which faults it can have', async () => {
  const { code, stdout } = await runScript('mock/main.ts', ['--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('\n  errors carry their status\n');
});
