import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { overrideChapter } from '../../mock/behaviour';
import { onMock } from '../../proof/helpers/open-mock';
import { accountChecks } from './account-checks';
import { oldKeySenderOf, otherSenderIn, senderOf } from './client/senders';
import { metered } from './credits/meter';

/** Keys stay valid after a reissue. */
const allActive = { auth: { active: () => true } };

test('OTHER_API_KEY of the account of API_KEY is recognized by its credits, even during AI requests of others', async () => {
  // A second key of the same account.
  const keys = { OTHER_API_KEY: mockKeys.OLD_API_KEY };
  const { value: accounts } = await onMock({ variant: allActive, keys }, async ({ session, controls }) => {
    const answer = await controls.job();
    const use = metered(session, () => controls.resendReference('text'));
    const otherAccount = otherSenderIn(session, 'other account');
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

test('a valid OLD_API_KEY of another account is recognized by its credits and jobs, one of the same account is not', async () => {
  for (const isAnothers of [true, false]) {
    const keys = isAnothers ? { OLD_API_KEY: mockKeys.OTHER_API_KEY } : {};
    const { value } = await onMock({ variant: allActive, keys }, async ({ session, actorFor }) => {
      await actorFor(oldKeySenderOf(session)).get('/v1/credits');
      return session.facts.known.accounts;
    });
    expect(value?.OLD_API_KEY?.ofAnother ?? false).toBe(isAnothers);
  }
});

test('swapped keys are recognized when OTHER_API_KEY is in the state that another variable claims', async () => {
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
  ['after its day was reset', { used: [true] }, 'inconclusive'],
  ['when its quota applies only at times', { used: [true, false, true] }, undefined],
] as const)
  test(`an account over quota that is accepted ${what} is ${told ?? 'reported as a violation'}`, async () => {
    const used: boolean[] = [...days.used];
    const reset = overrideChapter('limits', (limits) => ({
      withinDay: (account, call) => limits.withinDay(account, call) || used.shift() !== true,
    }));
    const { value = [], evidence } = await onMock(
      { variant: reset },
      async ({ session, actorFor, preconditions }) => {
        const overQuota = actorFor(otherSenderIn(session, 'over quota'));
        const rejected = await overQuota.text(await preconditions.fields('text', 'prompt'));
        return [rejected, await overQuota.workflow(preconditions.chain('short'))];
      },
    );
    expect(evidence.inconclusive?.verdict).toBe(told);
    expect(value.map(({ status }) => status)).toEqual(told ? [] : [429, 202]);
  });

test('the cost of a text request is compared with a balance when no cost of a job was seen', async () => {
  const freeJobs = overrideChapter('credits', ({ charge }) => ({
    charge: (account, price, now, doneAt, call) =>
      charge(account, call.operation === 'text' ? price : 0, now, doneAt, call),
  }));
  const { value: cost } = await onMock({ variant: freeJobs }, ({ controls }) =>
    controls.costOf('submit', {}),
  );
  expect(cost).toBeGreaterThan(0);
});
