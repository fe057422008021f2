import { expect, test } from '@playwright/test';
import mock from '../../../tests/targets/mock';
import type { Target } from '../target-file/target';
import { readStart } from './start';

test('a run on the mock rejects a target file of the mock as it rejects that of a user', async () => {
  const target: Target = mock;
  const { text } = target;
  const start = () => readStart({ BASE_URL: 'mock', DOTENV_CONFIG_PATH: '/dev/null' });
  expect((await start()).target).toBe(mock);
  target.text = () => ({ method: 'POST', path: '/v1/models', body: {} });
  const rejection = start().catch((error: Error) => error.message);
  await rejection.finally(() => {
    if (text !== undefined) target.text = text;
  });
  expect(await rejection).toContain(
    'TARGET tests/targets/mock.ts: text is sent to /v1/models, where the contract has another operation',
  );
});
