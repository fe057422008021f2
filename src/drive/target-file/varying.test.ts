import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { countingMock, uses } from '../../../proof/helpers/counting-mock';
import { runAt } from '../../../proof/helpers/open-mock';
import mockTarget from '../../../tests/targets/mock';
import { recordSeparately } from '../evidence/recorder';
import { referenceAgain } from '../named/references';
import { promptUse, textUse } from '../named/uses';
import { sessionOf } from '../run/session';
import { readSettings } from '../settings/settings';
import type { Target } from './target';
import { formatVarying, varyingHeaders } from './varying';

/** The target file of the mock whose text requests have such a header. */
const sending = (make: (body: unknown) => Record<string, string>): Target => ({
  ...mockTarget,
  text: (fields) => {
    const spec = mockTarget.text(fields);
    return { ...spec, headers: make(spec.body) };
  },
});

const signed = (body: unknown, time = '') =>
  createHmac('sha256', 'a secret')
    .update(JSON.stringify(body) + time)
    .digest('hex');

for (const [what, make, found] of [
  ['an Idempotency-Key', () => ({ 'Idempotency-Key': randomUUID() }), ['Idempotency-Key']],
  ['the day', () => ({ 'X-Day': new Date().toISOString().slice(0, 10) }), ['X-Day']],
  ['a time in seconds', () => ({ 'X-Time': `${Math.floor(Date.now() / 1000)}` }), ['X-Time']],
  [
    'a signature of body and time',
    (body) => ({ 'X-Time': `${Date.now()}`, 'X-Signature': signed(body, `${Date.now()}`) }),
    ['X-Time', 'X-Signature'],
  ],
  ['a signature of the body', (body) => ({ 'X-Signature': signed(body) }), []],
  ['a constant', () => ({ 'X-Tenant': 'a' }), []],
] satisfies [string, (body: unknown) => Record<string, string>, string[]][])
  test(`a builder that adds ${what} varies ${found.length === 0 ? 'nothing' : found.join(' and ')}`, () => {
    expect(varyingHeaders(sending(make)).map(({ name }) => name)).toEqual(found);
    expect(Math.abs(Date.now() - performance.timeOrigin - performance.now())).toBeLessThan(3_600_000);
  });

test('a header that varies is named with the parts that vary it', () => {
  const headers = ['text', 'job.submit'].map((part) => ({ part, name: 'X-Nonce' }));
  expect(formatVarying(headers)).toEqual([
    'The header X-Nonce differs each time that text and job.submit of the target file is called: requests that differ in nothing else are sent once.',
  ]);
});

test('a request that differs from another one only in a header that varies is sent once in a run', async () => {
  await using mock = await countingMock();
  const target = sending(() => ({ 'Idempotency-Key': randomUUID() }));
  const { settings } = readSettings({ BASE_URL: mock.url });
  const session = sessionOf(runAt(mock.url), settings, target, mockKeys);
  const { evidence } = await recordSeparately(session, async (session) => {
    await textUse(session);
    await textUse(session);
    await promptUse(session);
  });
  expect(evidence.unjudged).toBeUndefined();
  expect(uses(mock.asked)).toHaveLength(1);
  await recordSeparately(session, (session) => referenceAgain(session, 'text'));
  expect(uses(mock.asked)).toHaveLength(2);
  await session.close();
});
