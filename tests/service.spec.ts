import { test } from '@playwright/test';
import { must } from '../src/drive/check/check';
import { accepted } from '../src/drive/check/expected';

for (const at of ['models', 'credits'] as const)
  test(
    `GET /v1/${at} responds under /v1/`,
    ...must('service.version-path', { at, send: 'once', expect: accepted }),
  );

test(
  'GET /v1/jobs/{job_id} responds under /v1/',
  ...must('service.version-path', { at: 'job', send: 'knownAddress', expect: accepted }),
);
