import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { within } from '../../mock/behaviour';
import { onMock } from '../../proof/helpers/open-mock';
import { accountChecks } from './account-checks';
import { holderIn, retiredOf, senderOf } from './client/senders';
import { metered } from './credits/meter';

/** A key that was reissued stays valid. */
const allActive = { auth: { active: () => true } };

test('an account that is that of API_KEY is known by its credits, whatever else uses the AI meanwhile', async () => {
  // A second one of the same account.
  const keys = { OTHER_API_KEY: mockKeys.OLD_API_KEY };
  const { value: accounts } = await onMock({ variant: allActive, keys }, async ({ session, controls }) => {
    const answer = await controls.job();
    const use = metered(session, () => controls.again('text'));
    const otherAccount = holderIn(session, 'other account');
    await Promise.all([
      use,
      accountChecks(session, controls).note(otherAccount, answer, {
        before: null,
        like: {},
        again: () => use,
      }),
    ]);
    return session.facts.known.accounts;
  });
  expect(accounts).toEqual({ OTHER_API_KEY: { ofOwner: true } });
});

test("an old key that is served is told to be another account's by its credits and the own job, and one of the same account is not", async () => {
  for (const isAnothers of [true, false]) {
    const keys = isAnothers ? { OLD_API_KEY: mockKeys.OTHER_API_KEY } : {};
    const { value } = await onMock({ variant: allActive, keys }, async ({ session, actorFor }) => {
      await actorFor(retiredOf(session)).get('/v1/credits');
      return session.facts.known.accounts;
    });
    expect(value?.OLD_API_KEY?.ofAnother ?? false).toBe(isAnothers);
  }
});

test('an account that is served, where OTHER_API_KEY is what it was to be, is exchanged with it', async () => {
  const { OTHER_API_KEY, NO_BACKEND_API_KEY } = mockKeys;
  const keys = { OTHER_API_KEY: NO_BACKEND_API_KEY, NO_BACKEND_API_KEY: OTHER_API_KEY };
  const { value } = await onMock({ keys }, async ({ session, actorFor, preconditions }) => {
    const sender = senderOf(session, 'not connected', 'NO_BACKEND_API_KEY', ['no_backend_account']);
    await actorFor(sender).text(await preconditions.fields('text', 'prompt'));
    return session.facts.known.accounts;
  });
  expect(value).toEqual({ NO_BACKEND_API_KEY: { claimedStateSeenAt: 'OTHER_API_KEY' } });
});

for (const [what, days, told] of [
  ['of which the day began anew', { used: [true] }, 'inconclusive'],
  ['whose day counts now and then', { used: [true, false, true] }, undefined],
] as const)
  test(`an account that was rejected and is served, ${what}, is ${told ?? 'held against the target'}`, async () => {
    const used: boolean[] = [...days.used];
    const reset = within('limits', (limits) => ({
      withinDay: (account, call) => limits.withinDay(account, call) || used.shift() !== true,
    }));
    const { value = [], evidence } = await onMock(
      { variant: reset },
      async ({ session, actorFor, preconditions }) => {
        const overQuota = actorFor(holderIn(session, 'over quota'));
        const rejected = await overQuota.text(await preconditions.fields('text', 'prompt'));
        return [rejected, await overQuota.workflow(preconditions.chain('short'))];
      },
    );
    expect(evidence.inconclusive?.verdict).toBe(told);
    expect(value.map(({ status }) => status)).toEqual(told ? [] : [429, 202]);
  });

test('a balance is held against what a text request costs, where a job is not seen to cost anything', async () => {
  const freeJobs = within('credits', ({ charge }) => ({
    charge: (account, price, now, doneAt, call) =>
      charge(account, call.operation === 'text' ? price : 0, now, doneAt, call),
  }));
  const { value: cost } = await onMock({ variant: freeJobs }, ({ controls }) =>
    controls.costOf('submit', {}),
  );
  expect(cost).toBeGreaterThan(0);
});
