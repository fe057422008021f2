import { expect, test } from '@playwright/test';
import type { Account } from '../../../mock/accounts';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import { onMock, runAt } from '../../../proof/helpers/open-mock';
import { aContext } from '../../../proof/helpers/reports-runs';
import { sendCheck } from '../../../proof/helpers/send-check';
import { json, key, listen, owner } from '../../../proof/helpers/wire';
import mockTarget from '../../../tests/targets/mock';
import { withReadings } from '../../judge/credits/charge';
import { factsOf } from '../../judge/data/facts';
import { evaluate } from '../../judge/verdict/evaluate';
import { useOfKind } from '../../world/uses';
import { sendRequest } from '../client/client';
import type { Sender } from '../client/request';
import { senderWith } from '../client/senders';
import { wait } from '../client/waits';
import { type CheckSession, recordSeparately, tryOne } from '../evidence/recorder';
import { sessionOf } from '../run/session';
import { readSettings } from '../settings/settings';
import { metered, rejectOverdue } from './meter';
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

const stray = senderWith('a wrong key', 'Bearer wrong');

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

test('no drop is noted while an accepted wrong key may be charged late to the account', async () => {
  const { learnt } = await on({ 4: 30 }, async (session) => {
    await sendRequest(session, text(stray));
    await twoUses(session);
  });
  expect(learnt.some(({ fell }) => fell !== undefined)).toBe(false);
});

test('a charge is seen even if a stale reading hides it again', async () => {
  // Readings of one AI request: before, after, and two from a stale replica.
  const { learnt } = await on({ 3: -2, 5: 2 }, use);
  expect(learnt.flatMap(({ charged }) => charged ?? [])).toEqual([2]);
});

/** The target file of the mock with this description of charges. */
const telling = (credits: { resolution?: number; settlesWithin: number }) => ({
  ...mockTarget,
  credits: { at: '/credits/remaining', ...credits },
});

/** Adds further changes of the credits to each AI request. */
const charging = (more: (price: number, now: number) => Account['charges']): Change =>
  overrideChapter('credits', (credits) => ({
    charge(account, price, now, ...rest) {
      credits.charge(account, price, now, ...rest);
      account.charges.push(...more(price, now));
    },
  }));

test('an AI request whose charge is awaited starts after the reservation of an earlier one is refunded', async () => {
  const reserved = 100;
  const variant = charging((_, now) => [
    { credits: reserved, at: now },
    { credits: -reserved, at: now + 1000 },
  ]);
  const target = telling({ settlesWithin: 1.2 });
  const { value: charged } = await onMock({ variant, target }, async (session) => {
    await sendCheck(session, { at: 'text', send: { tier: 'pro' } });
    return session.facts.of(await useOfKind(session, 'text', 'prompt', 'pro', ', again', true)).charged;
  });
  expect(charged).toBe(5);
});

test('rejections are measured after the reservation of an earlier AI request is refunded, in however many steps', async () => {
  const times = 140;
  const variant = charging((_, now) => [
    { credits: times, at: now },
    ...Array.from({ length: times }, (_, index) => ({ credits: -1, at: now + 20 * (index + 1) })),
  ]);
  const target = telling({ settlesWithin: 3 });
  const { value: change } = await onMock({ variant, target }, async (session) => {
    await sendCheck(session, { at: 'text', send: { tier: 'pro' } });
    const found = await measureCredits(session, async () => []);
    return Array.isArray(found) ? [] : [found];
  });
  expect(change).toEqual([]);
});

test('a drop around rejections is not attributed to them while an earlier AI request is unsettled', async () => {
  const variant = charging((_, now) => [{ credits: 3, at: now + 400 }]);
  const target = telling({ settlesWithin: 0.6 });
  const { value: change } = await onMock({ variant, target }, async (session) => {
    await sendCheck(session, { at: 'text', send: { tier: 'pro' } });
    const found = await measureCredits(session, async () => {
      await wait(session, 0.5);
      return [];
    });
    return Array.isArray(found) ? [] : [found];
  });
  expect(change).toEqual([]);
});

test('pairs of tiers are repeated only until two with awaited charges give a result', async () => {
  const variant = charging((price, now) => [
    { credits: 20 - price, at: now },
    { credits: price - 20, at: now + 200 },
  ]);
  const target = telling({ resolution: 1, settlesWithin: 0.4 });
  const { value: pairs } = await onMock({ variant, target, env: { MAX_AI_REQUESTS: '100' } }, (session) =>
    sendCheck(session, { at: 'text', send: { pricePairs: 'mini' } }),
  );
  expect(pairs?.length).toBe(6);
});

test('another pair is requested if the pairs with awaited charges agree with each other but not with the first', async () => {
  let uses = 0;
  const variant = overrideChapter('credits', (credits) => ({
    charge: (account, price, ...rest) =>
      credits.charge(account, price === 1 ? 1 : uses++ === 0 ? 8 : 5, ...rest),
  }));
  const target = telling({ resolution: 1, settlesWithin: 0.1 });
  const { value: pairs } = await onMock({ variant, target }, (session) =>
    sendCheck(session, { at: 'text', send: { pricePairs: 'mini' } }),
  );
  expect(pairs?.length).toBe(8);
});

/** Somebody tops up the account during its first AI request. */
const toppedUpOnce = (): Change => {
  let topUps = 0;
  return charging((_, now) => (topUps++ === 0 ? [{ credits: -500, at: now }] : []));
};

test('an AI request during a top-up shows no charge, so another one is judged', async () => {
  const expected = { kind: 'charged', at: mockTarget.credits.at, settled: true } as const;
  const { value: texts, evidence } = await onMock({ variant: toppedUpOnce() }, async (session) => {
    return [
      ...(await sendCheck(session, { at: 'text', send: { charged: 'one request' } })),
      ...(await sendCheck(session, { at: 'text', send: { charged: 'each kind' } })),
    ];
  });
  const result = texts?.map((text) =>
    evaluate(expected, withReadings([text]), evidence.exchanges, aContext({ verifiedEarlier: ['*'] })),
  );
  expect(result?.map(({ met }) => met)).toEqual([true, true, true, true]);
});

test('a job that is unfinished during a top-up does not count as charged later', async () => {
  const { value: [submitted] = [] } = await onMock(
    { variant: toppedUpOnce(), workMilliseconds: 5000 },
    (session) => sendCheck(session, { at: 'submission', send: 'once' }),
  );
  expect(submitted?.charge?.seen).toBe(false);
  expect(submitted?.charge?.unfinished).toBeUndefined();
});

for (const at of ['submission', 'workflow'] as const) {
  test(`failed work without a charge does not count as free: ${at}`, async () => {
    const failing = {
      present: ({ id }: { id: string }) => ({ id, state: 'Failed', result: 'no capacity' }),
    };
    const variant = { credits: { charge: () => undefined }, jobs: failing, runs: failing };
    const { evidence } = await onMock({ variant }, (session) =>
      sendCheck(session, { at, send: { charged: 'each kind' } }),
    );
    expect(evidence.unjudged?.reason).toEqual({ kind: 'work failed' });
  });
}

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

test('credits around rejections: charges of API_KEY count, although the credits of another account fell by themselves', async () => {
  const { value: change } = await on({ 3: 5, 6: 5, 9: 5 }, (session) => {
    session.facts.fell.add('OTHER_API_KEY');
    return measureCredits({ ...session, target: { credits: { settlesWithin: 0.05 } } }, async () => []);
  });
  expect(change).toHaveLength(2);
});

test('credits around rejections: nothing is said if an accepted request is sent beside them each time', async () => {
  const { value: change } = await on({}, (session) =>
    measureCredits(session, async () => {
      await sendRequest(session, text(owner));
      return [];
    }),
  );
  expect(change).toBe('beside accepted');
});

test('credits around rejections: an AI request of another account does not disturb the measurement', async () => {
  const { value: change } = await on({}, (session) =>
    measureCredits({ ...session, target: { credits: { settlesWithin: 0.2 } } }, async () => {
      await session.coordinator.admit('OTHER_API_KEY', 'billable');
      session.coordinator.complete('OTHER_API_KEY', 'billable', { aiRequest: true, answered: true });
      return [];
    }),
  );
  expect(change).toHaveLength(2);
});

/** Returns why the check is not judged. */
async function overdueBy(act: () => Promise<void>) {
  const tried = await tryOne(act);
  return 'why' in tried ? tried.why.reason : undefined;
}

for (const [when, falls] of [
  ['after the AI request was measured', { 2: 2 }],
  ['while the account was watched', { 4: 2 }],
] as const)
  test(`a charge that appeared ${when} is later than the target file says`, async () => {
    const { value: overdue } = await on(falls, async (session) => {
      const described = { ...session, target: { credits: { resolution: 1, settlesWithin: 0.05 } } };
      const after = await sendRequest(session, {
        sender: owner,
        operation: 'credits',
        spec: { path: '/v1/credits' },
      });
      const use = { ...after, charge: { before: after, after, seen: false } };
      return await overdueBy(() => rejectOverdue(described, 'text', use));
    });
    expect(overdue).toEqual({ kind: 'unsettled', overdue: true });
  });

const late = { kind: 'unsettled', overdue: true };
for (const [what, falls, reason] of [
  ['a charge that comes later than the target file says', { 3: 2 }, late],
  ['a charge that is two seconds late', { 9: 2 }, late],
  ['no charge', {}, undefined],
  ['credits that rise by themselves', { 3: -50 }, { kind: 'credits', how: 'restless', pointer: true }],
] as const) {
  test(`before an AI request counts as uncharged, its account is watched for longer: ${what}`, async () => {
    const credits = { at: '/credits', resolution: 1, settlesWithin: 0.05 };
    const { value: overdue } = await on(falls, (session) =>
      overdueBy(() => rejectOverdue({ ...session, target: { credits } }, 'text')),
    );
    expect(overdue).toEqual(reason);
  });
}
