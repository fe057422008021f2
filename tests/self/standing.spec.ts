import { expect, test } from '@playwright/test';
import { within } from '../../mock/behaviour';
import { givenIn } from '../drive/given';
import { metered } from '../drive/meter';
import { recordApart } from '../drive/recorder';
import { retiredOf, senderOf } from '../drive/senders';
import { standingOf } from '../drive/standing';
import { openMock } from './open-mock';

test('an account that is that of API_KEY is known by its credits, whatever else uses the AI meanwhile', async () => {
  await using opened = await openMock({ variant: { auth: { active: () => true } } });
  // In this variant a key that was reissued stays valid: a second one of the same account.
  const { OLD_API_KEY: second = '' } = opened.keys;
  const session = { ...opened, keys: { ...opened.keys, OTHER_API_KEY: second } };
  const { baseline } = givenIn(session);
  const { value: ofOwner } = await recordApart(async () => {
    const answer = await baseline.job();
    const use = metered(session, () => baseline.again('text'));
    const stranger = senderOf(session, 'stranger', 'OTHER_API_KEY');
    await Promise.all([
      use,
      standingOf(session, baseline).note(stranger, answer, { before: null, like: {}, again: () => use }),
    ]);
    return answer.exchange.ofOwner;
  });
  expect(ofOwner).toBe(true);
});

test("an old key that is served is told to be another account's by its credits and the own job, and one of the same account is not", async () => {
  for (const isAnothers of [true, false]) {
    await using opened = await openMock({ variant: { auth: { active: () => true } } });
    const { OLD_API_KEY: same = '', OTHER_API_KEY: another = '' } = opened.keys;
    const session = { ...opened, keys: { ...opened.keys, OLD_API_KEY: isAnothers ? another : same } };
    const { value } = await recordApart(() => givenIn(session).by(retiredOf(session)).get('/v1/credits'));
    expect(value?.exchange.ofAnother ?? false).toBe(isAnothers);
  }
});

test('an account that is served, where OTHER_API_KEY is what it was to be, is exchanged with it', async () => {
  await using opened = await openMock();
  const { OTHER_API_KEY: linked = '', NO_BACKEND_API_KEY: unlinked = '' } = opened.keys;
  const keys = { ...opened.keys, OTHER_API_KEY: unlinked, NO_BACKEND_API_KEY: linked };
  const session = { ...opened, keys };
  const { given, by } = givenIn(session);
  const sender = senderOf(session, 'unlinked', 'NO_BACKEND_API_KEY', ['no_backend_account']);
  const { value } = await recordApart(async () => by(sender).text(await given.fields('prompt')));
  expect(value?.exchange.keptBy).toBe('OTHER_API_KEY');
});

for (const [what, days, told] of [
  ['of which the day began anew', { used: [true] }, 'indeterminate'],
  ['whose day counts now and then', { used: [true, false, true] }, undefined],
] as const)
  test(`an account that was refused and is served, ${what}, is ${told ?? 'held against the target'}`, async () => {
    const used: boolean[] = [...days.used];
    const reset = within('limits', (limits) => ({
      withinDay: (account, call) => limits.withinDay(account, call) || used.shift() !== true,
    }));
    await using session = await openMock({ variant: reset });
    const { given, by } = givenIn(session);
    const capped = by(senderOf(session, 'capped', 'QUOTA_API_KEY', ['daily_quota_exceeded']));
    const { value = [], evidence } = await recordApart(async () => {
      const refused = await capped.text(await given.fields('prompt'));
      return [refused, await capped.workflow(given.chain('short'))];
    });
    expect(evidence.inconclusive?.verdict).toBe(told);
    expect(value.map(({ status }) => status)).toEqual(told ? [] : [429, 202]);
  });

test('a balance is held against what a text request costs, where a job is not seen to cost anything', async () => {
  const freeJobs = within('credits', ({ charge }) => ({
    charge: (account, price, now, doneAt, call) =>
      charge(account, call.operation === 'text' ? price : 0, now, doneAt, call),
  }));
  await using session = await openMock({ variant: freeJobs });
  const { baseline } = givenIn(session);
  const { value: cost } = await recordApart(() => baseline.costOf('submit', {}));
  expect(cost).toBeGreaterThan(0);
});
