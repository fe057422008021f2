import { test } from '@playwright/test';
import { must } from '../src/drive/check/check';
import { accepted } from '../src/drive/check/expected';
import { changes, job, reads } from '../src/drive/operations';

for (const { id: at, name } of reads)
  test(`${name} exists under /v1/`, ...must('service.version-path', { at, send: 'once', expect: accepted }));

for (const { id: at, name } of [job, ...changes])
  test(
    `${name} exists under /v1/`,
    ...must('service.version-path', { at, send: 'knownAddress', expect: accepted }),
  );
