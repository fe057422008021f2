import { test } from '@playwright/test';
import { must, should, unspecified } from '../src/check/check';
import { accepted, acceptedOr, recorded, status } from '../src/check/expected';
import { operations, reads, uses } from '../src/settings/operations';

const invalidKey = status(401, 'invalid_api_key');
const missingKey = status(401, 'missing_api_key');
const noKey = status(401, ['missing_api_key', 'invalid_api_key']);

for (const { id: at, name } of reads) {
  test(`${name} accepts the valid key`, ...must('auth.key.valid', { at, send: 'once', expect: accepted }));
  test(
    `${name} accepts the valid key repeatedly, with different Accept headers`,
    ...must('auth.key.valid', { at, send: 'repeatedly', expect: accepted }),
  );
}

for (const { id: at, name } of operations) {
  test(
    `${name} rejects a request without the Authorization header`,
    ...must('auth.header.required', { at, as: 'nobody', send: 'acceptTypes', expect: missingKey }),
  );
  test(
    `${name} rejects an Authorization header that carries no key`,
    ...must('auth.header.without-key', { at, send: 'withoutKey', expect: noKey }),
  );
  test(
    `${name} rejects the key in a header other than Authorization`,
    ...must('auth.header.required', { at, send: 'keyElsewhere', expect: missingKey }),
  );
}

test(
  'GET /v1/jobs/{job_id} rejects an unknown ID with 401 if the Authorization header is missing',
  ...should('auth.header.before-lookup', {
    at: 'job',
    as: 'nobody',
    send: { ids: 'fresh' },
    expect: missingKey,
  }),
);

for (const [what, who, clause, expect] of [
  ['a request without the Authorization header', 'nobody', 'auth.header.required', missingKey],
  ['an Authorization header that carries no key', 'no key', 'auth.header.without-key', noKey],
  ['a wrong key', 'another key', 'auth.key.wrong', invalidKey],
  ['a revoked key', 'old key', 'auth.key.inactive', invalidKey],
] as const) {
  test(
    `GET /v1/credits rejects ${what} after accepted requests over the same connection`,
    ...must(clause, { at: 'credits', send: { onConnection: who }, expect }),
  );
  test(
    `each operation with DEPTH=3, else GET /v1/credits, rejects ${what} after accepted requests over the same connection`,
    ...must(clause, { send: { onConnection: who }, expect }),
  );
}

for (const { id: at, name } of operations) {
  for (const [what, family, clause] of [
    ['a wrong key', 'wrong', 'auth.key.wrong'],
    ['a truncated or extended key', 'incomplete', 'auth.key.incomplete'],
    ['a key with whitespace before it', 'after space', 'auth.key.leading-whitespace'],
    ['a key with a no-break space after it', 'before kept space', 'auth.key.trailing-no-break-space'],
  ] as const)
    test(`${name} rejects ${what}`, ...must(clause, { at, send: { keys: family }, expect: invalidKey }));

  test(
    `${name} rejects a revoked key`,
    ...must('auth.key.inactive', { at, as: 'old key', send: 'acceptTypes', expect: invalidKey }),
  );
}

test(
  'GET /v1/credits rejects the key with upper and lower case swapped',
  ...should('auth.key.wrong-case', { at: 'credits', send: { keys: 'in another case' }, expect: invalidKey }),
);

for (const [what, space] of [
  ['a space', ' '],
  ['a tab', '\t'],
] as const)
  test(
    `GET /v1/credits rejects the key followed by ${what}, or ignores the ${what.replace(/^a /, '')} as HTTP allows`,
    ...must('auth.key.trailing-whitespace', {
      at: 'credits',
      send: { header: { header: `Bearer {key}${space}`, how: `before ${what}` } },
      expect: acceptedOr(401, 'invalid_api_key'),
    }),
  );

for (const { id: at, name } of uses)
  test(
    `${name} rejects an account without connected AI usage settings`,
    ...must('auth.backend.missing', {
      at,
      as: 'not connected',
      send: 'eachKind',
      expect: status(409, 'no_backend_account'),
    }),
  );

for (const [what, how, header] of [
  ['the scheme Basic', 'under Basic', 'Basic {key}'],
  ['the scheme in lower case (bearer)', 'under bearer', 'bearer {key}'],
  ['no scheme', 'without a scheme', '{key}'],
] as const)
  test(
    `the response of GET /v1/credits to the key with ${what} is recorded`,
    ...unspecified('auth.scheme.other', {
      at: 'credits',
      send: { header: { header, how } },
      expect: recorded(what),
    }),
  );

test(
  'a few operations (all with DEPTH=3) reject a revoked key after all other checks',
  ...must('auth.key.inactive', { as: 'old key', send: 'everywhere', expect: invalidKey, atEnd: true }),
);
