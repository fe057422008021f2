import { test } from '@playwright/test';
import { unspecified } from '../src/check/check';
import { recorded, recordedHeader } from '../src/check/expected';
import { withBody } from '../src/settings/operations';

test(
  'the response to an unknown route is recorded',
  ...unspecified('unspecified.routes.unknown', { send: 'unknownRoute', expect: recorded('unknown route') }),
);
test(
  'the response to GET /v1/jobs/ is recorded',
  ...unspecified('unspecified.routes.unknown', {
    send: { request: { path: '/v1/jobs/' } },
    expect: recorded('GET /v1/jobs/'),
  }),
);
test(
  'the responses of GET /v1/jobs/{job_id} to paths that a proxy may rewrite (such as %2F) are recorded',
  ...unspecified('unspecified.routes.unknown', {
    send: { ids: 'that proxies rewrite' },
    expect: recorded('a job ID that front ends read'),
  }),
);
test(
  'the response to OPTIONS /v1/models is recorded',
  ...unspecified('unspecified.methods.wrong', {
    send: { request: { method: 'OPTIONS', path: '/v1/models' } },
    expect: recorded('OPTIONS /v1/models'),
  }),
);

test(
  'the responses to requests with two mistakes at once are recorded',
  ...unspecified('unspecified.errors.precedence', {
    send: 'twoConditions',
    expect: recorded('two conditions at once'),
  }),
);
test(
  'the response to a request with too few credits and without an input is recorded',
  ...unspecified('unspecified.errors.precedence', {
    at: 'text',
    as: 'no credits',
    send: { fields: { model: '{model}' } },
    expect: recorded('too few credits and no input'),
  }),
);

for (const { id: at, name } of withBody)
  test(
    `the responses of ${name} to unusual bodies (such as a form or XML) are recorded`,
    ...unspecified('unspecified.bodies', {
      at,
      send: { body: 'unusual' },
      expect: recorded(`${name} with an odd body`),
    }),
  );
test(
  'the responses to faulty workflows with names in other alphabets are recorded',
  ...unspecified('unspecified.bodies', {
    at: 'workflow',
    send: 'otherAlphabets',
    expect: recorded('names in another alphabet'),
  }),
);
test(
  'the response to a text request of more than a megabyte is recorded',
  ...unspecified('unspecified.bodies', {
    at: 'text',
    send: { fields: { model: '{model}', unknown_field: '{megabyte}' } },
    expect: recorded('more than a megabyte without an input'),
  }),
);

test(
  'the body of GET /v1/models is recorded',
  ...unspecified('unspecified.body.models', {
    at: 'models',
    send: 'once',
    expect: recorded('GET /v1/models'),
  }),
);
test(
  'the body of GET /v1/credits is recorded',
  ...unspecified('unspecified.body.credits', {
    at: 'credits',
    send: 'once',
    expect: recorded('GET /v1/credits'),
  }),
);
test(
  'the body of GET /v1/jobs/{job_id} is recorded',
  ...unspecified('unspecified.body.job', {
    at: 'job',
    send: { own: 'when done' },
    expect: recorded('GET /v1/jobs/{job_id}'),
  }),
);
test(
  'the body of a run lookup is recorded',
  ...unspecified('unspecified.body.run', {
    at: 'run',
    send: 'once',
    expect: recorded('the lookup of a run'),
  }),
);

test(
  'whether a 401 has the header WWW-Authenticate is recorded',
  ...unspecified('unspecified.headers.www-authenticate', {
    at: 'models',
    as: 'nobody',
    send: 'once',
    expect: recordedHeader('www-authenticate'),
  }),
);

test(
  'the response of GET /v1/credits to an account whose daily usage is used up is recorded',
  ...unspecified('unspecified.reads.limited', {
    at: 'credits',
    as: 'over quota',
    send: 'once',
    expect: recorded('a read after the daily quota'),
  }),
);
test(
  'the response of GET /v1/credits to an account without connected AI usage settings is recorded',
  ...unspecified('unspecified.reads.limited', {
    at: 'credits',
    as: 'not connected',
    send: 'once',
    expect: recorded('a read without a backend account'),
  }),
);
