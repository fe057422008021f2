import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../helpers/process';

// A run on the mock shows that it follows the contract. These tests cover the rest.

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
