import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { overrideChapter } from '../../../mock/behaviour';
import { judged } from '../../../proof/helpers/judged';
import { onMock } from '../../../proof/helpers/open-mock';
import { reportOn } from '../../../proof/run';
import { rejectedWith } from '../../judge/data/expectation';
import { otherSenderIn } from '../client/senders';
import { prompt, workflow } from '../operations';
import { compareWithOwner, costOf } from './accounts';
import { firstLookUp } from './work';

/** Keys stay valid after a reissue. */
const allActive = { auth: { active: () => true } };

test('OTHER_API_KEY of the account of API_KEY is recognized by its credits', async () => {
  // A second key of the same account.
  const keys = { OTHER_API_KEY: mockKeys.OLD_API_KEY };
  const { value: accounts } = await onMock({ variant: allActive, keys }, async (session) => {
    await firstLookUp(session, 'job');
    await compareWithOwner(session, otherSenderIn(session, 'other account'));
    return session.facts.known.accounts;
  });
  expect(accounts).toEqual({ OTHER_API_KEY: { ofOwner: true } });
});

for (const [what, days, expected] of [
  ['after its day was reset', [true], 'inconclusive'],
  ['when its quota applies only at times', [true, false, true], undefined],
] as const)
  test(`an account over quota that is accepted ${what} is ${expected ?? 'reported as a violation'}`, async () => {
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
    expect(value?.unjudged?.verdict).toBe(expected);
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

test('an account without credits that is accepted for a cheaper model, and rejected for pro, is not as claimed', async () => {
  // Its balance is shown as 0, as by a service that rounds to hundreds.
  const someCredits = overrideChapter('credits', (credits) => ({
    present: (remaining, call) => credits.present(remaining < 100 ? 0 : remaining, call),
    enough: (remaining, price, call) =>
      call.account.name === 'no credits' ? price < 5 : credits.enough(remaining, price, call),
  }));
  const { clauses, outcome } = await reportOn({ variant: someCredits, depth: 3 }, /^credits\.insufficient$/);
  expect(clauses.filter(({ verdict }) => verdict === 'violates').map(({ id }) => id)).toEqual([]);
  expect(outcome.reasons.map(({ words }) => words)).toContainEqual(
    expect.stringMatching(/^NO_CREDITS_API_KEY is not .*: its credits cover the request/),
  );
  expect(outcome.exitCode).toBe(2);
});
