import { expect, test } from '@playwright/test';
import type { Depth } from '../src/judge/verdict/depth';
import { idOf, type Outcome } from './row';
import { type Asked, chosen } from './rows';

/** The selection that `npm run prove` passes on; by default every row. */
const asked: Asked & { depth?: Depth } = JSON.parse(process.env.PROVE ?? '{"all":true}');

for (const row of chosen(asked))
  test(idOf(row), async ({}, testInfo) => {
    let outcome: Outcome = { depth: 0, wrong: ['not met'] };
    for (const depth of asked.depth === undefined ? row.depths : [asked.depth]) {
      // Outside of a step, Playwright searches all requests of the row for their parent at each of them.
      outcome = { ...(await test.step(`depth ${depth}`, () => row.meet(depth, testInfo))), depth };
      if (outcome.wrong.length === 0) break;
    }
    await testInfo.attach('outcome', { body: JSON.stringify(outcome), contentType: 'application/json' });
    expect(outcome.wrong).toEqual([]);
  });
