import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { root } from '../helpers/process';
import { aProject, suiteConfig, test } from '../helpers/reports-project';

/** Prints what the worker of this check can read. */
const check = `
import { readFileSync } from 'node:fs';
import { test } from '@playwright/test';
import { must } from '${join(root, 'src/drive/check/check')}';
import { accepted } from '${join(root, 'src/drive/check/expected')}';
if (process.env.TEST_WORKER_INDEX !== undefined)
  console.log('in the worker:', process.env, readFileSync('/proc/self/environ', 'utf8'));
test('GET /v1/models', ...must('auth.key.valid', { at: 'models', send: 'once', expect: accepted }));
`;

test('the workers of a run have no key, and a run on a target loads neither the mock nor its defects', async ({}, testInfo) => {
  await using mock = await startMock();
  const loaded = testInfo.outputPath('loaded.cjs');
  writeFileSync(
    loaded,
    `process.on('exit', () => console.log('loaded:', Object.keys(require.cache).join('\\n')));`,
  );
  const project = aProject(testInfo, {
    'playwright.config.ts': suiteConfig('checks'),
    'checks/auth.spec.ts': check,
    'checks/limits.spec.ts': '',
    settings: [`BASE_URL=${mock.url}`, `API_KEY=${mockKeys.API_KEY}`].join('\n'),
    'target.ts': 'export default { headers: () => ({ "x-own": String(process.env.GATEWAY_API_KEY) }) };',
  });
  const { code, stdout } = await project.run(['test'], {
    DOTENV_CONFIG_PATH: join(project.folder, 'settings'),
    TARGET: join(project.folder, 'target.ts'),
    GATEWAY_API_KEY: 'a-key-of-the-gateway',
    NODE_OPTIONS: `--require ${loaded}`,
  });
  expect(code, stdout).toBe(0);
  expect(stdout).toContain('in the worker: ');
  for (const secret of [mockKeys.API_KEY, 'a-key-of-the-gateway']) expect(stdout).not.toContain(secret);
  expect(stdout).toContain('src/drive/setup/global-setup');
  expect(stdout).not.toMatch(/[\\/]mock[\\/]|targets[\\/]mock/);
  const [exchange] = Object.values(project.record().run.exchanges);
  expect(exchange?.request.headers).toContainEqual(['x-own', '[GATEWAY_API_KEY]']);
});
