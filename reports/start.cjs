/**
 * Starts `playwright test` with what follows on the command line. Playwright refuses an unknown option, shard or
 * reporter before it reads the configuration: with the exit code of a breach, and beside the reports of an earlier run.
 */
const { rmSync } = require('node:fs');
const { resolve } = require('node:path');
const names = require('./report-names.json');

process.argv.splice(2, 0, 'test');
process.on('exit', (code) => {
  // Set as soon as the configuration is read, which then sees to the rest.
  if (code === 0 || process.env.CONFORMANCE_ARTIFACTS !== undefined) return;
  // The configuration has not read .env.
  const path = process.env.DOTENV_CONFIG_PATH ?? resolve(__dirname, '../.env');
  require('dotenv').config({ path, quiet: true });
  const folder = resolve(__dirname, '..', process.env.REPORTS || 'reports/output');
  for (const name of names) rmSync(resolve(folder, name), { force: true });
  process.stderr.write('\nmisconfigured: the command line was refused\n');
  process.exitCode = 2;
});

require('@playwright/test/cli');
