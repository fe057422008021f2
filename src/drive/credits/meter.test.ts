import { expect, test } from '@playwright/test';
import type { Account } from '../../../mock/accounts';
import { type Change, within } from '../../../mock/behaviour';
import { onMock, runAt } from '../../../proof/helpers/open-mock';
import { json, key, listen, owner } from '../../../proof/helpers/wire';
import mockTarget from '../../../tests/targets/mock';
import { withReadings } from '../../judge/charge';
import { evaluate } from '../../judge/evaluate';
import { factsOf } from '../../judge/facts';
import { creditsLowered } from '../../judge/requirements';
import { sendRequest } from '../client/client';
import { presenting } from '../client/senders';
import { wait } from '../client/waits';
import { currentEvidence, recordSeparately } from '../evidence/recorder';
import { type Session, sessionOf } from '../run/session';
import { readSettings } from '../settings';
import type { Target, TextFields } from '../target';
import { chargeBound } from './charges';
import { measureCredits, metered, rejectOverdue } from './meter';

/** Another run's charges, by the number of the reading that first shows each. */
type Elsewhere = Readonly<Record<number, number>>;

async function on<Value>(elsewhere: Elsewhere, act: (session: Session) => Promise<Value>) {
  let credits = 1000;
  let readings = 0;
  await using wire = await listen((socket, request) => {
    if (request.line.startsWith('POST')) credits -= 2;
    else credits -= elsewhere[++readings] ?? 0;
    json(200, { credits })(socket, request);
  });
  const { settings } = readSettings({ BASE_URL: wire.url, API_KEY: key });
  const session = sessionOf(runAt(wire.url), settings, {});
  const { value, evidence } = await recordSeparately(() => act(session), 'unspecified.routes.unknown');
  await session.close();
  const learnt = evidence.exchanges.map((each) => factsOf(each, evidence.context));
  return { value, learnt, inconclusive: evidence.inconclusive };
}

const spec = { method: 'POST', path: '/v1/text', body: {} };

/** An AI request between readings: before, after, and once more for a charge that comes in parts. */
const use = (session: Session) => metered(session, () => sendRequest(session, owner, 'text', spec));

async function twoUses(session: Session) {
  await use(session);
  await use(session);
}

test('credits that fall between two uses are kept with the reading that shows it', async () => {
  const { learnt } = await on({ 4: 30 }, twoUses);
  expect(learnt.flatMap(({ fell }) => fell ?? [])).toEqual([30]);
});

test('credits that only our own uses lower are not', async () => {
  const { learnt } = await on({}, twoUses);
  expect(learnt.some(({ fell }) => fell !== undefined)).toBe(false);
});

test('a charge that a stale reading hides again is seen', async () => {
  // Of one use: before, after, and twice what a replica still shows.
  const { learnt } = await on({ 3: -2, 5: 2 }, use);
  expect(learnt.flatMap(({ charged }) => charged ?? [])).toEqual([2]);
});

test('a use beside which a wrong key was served, which the account may have paid for, is measured once more', async () => {
  const { learnt, value } = await on({}, async (session) => {
    const stray = presenting('a wrong key', 'Bearer wrong');
    let accepted = 0;
    await metered(session, async () => {
      if (accepted++ === 0) await sendRequest(session, stray, 'text', spec);
      return sendRequest(session, owner, 'text', spec);
    });
    return accepted;
  });
  expect(value).toBe(2);
  expect(learnt.flatMap(({ charged }) => charged ?? [])).toEqual([2]);
});

/** The target file of a mock, telling this of how charges are shown. */
const telling = (credits: { resolution?: number; settlesWithin: number }) => ({
  ...mockTarget,
  credits: { at: '/credits/remaining', ...credits },
});

/** Each AI request changes the credits by more than its price. */
const charging = (more: (price: number, now: number) => Account['charges']): Change =>
  within('credits', (credits) => ({
    charge(account, price, now, ...rest) {
      credits.charge(account, price, now, ...rest);
      account.charges.push(...more(price, now));
    },
  }));

test('a use whose charge is waited for begins when what an earlier one reserved is paid back', async () => {
  const reserved = 100;
  const variant = charging((_, now) => [
    { credits: reserved, at: now },
    { credits: -reserved, at: now + 1000 },
  ]);
  const target = telling({ settlesWithin: 1.2 });
  const { value: charged } = await onMock({ variant, target }, async ({ controls, session }) => {
    await controls.tier('pro');
    return session.facts.of(await controls.kind('text', 'prompt', 'pro', ', again', true)).charged;
  });
  expect(charged).toBe(5);
});

test('refusals are measured once what an earlier use reserved is paid back, however often it changes the credits', async () => {
  const times = 140;
  const variant = charging((_, now) => [
    { credits: times, at: now },
    ...Array.from({ length: times }, (_, index) => ({ credits: -1, at: now + 20 * (index + 1) })),
  ]);
  const target = telling({ settlesWithin: 3 });
  const { value: change } = await onMock({ variant, target }, async ({ session, controls }) => {
    await controls.tier('pro');
    const found = await measureCredits(session, async () => []);
    return Array.isArray(found) ? [] : [found];
  });
  expect(change).toEqual([]);
});

test('what falls around refusals while an earlier use is not settled is not held against them', async () => {
  const variant = charging((_, now) => [{ credits: 3, at: now + 400 }]);
  const target = telling({ settlesWithin: 0.6 });
  const { value: change } = await onMock({ variant, target }, async ({ session, controls }) => {
    await controls.tier('pro');
    const found = await measureCredits(session, async () => {
      await wait(0.5);
      return [];
    });
    return Array.isArray(found) ? [] : [found];
  });
  expect(change).toEqual([]);
});

test('pairs of tiers are asked again no longer than until two that were waited for tell', async () => {
  const variant = charging((price, now) => [
    { credits: 20 - price, at: now },
    { credits: price - 20, at: now + 200 },
  ]);
  const target = telling({ resolution: 1, settlesWithin: 0.4 });
  const { value: pairs } = await onMock(
    { variant, target, env: { MAX_AI_REQUESTS: '100' } },
    ({ controls }) => controls.pricePairs('mini'),
  );
  expect(pairs?.length).toBe(6);
});

test('a pair more is asked for, where those that were waited for agree and the first does not', async () => {
  let uses = 0;
  const variant = within('credits', (credits) => ({
    charge: (account, _, ...rest) => credits.charge(account, uses++ === 0 ? 8 : 5, ...rest),
  }));
  const target = telling({ resolution: 1, settlesWithin: 0.1 });
  const { value: pairs } = await onMock({ variant, target }, ({ controls }) => controls.pricePairs('mini'));
  expect(pairs?.length).toBe(8);
});

/** Somebody tops up the account during its first use. */
const toppedUpOnce = (): Change => {
  let topUps = 0;
  return charging((_, now) => (topUps++ === 0 ? [{ credits: -500, at: now }] : []));
};

test('an AI request while somebody tops up the account does not tell of charges: another one does', async () => {
  const expected = creditsLowered(mockTarget.credits);
  const { value: texts, evidence } = await onMock(
    { variant: toppedUpOnce() },
    async ({ controls, trials }) => {
      await controls.text();
      return [await controls.charged(), ...(await trials.charged('text'))];
    },
  );
  const found = texts?.map((text) =>
    evaluate(expected, withReadings([text]), evidence.exchanges, { words: [], verifiedEarlier: ['*'] }),
  );
  expect(found?.map(({ met }) => met)).toEqual([true, true, true, true]);
});

test('a use whose charge a grant may have hidden is not said to be free, where the credits rise by themselves', async () => {
  let uses = 0;
  const variant = charging((price, now) =>
    uses++ === 0
      ? [
          { credits: -price, at: now },
          { credits: -50, at: now + 1500 },
        ]
      : [],
  );
  const target = telling({ resolution: 1, settlesWithin: 0.1 });
  const { evidence } = await onMock({ variant, target }, ({ controls }) => controls.charged());
  expect(evidence.inconclusive?.reason).toMatchObject({ kind: 'credits', how: 'restless' });
});

test('a job that is not done while somebody tops up the account is not said to be charged later', async () => {
  const { value: submission } = await onMock(
    { variant: toppedUpOnce(), workMilliseconds: 5000 },
    ({ controls }) => controls.submission(),
  );
  expect(submission?.charge?.seen).toBe(false);
  expect(submission?.charge?.unfinished).toBeUndefined();
});

for (const what of ['submit', 'workflow'] as const) {
  test(`what failed, and was not charged, is not said to be free: ${what}`, async () => {
    const failing = { present: ({ id }: { id: string }) => ({ id, state: 'Failed', result: 'no capacity' }) };
    const variant = { credits: { charge: () => undefined }, jobs: failing, runs: failing };
    const { evidence } = await onMock({ variant }, ({ trials }) => trials.charged(what));
    expect(evidence.inconclusive?.reason).toEqual({ kind: 'work failed' });
  });
}

test('text requests at a wrong path are said to be refused, by their simplest form, and no charge is missed', async () => {
  const target = {
    ...mockTarget,
    text: (fields: TextFields) => ({ ...mockTarget.text(fields), path: '/v1/no' }),
  };
  const { value } = await onMock({ target, verifiedEarlier: [] }, async ({ controls, trials }) => ({
    text: await controls.text(),
    charged: await recordSeparately(() => trials.charged('text')),
  }));
  expect(value?.text.exchange.parts).toEqual(['text.prompt']);
  expect(value?.charged.evidence.inconclusive?.reason).toMatchObject({
    kind: 'not accepted',
    what: 'the AI request',
  });
});

for (const [what, charges, told] of [
  ['what somebody else was charged is not said to be theirs', { 3: 5, 6: 7, 9: 5 }, 'restless'],
  ['credits that rise are no charge', { 3: -5, 6: -5, 9: -5 }, 'restless'],
  ['what was paid back once is measured again', { 3: -5, 6: 5, 9: 5, 12: 5 }, 'a charge'],
  ['what fell once only is not', { 3: 5 }, 'sometimes'],
  ['what fell three times by the same is', { 3: 5, 6: 5, 9: 5 }, 'a charge'],
  ['what is paid back in the end is not', { 3: 5, 6: 5, 9: 5, 11: -15 }, 'paid back'],
  ['nor is it where credits fall by themselves in the end', { 3: 5, 6: 5, 9: 5, 11: 1 }, 'restless'],
  ['nor is it where credits fall by themselves too', { 2: 5, 5: 5, 6: 5, 9: 5, 12: 5 }, 'restless'],
] as const) {
  test(`refusals and credits: ${what}`, async () => {
    // Of each three readings the last follows the refusals.
    const { value: change } = await on(charges, (session) =>
      measureCredits({ ...session, target: { patience: { charge: 0.2 } } }, async () => []),
    );
    expect(Array.isArray(change) ? 'a charge' : change).toBe(told);
  });
}

test('refusals and credits: what is paid back before charges are in, as the target file tells, is free', async () => {
  const { value: change } = await on({ 3: 5, 4: -5 }, (session) =>
    measureCredits({ ...session, target: { credits: { settlesWithin: 0.2 } } }, async () => []),
  );
  expect(change).toHaveLength(2);
});

test('refusals and credits: what another account asks for meanwhile is no use of this one', async () => {
  const { value: change } = await on({}, (session) =>
    measureCredits({ ...session, target: { credits: { settlesWithin: 0.2 } } }, async () => {
      await session.coordinator.admit('OTHER_API_KEY', 'billable');
      session.coordinator.complete('OTHER_API_KEY', 'billable', { aiRequest: true, answered: true });
      return [];
    }),
  );
  expect(change).toHaveLength(2);
});

for (const [what, credits, fell] of [
  ['may be for what was rejected, where charges come later than that', { settlesWithin: 0.5 }, []],
  ['are for somebody else, where nothing tells so', {}, [5]],
] as const) {
  test(`credits that fall soon after refusals ${what}`, async () => {
    const { learnt } = await on({ 2: 5, 5: 5 }, (session) =>
      measureCredits({ ...session, target: { credits } }, async () => []),
    );
    expect(learnt.flatMap((each) => each.fell ?? [])).toEqual(fell);
  });
}

/** Why the check is not judged. */
async function overdueBy(act: Promise<void>) {
  await act.catch(() => undefined);
  return currentEvidence().inconclusive?.reason;
}

for (const [when, falls] of [
  ['since the use was measured', { 2: 2 }],
  ['while others held the account', { 3: 2 }],
] as const)
  test(`a charge that came in ${when} came later than the target file says`, async () => {
    const { value: overdue } = await on(falls, async (session) => {
      const told = { ...session, target: { credits: { resolution: 1, settlesWithin: 0.05 } } };
      const after = await sendRequest(session, owner, 'credits', { path: '/v1/credits' });
      const use = { ...after, charge: { before: after, after, seen: false } };
      return await overdueBy(rejectOverdue(told, 'text', use));
    });
    expect(overdue).toEqual({ kind: 'unsettled', overdue: true });
  });

const late = { kind: 'unsettled', overdue: true };
for (const [what, falls, reason] of [
  ['a charge that comes later than the target file says', { 3: 2 }, late],
  ['one that comes two seconds late, where it says at once', { 9: 2 }, late],
  ['no charge', {}, undefined],
  ['credits that rise by themselves', { 3: -50 }, { kind: 'credits', how: 'restless', pointer: true }],
] as const) {
  test(`before a use is called uncharged, its account is watched for longer: ${what}`, async () => {
    const credits = { at: '/credits', resolution: 1, settlesWithin: 0.05 };
    const { value: overdue } = await on(falls, (session) =>
      overdueBy(rejectOverdue({ ...session, target: { credits } }, 'text')),
    );
    expect(overdue).toEqual(reason);
  });
}

test('what says how long a charge is waited for is named', async () => {
  const targets: Target[] = [
    { credits: { resolution: 1, settlesWithin: 2 }, patience: { charge: 3 } },
    { patience: { charge: 3 } },
    {},
  ];
  const { value: bounds } = await on({}, async (session) =>
    targets.map((target) => chargeBound({ ...session, target }).name),
  );
  expect(bounds).toEqual(['credits.settlesWithin', 'patience.charge', 'TIMEOUT_MS']);
});
