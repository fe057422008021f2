import { test } from '@playwright/test';
import { must } from '../src/check/check';
import { accepted } from '../src/check/expected';
import { job, reads } from '../src/settings/operations';

for (const { id: at, name } of reads)
  test(`${name} exists under /v1/`, ...must('service.version-path', { at, send: 'once', expect: accepted }));

test(
  `${job.name} exists under /v1/`,
  ...must('service.version-path', { at: 'job', send: 'knownAddress', expect: accepted }),
);
