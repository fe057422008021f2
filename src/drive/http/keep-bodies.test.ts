import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { onMock } from '../../../proof/helpers/open-mock';
import { requireOwned } from '../named/work';

test('with --keep-bodies, each response is written whole, with its reading, for the user alone', async ({}, info) => {
  const folder = info.outputPath('bodies');
  process.env.CONFORMANCE_BODIES = folder;
  try {
    const { evidence } = await onMock({}, (session) => requireOwned(session, 'job'));
    const [exchange] = evidence.exchanges;
    const text = readFileSync(join(folder, `${exchange?.id}.body`), 'utf8');
    const { response } = JSON.parse(readFileSync(join(folder, `${exchange?.id}.json`), 'utf8'));
    expect(response.reading.json).toEqual(JSON.parse(text));
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  } finally {
    delete process.env.CONFORMANCE_BODIES;
  }
});
