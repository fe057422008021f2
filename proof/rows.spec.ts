import { expect, test } from '@playwright/test';
import { idOf, outcomeOf } from './row';
import { type Asked, chosen } from './rows';

/** The selection that `npm run prove` passes on; by default every row. */
const asked: Asked = JSON.parse(process.env.PROVE ?? '{"all":true}');

for (const row of chosen(asked))
  test(idOf(row), async ({}, testInfo) => {
    const outcome = await outcomeOf(row);
    await testInfo.attach('outcome', { body: JSON.stringify(outcome), contentType: 'application/json' });
    expect(outcome.wrong).toEqual([]);
  });
