import { expect, test } from '@playwright/test';
import { runAt } from '../../../proof/helpers/open-mock';
import { json, key, listen, owner } from '../../../proof/helpers/wire';
import { factsOf } from '../../judge/data/facts';
import { sendRequest } from '../client/client';
import type { Sender } from '../client/request';
import { type CheckSession, recordSeparately } from '../evidence/recorder';
import { sessionOf } from '../run/session';
import { readSettings } from '../settings/settings';
import { metered } from './meter';
import { measureCredits } from './unchanged';

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
  const learnt = evidence.exchanges.map((each) => factsOf(each, { facts: session.facts.known }));
  return { value, learnt, inconclusive: evidence.unjudged };
}

const spec = { method: 'POST', path: '/v1/text', body: {} };
const text = (sender: Sender) => ({ sender, operation: 'text', spec }) as const;

/** Sends an AI request between readings: before, after, and once more for a charge in several parts. */
const use = (session: CheckSession) => metered(session, () => sendRequest(session, text(owner)));

async function twoUses(session: CheckSession) {
  await use(session);
  await use(session);
}

test('a drop of the credits between two AI requests is noted at the reading that shows it', async () => {
  const { learnt } = await on({ 4: 30 }, twoUses);
  expect(learnt.flatMap(({ fell }) => fell ?? [])).toEqual([30]);
});

test('no drop is noted if only our own AI requests lower the credits', async () => {
  const { learnt } = await on({}, twoUses);
  expect(learnt.some(({ fell }) => fell !== undefined)).toBe(false);
});

for (const [what, charges, expected] of [
  ['different drops are not attributed to the rejections', { 3: 5, 6: 7, 9: 5 }, 'restless'],
  ['an increase is no charge', { 3: -5, 6: -5, 9: -5 }, 'restless'],
  ['a single increase leads to another measurement', { 3: -5, 6: 5, 9: 5, 12: 5 }, 'a charge'],
  ['a single drop is no charge', { 3: 5 }, 'sometimes'],
  ['three equal drops are a charge', { 3: 5, 6: 5, 9: 5 }, 'a charge'],
  [
    'three equal drops that are refunded in the end are no charge',
    { 3: 5, 6: 5, 9: 5, 11: -15 },
    'paid back',
  ],
  [
    'three equal drops are no charge if the credits also fall by themselves at the end',
    { 3: 5, 6: 5, 9: 5, 11: 1 },
    'restless',
  ],
  [
    'equal drops are no charge if the credits also fall by themselves in between',
    { 2: 5, 5: 5, 6: 5, 9: 5, 12: 5 },
    'restless',
  ],
] as const) {
  test(`credits around rejections: ${what}`, async () => {
    // Every third reading is the one after the rejections.
    const { value: change } = await on(charges, (session) =>
      measureCredits({ ...session, target: { credits: { settlesWithin: 0.05 } } }, async () => []),
    );
    expect(Array.isArray(change) ? 'a charge' : change).toBe(expected);
  });
}
