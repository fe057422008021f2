import { test } from '@playwright/test';
import { must } from '../src/drive/check/check';
import { accepted } from '../src/drive/check/expected';
import { changes, reads } from '../src/drive/operations';

for (const { id: at, name } of [...reads, ...changes])
  test(`${name} exists under /v1/`, ...must('service.version-path', { at, send: 'once', expect: accepted }));

test(
  'GET /v1/jobs/{job_id} exists under /v1/',
  ...must('service.version-path', { at: 'job', send: 'knownAddress', expect: accepted }),
);
