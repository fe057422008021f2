import { expect, test } from '@playwright/test';
import { anError } from '../../../proof/helpers/an-error';
import { answered } from '../../../proof/helpers/answered';
import { runAt } from '../../../proof/helpers/open-mock';
import { json, key, listen, owner } from '../../../proof/helpers/wire';
import { readSettings } from '../../settings/settings';
import { sendRequest } from '../client';
import { type CheckSession, recordSeparately } from '../evidence/recorder';
import type { Sender } from '../request';
import { sessionOf } from '../run/session';
import { measureRejected, metered } from './measure';

const waiting = { credits: { settlesWithin: 0.05 } };

/** Charges by somebody else, by the number of the reading that first shows each. */
type Elsewhere = Readonly<Record<number, number>>;

async function on<Value>(elsewhere: Elsewhere, act: (session: CheckSession) => Promise<Value>) {
  let credits = 1000;
  let readings = 0;
  await using wire = await listen((socket, request) => {
    if (request.line.startsWith('POST')) credits -= 2;
    else credits -= elsewhere[++readings] ?? 0;
    json(200, { credits })(socket, request);
  });
  const { settings } = readSettings({ BASE_URL: wire.url, API_KEY: key });
  const session = sessionOf(runAt(wire.url), settings, {});
  const { value, evidence } = await recordSeparately({ ...session, measures: true }, act);
  await session.close();
  return { value, unjudged: evidence.unjudged };
}

const spec = { method: 'POST', path: '/v1/text', body: {} };
const text = (sender: Sender) => ({ sender, operation: 'text', spec }) as const;

/** Sends an AI request between readings: before, after, and once more for a charge in several parts. */
const use = (session: CheckSession) => metered(session, () => sendRequest(session, text(owner)));

test('a charge in several parts is measured as a whole', async () => {
  const { value } = await on({ 3: 1 }, (session) => use({ ...session, target: waiting }));
  expect(value?.charge?.after.reading.json).toEqual({ credits: 997 });
});

for (const [what, charges, expected] of [
  ['different drops are not attributed to the rejections', { 3: 5, 6: 7 }, 'inconclusive'],
  ['an increase is no charge', { 3: -5, 6: -5, 9: -5, 12: -5, 15: -5, 18: -5 }, 'inconclusive'],
  ['a single increase leads to another measurement', { 3: -5, 6: 5, 9: 5, 12: 5 }, 'a charge'],
  ['a single drop is no charge', { 3: 5 }, 'inconclusive'],
  ['three equal drops are a charge', { 3: 5, 6: 5, 9: 5 }, 'a charge'],
  ['late charges of earlier requests are waited for', { 2: 5 }, 'free'],
  ['credits that never settle say nothing', { 2: 5, 3: 5, 4: 5 }, 'inconclusive'],
  [
    'three equal drops that are refunded in the end are no charge',
    { 3: 5, 6: 5, 9: 5, 11: -15 },
    'inconclusive',
  ],
  [
    'equal drops are no charge if the credits also fall by themselves in between',
    { 3: 5, 5: 5, 6: 5, 9: 5, 12: 5 },
    'inconclusive',
  ],
] as const) {
  test(`credits around rejections: ${what}`, async () => {
    // Every third reading is the one after the rejections.
    const { value, unjudged } = await on(charges, (session) =>
      measureRejected({ ...session, target: waiting }, async () => [answered(404, anError('not_found'))]),
    );
    const [before, after] = value?.slice(-2).map(({ reading }) => JSON.stringify(reading.json)) ?? [];
    expect(unjudged?.verdict ?? (before === after ? 'free' : 'a charge')).toBe(expected);
  });
}
