import { expect, test } from '@playwright/test';
import { openJournal } from '../drive/run/journal';
import { adopted, orphansIn } from '../drive/run/orphans';
import { anExchange } from './reports-runs';

const made = (...ids: string[]) => ({
  waited: 0,
  exchanges: ids.map((id) => anExchange({ id, aiUse: id.startsWith('use') })),
});

test('what was made ahead and taken over by no case is told apart, each request once', ({}, testInfo) => {
  const path = testInfo.outputPath('journal.ndjson');
  const told = [anExchange({ id: 'read 3' })];
  expect(orphansIn(undefined, [])).toBeNull();
  expect(orphansIn(path, [])).toBeNull();
  const { keep } = openJournal(path);
  keep({ values: { trial: made('read 1', 'use 1'), [adopted('trial')]: true, claimed: true } });
  expect(orphansIn(path, [])).toBeNull();
  keep({ values: { workflow: made('read 2', 'use 2'), run: made('read 3', 'use 2') } });
  expect(orphansIn(path, told)).toEqual({ requests: 2, aiUses: 1 });
});
