import { test } from '@playwright/test';
import { must, should } from '../src/check/check';
import { accepted, status } from '../src/check/expected';
import { prompt, submission, workflow } from '../src/settings/operations';

for (const { id: at, name } of [prompt, submission, workflow])
  test(
    `${name} responds with 502 upstream_error if AI processing fails`,
    ...must('upstream.failure', {
      at,
      as: 'upstream failing',
      send: 'untilFailed',
      expect: status(502, 'upstream_error'),
    }),
  );

test(
  'a text request that failed with 502 is accepted when repeated after growing waits',
  ...should('upstream.retry', {
    at: 'text',
    as: 'upstream failing',
    send: 'untilAccepted',
    expect: accepted,
  }),
);
