import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { whyUnwritable } from './writable';

test('why nothing can be written to a folder is said at once, also below /proc', ({}, testInfo) => {
  const file = testInfo.outputPath('file');
  writeFileSync(file, '');
  expect(whyUnwritable(join(file, 'reports'))).toBe('ENOTDIR');
  expect(whyUnwritable(testInfo.outputPath('new', 'reports'))).toBeNull();
  // Node's own way to create parents never ends there.
  if (process.platform === 'linux') expect(whyUnwritable('/proc/nope/reports')).toBe('ENOENT');
});
