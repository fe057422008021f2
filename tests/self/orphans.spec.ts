import { expect, test } from '@playwright/test';
import { openJournal } from '../drive/run/journal';
import { unclaimedIn } from '../drive/run/orphans';
import { anExchange } from './reports-runs';

test('what stands in the evidence of no case is told once, as what was made of it last', ({}, testInfo) => {
  const path = testInfo.outputPath('journal.ndjson');
  const [read, use, told] = ['read', 'use', 'told'].map((id) => anExchange({ id }));
  expect(unclaimedIn(undefined, [])).toEqual([]);
  expect(unclaimedIn(path, [])).toEqual([]);
  const { keep, keepSent } = openJournal(path);
  for (const exchange of [read, use, told]) if (exchange) keepSent(exchange);
  const charged = { ...use, charged: 3 };
  keep({ values: { trial: { waited: 0, exchanges: [charged] }, claimed: true } });
  expect(unclaimedIn(path, told ? [told] : [])).toEqual([charged, read]);
});
