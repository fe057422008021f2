import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { runAt } from '../../proof/helpers/open-mock';
import { sendCheck } from '../../proof/helpers/send-check';
import mockTarget from '../../tests/targets/mock';
import { recordSeparately } from '../client/evidence/recorder';
import { sessionOf } from '../client/run/session';
import { readSettings } from '../settings/settings';

test('with --keep-bodies, each response is written whole, with its reading, for the user alone', async ({}, info) => {
  const folder = info.outputPath('bodies');
  process.env.CONFORMANCE_BODIES = folder;
  try {
    await using mock = await startMock();
    const { settings } = readSettings({ BASE_URL: mock.url });
    const session = sessionOf(runAt(mock.url), settings, mockTarget, mockKeys);
    const { value: [answer] = [] } = await recordSeparately(session, (session) =>
      sendCheck(session, { at: 'job', send: { own: 'when done' } }),
    );
    await session.close();
    const exchange = answer?.exchange;
    const text = readFileSync(join(folder, `${exchange?.id}.body`), 'utf8');
    const { response } = JSON.parse(readFileSync(join(folder, `${exchange?.id}.json`), 'utf8'));
    expect(response.reading.json).toEqual(JSON.parse(text));
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  } finally {
    delete process.env.CONFORMANCE_BODIES;
  }
});
