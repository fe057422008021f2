import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { openMock } from '../../../proof/helpers/open-mock';
import mockTarget from '../../../tests/targets/mock';
import { formatReason } from '../../judge/texts/wording';
import type { Check } from '../check/check';
import { accepted, status } from '../check/expected';
import { runCheck } from '../driver/run-check';
import { recordSeparately } from '../evidence/recorder';
import { establishAll } from './establish';
import { rowsIn } from './rows';

/** A check of each operation, and of each account. */
const checks: Check[] = [
  ...(['models', 'credits', 'text', 'submission', 'workflow', 'job', 'run'] as const).map(
    (at): Check => ({ at, as: 'nobody', send: 'once', expect: status(401, 'missing_api_key') }),
  ),
  ...(
    ['old key', 'no credits', 'not connected', 'over quota', 'rate limited', 'upstream failing'] as const
  ).map((as): Check => ({ at: 'text', as, send: 'once', expect: accepted })),
];

/** What is not established on a mock with these options: name -> reason. */
async function missingOn(asked: Parameters<typeof openMock>[0]) {
  await using session = await openMock({ verifiedEarlier: [], ...asked });
  const established = await establishAll(session, checks);
  return Object.fromEntries(
    established.flatMap(({ row, why }) => (why === null ? [] : [[row.name, formatReason(why.reason)]])),
  );
}

test('every operation, account and part of a sound target is established', async () => {
  await using session = await openMock({ verifiedEarlier: [] });
  const established = await establishAll(session, checks);
  expect(established.map(({ row }) => row.name)).toEqual(
    rowsIn(session)
      .map(({ name }) => name)
      .filter((name) => !['models', 'credits', 'GET /v1/models', 'GET /v1/credits'].includes(name)),
  );
  expect(established.filter(({ why }) => why !== null)).toEqual([]);
});

test('an account that is not what its variable claims is not established, and its check sends nothing', async () => {
  const keys = { ...mockKeys, QUOTA_API_KEY: mockKeys.RATE_LIMIT_API_KEY };
  expect(await missingOn({ keys })).toEqual({
    QUOTA_API_KEY: expect.stringContaining('QUOTA_API_KEY is not the key of an account whose daily quota'),
  });
  await using session = await openMock({ keys });
  const expected = status(429, 'daily_quota_exceeded');
  const check: Check = { at: 'text', as: 'over quota', send: 'once', expect: expected };
  const { evidence } = await recordSeparately(session, (own) => runCheck(own, check));
  expect(evidence.unjudged).toMatchObject({ verdict: 'blocked', reason: { kind: 'refuted' } });
  expect(evidence.exchanges.map(({ id }) => id)).toEqual(Object.keys(evidence.purposes ?? {}));
});

test('keys that are swapped are said to be', async () => {
  const keys = { ...mockKeys, QUOTA_API_KEY: mockKeys.OTHER_API_KEY, OTHER_API_KEY: mockKeys.QUOTA_API_KEY };
  expect((await missingOn({ keys })).QUOTA_API_KEY).toContain('OTHER_API_KEY is: are the keys swapped?');
});

test('a second key of the account of API_KEY is not established as another account', async () => {
  const variant = { auth: { active: () => true } };
  const keys = { ...mockKeys, OTHER_API_KEY: mockKeys.OLD_API_KEY };
  expect((await missingOn({ variant, keys })).OTHER_API_KEY).toContain('is not the key of a second account');
});

test('a part of the target file that leads nowhere is named with the clause that the service may break', async () => {
  const target = { ...mockTarget, job: { ...mockTarget.job, id: '/nowhere' } };
  const { 'job.id': why = '' } = await missingOn({ target });
  expect(why).toContain('/nowhere');
  expect(why).toContain('job.id in the target file');
  expect(why).toContain('jobs.submit.id');
});
