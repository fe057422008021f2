import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { overrideChapter } from '../../../mock/behaviour';
import type { Call } from '../../../mock/call';
import { judged } from '../../../proof/helpers/judged';
import { onMock } from '../../../proof/helpers/open-mock';
import { rejectedWith } from '../../judge/data/expectation';
import { otherSenderIn } from '../client/senders';
import { metered } from '../credits/meter';
import { credits, prompt, workflow } from '../operations';
import { compareWithOwner, costOf } from './accounts';
import { referenceAgain } from './references';
import { firstLookUp } from './work';

/** Keys stay valid after a reissue. */
const allActive = { auth: { active: () => true } };
const isNotRead = ({ method }: Call) => method !== 'GET';

test('OTHER_API_KEY of the account of API_KEY is recognized by its credits, even during AI requests of others', async () => {
  // A second key of the same account.
  const keys = { OTHER_API_KEY: mockKeys.OLD_API_KEY };
  const { value: accounts } = await onMock({ variant: allActive, keys }, async (session) => {
    await firstLookUp(session, 'job');
    await Promise.all([
      metered(session, () => referenceAgain(session, 'text')),
      compareWithOwner(session, otherSenderIn(session, 'other account')),
    ]);
    return session.facts.known.accounts;
  });
  expect(accounts).toEqual({ OTHER_API_KEY: { ofOwner: true } });
});

for (const [what, variant, how] of [
  ['some operations accept is reported as a violation', { auth: { required: isNotRead } }, undefined],
  ['every operation accepts may not be revoked', allActive, 'never rejected'],
] as const)
  test(`an OLD_API_KEY that ${what}`, async () => {
    const { value } = await onMock({ variant }, async (session) =>
      judged(
        session,
        await credits.request(session, otherSenderIn(session, 'old key')),
        rejectedWith(401, 'invalid_api_key'),
      ),
    );
    expect(value?.met).toBe(false);
    expect(value?.inconclusive?.reason).toEqual(how && expect.objectContaining({ kind: 'refuted', how }));
  });

test('swapped keys are recognized when OTHER_API_KEY is in the state that another variable claims', async () => {
  const { OTHER_API_KEY, NO_BACKEND_API_KEY } = mockKeys;
  const keys = { OTHER_API_KEY: NO_BACKEND_API_KEY, NO_BACKEND_API_KEY: OTHER_API_KEY };
  const { value } = await onMock({ keys }, async (session) => {
    const request = await prompt.request(session, otherSenderIn(session, 'not connected'));
    await judged(session, request, rejectedWith(409, 'no_backend_account'));
    return session.facts.known.accounts;
  });
  expect(value).toEqual({
    NO_BACKEND_API_KEY: { neverRejected: true, claimedStateSeenAt: 'OTHER_API_KEY' },
  });
});

for (const [what, days, told] of [
  ['after its day was reset', [true], 'inconclusive'],
  ['when its quota applies only at times', [true, false, true], undefined],
] as const)
  test(`an account over quota that is accepted ${what} is ${told ?? 'reported as a violation'}`, async () => {
    const used: boolean[] = [...days];
    const reset = overrideChapter('limits', (limits) => ({
      withinDay: (account, call) => limits.withinDay(account, call) || used.shift() !== true,
    }));
    const { value } = await onMock({ variant: reset }, async (session) => {
      const overQuota = otherSenderIn(session, 'over quota');
      const expected = rejectedWith(429, 'daily_quota_exceeded');
      await judged(session, await prompt.request(session, overQuota), expected);
      return judged(session, await workflow.request(session, overQuota), expected);
    });
    expect(value?.answer.status).toBe(202);
    expect(value?.inconclusive?.verdict).toBe(told);
  });

test('the cost of a text request is compared with a balance when no cost of a job was seen', async () => {
  const freeJobs = overrideChapter('credits', ({ charge }) => ({
    charge: (account, price, now, doneAt, call) =>
      charge(account, call.operation === 'text' ? price : 0, now, doneAt, call),
  }));
  const { value: cost } = await onMock({ variant: freeJobs }, (session) =>
    costOf(session, { operation: 'submit' }),
  );
  expect(cost).toBeGreaterThan(0);
});
