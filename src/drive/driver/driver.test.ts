import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { alterResponses, asText, asUnlisted, firstCall, whenRejected } from '../../../mock/answers';
import { openMock } from '../../../proof/helpers/open-mock';
import { formatReason } from '../../judge/texts/wording';
import type { Established } from '../../world/fill';
import { allChecks } from '../check/all-checks';
import { type Check, costOf } from '../check/check';
import { status } from '../check/expected';
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
  await driver.ended;
  const account = established.find(({ name }) => name === 'NO_BACKEND_API_KEY');
  const why = account?.why ? formatReason(account.why.reason) : '';
  expect(why).toContain('[NO_BACKEND_API_KEY]');
  expect(why).not.toContain(mockKeys.NO_BACKEND_API_KEY);
});

const page = asText('404 page not found', 404);
const wrongKeyOnce = alterResponses(
  page,
  firstCall(({ operation, rejection }) => operation === 'credits' && rejection?.code === 'invalid_api_key'),
);
const textOnce = alterResponses(
  page,
  firstCall(({ operation, rejection }) => operation === 'text' && !rejection),
);
const messagesOnce = alterResponses(
  page,
  firstCall(({ operation, rejection, fields }) => operation === 'text' && !rejection && 'messages' in fields),
);
const checksOf = (clause: string, at: string) =>
  allChecks().filter((each) => each.clause === clause && each.check.at === at);

for (const [what, variant, failures] of [
  ["is the service's if no accepted request got one", wrongKeyOnce, 2],
  ["is a gateway's if an earlier accepted request got one", [wrongKeyOnce, textOnce], 0],
  ["is a gateway's if a later accepted request got one", [wrongKeyOnce, messagesOnce], 0],
] as const)
  test(`a 404 in plain text that does not come again ${what}`, async () => {
    await using session = await openMock({ variant });
    const wrongKey = checksOf('auth.key.wrong', 'credits')[0] as PlannedCheck;
    const text = checksOf('text.accepts.prompt', 'text')[0] as PlannedCheck;
    const messages = checksOf('text.accepts.messages', 'messages')[0] as PlannedCheck;
    const driver = openDriver(session, [
      { ...wrongKey, ids: ['1'] },
      { ...text, ids: ['2'] },
      { ...messages, ids: ['3'] },
    ]);
    await driver.ended;
    const failed = [...driver.results().values()].map(({ conclusion }) => conclusion.failures.length);
    expect(failed).toEqual([failures, 0, 0]);
  });
