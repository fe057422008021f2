import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { asUnlisted, whenRejected } from '../../../mock/answers';
import { openMock } from '../../../proof/helpers/open-mock';
import { formatReason } from '../../judge/texts/wording';
import { type Check, costOf } from '../check/check';
import { status } from '../check/expected';
import type { Established } from '../established/establish';
import { openDriver, type PlannedCheck } from './driver';

const check: Check = {
  at: 'text',
  as: 'not connected',
  send: 'once',
  expect: status(409, 'no_backend_account'),
};
const planned: PlannedCheck = {
  ids: ['1'],
  clause: 'auth.backend.missing',
  title: 'a check',
  cost: costOf(check),
  check,
};

test('what is established is reported before the first verdict, and shows no key that a response echoes', async () => {
  const echo = whenRejected('no_backend_account', asUnlisted(mockKeys.NO_BACKEND_API_KEY, 409));
  await using session = await openMock({ variant: echo });
  let established: readonly Established[] = [];
  const driver = openDriver(session, [planned], (all) => {
    established = all;
  });
  await driver.verdict('1');
  const account = established.find(({ row }) => row.name === 'NO_BACKEND_API_KEY');
  const why = account?.why ? formatReason(account.why.reason) : '';
  expect(why).toContain('[NO_BACKEND_API_KEY]');
  expect(why).not.toContain(mockKeys.NO_BACKEND_API_KEY);
});
