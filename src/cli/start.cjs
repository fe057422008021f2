/**
 * Starts `playwright test` with what follows on the command line. Playwright refuses an unknown option, shard or
 * reporter before it reads the configuration, which is where `npx playwright test` begins.
 */
require('./begin.cjs');

process.argv.splice(2, 0, 'test');
require('@playwright/test/cli');
