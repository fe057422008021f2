import { test } from '@playwright/test';
import { must, should } from '../src/check/check';
import { each, status, together } from '../src/check/expected';
import { uses, withBody } from '../src/settings/operations';

test(
  'GET /v1/credits returns the remaining credits',
  ...must('credits.read', { at: 'credits', send: 'once', expect: each('remaining credits') }),
);

test(
  'GET /v1/credits returns the remaining credits repeatedly, with different Accept headers',
  ...must('credits.read', { at: 'credits', send: 'repeatedly', expect: each('remaining credits') }),
);

test(
  'the balance that GET /v1/credits returns to a second account does not change while API_KEY spends credits',
  ...must('credits.read', {
    at: 'credits',
    as: 'other account',
    send: 'balanceAroundUse',
    expect: together('own credits unchanged'),
  }),
);
test(
  'GET /v1/credits returns the remaining credits of an account with too few for a request',
  ...must('credits.read.exhausted', {
    at: 'credits',
    as: 'no credits',
    send: 'once',
    expect: each('remaining credits'),
  }),
);

test(
  'the balance that GET /v1/credits returns to an account with too few credits does not change while API_KEY spends credits',
  ...must('credits.read.exhausted', {
    at: 'credits',
    as: 'no credits',
    send: 'balanceAroundUse',
    expect: together('own credits unchanged'),
  }),
);

for (const { id: at, name } of uses)
  test(
    `${name} rejects an account with too few credits`,
    ...must('credits.insufficient', {
      at,
      as: 'no credits',
      send: 'eachKind',
      expect: status(402, 'insufficient_credits'),
    }),
  );

test(
  'text generation lowers the credits',
  ...must('credits.use.deducted', {
    at: 'text',
    send: { charged: 'one request' },
    expect: each('credits lowered'),
    atEnd: true,
  }),
);
test(
  'text generation by a second account lowers the credits of that account',
  ...must('credits.use.deducted', {
    at: 'text',
    as: 'other account',
    send: { charged: 'one request' },
    expect: each('credits lowered'),
    atEnd: true,
  }),
);
for (const { id: at, name } of withBody)
  test(
    `${name} lowers the credits once its work is done, whatever the form of its input`,
    ...must('credits.use.deducted', {
      at,
      send: { charged: 'each kind' },
      expect: each('credits lowered'),
      atEnd: true,
    }),
  );

test(
  'requests that are rejected with 401, 404 or 422 cost no credits',
  ...should('credits.rejected.free', {
    send: { rejectedAtEnd: 'requests' },
    expect: together('credits unchanged'),
    atEnd: true,
  }),
);
