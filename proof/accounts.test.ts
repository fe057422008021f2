import { expect, test } from '@playwright/test';
import { type KeyVariable as Made, mockKeys } from '../mock/accounts';
import { startMock } from '../mock/server';
import { type KeyVariable, keyVariables, lastingStateOf } from '../spec/accounts';
import { codes } from '../spec/contract';
import { isRejectedAt } from '../src/judge/response/account-state';
import { ask } from './helpers/ask';

/** The mock makes each account of the table, and no other. */
const keys: Record<KeyVariable, string> & Record<Made, string> = mockKeys;

const use = { model: 'acme-text-nano', prompt: 'Hello' };
const requests = {
  models: { path: '/v1/models' },
  credits: { path: '/v1/credits' },
  text: { path: '/v1/text', body: use },
  submit: { path: '/v1/jobs', body: use },
} as const;

for (const variable of keyVariables)
  test(`the mock treats ${variable} as the table of accounts says`, async () => {
    await using mock = await startMock();
    const state = lastingStateOf(variable);
    for (const [operation, request] of Object.entries(requests)) {
      const answer = await ask(mock.url, { ...request, authorization: `Bearer ${keys[variable]}` });
      if (state && isRejectedAt(state, operation as keyof typeof requests))
        expect(answer).toMatchObject({ status: codes[state.code], body: { error: { code: state.code } } });
      // An account may be rejected now and then.
      else if (state) expect(answer.status, operation).toBeLessThan(300);
    }
  });
