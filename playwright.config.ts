import './src/cli/begin.cjs';
import { defineConfig } from '@playwright/test';
import { givesVerdict, installExitHook } from './src/report/exit-code';
import { artifactsFolder, foreignFile, formatForeign } from './src/report/places';
import { selectsAll } from './src/report/selection';
import { addEnvFile, inProject, reportsFolder } from './src/settings/folders';
import { readSettings } from './src/settings/settings';

// A worker inherits all settings but the keys.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
if (!isWorker) addEnvFile(process.env);
const { settings } = readSettings(process.env);
/** More than any run sends at this depth. */
const mostRequests = settings.depth < 3 ? 2000 : 15_000;
const mock = settings.baseUrl === null;
const target = settings.baseUrl ?? 'built-in mock';
const reporter = require.resolve('./src/report/reporter');
const output = reportsFolder(process.env);

if (!isWorker) {
  const foreign = givesVerdict(process.argv) ? foreignFile(output) : undefined;
  if (foreign !== undefined) require('./src/cli/begin.cjs').refuse(formatForeign(foreign));
  const unread = [settings.previous, settings.knownFailures && inProject(settings.knownFailures)];
  installExitHook(
    output,
    unread.filter((file) => file !== undefined),
  );
  process.env.PLAYWRIGHT_HTML_OPEN ??= 'never';
  // A command-line reporter replaces the configured ones; Playwright adds the one named here to any list. It does not
  // document this: without our reporter a run has no verdict, and the exit hook ends it with 2.
  if (process.argv.some((word) => /^--reporter(=|$)/.test(word))) process.env.PW_TEST_REPORTER = reporter;
}

export default defineConfig({
  testDir: 'tests',
  outputDir: artifactsFolder(output, givesVerdict(process.argv)),
  globalSetup: require.resolve('./src/setup/global-setup'),
  fullyParallel: true,
  // A test only asks for the verdict on its check: more workers make no run faster.
  workers: 1,
  // An intermittent breach is a breach.
  retries: 0,
  // One check alone would pass for the contract.
  forbidOnly: true,
  // A test waits for its turn; requests have a time limit of their own (TIMEOUT_MS), and so has the run.
  timeout: 0,
  // All waiting of a run ends with it: an hour, beyond what the pace asks for.
  globalTimeout: (60 + mostRequests / (settings.requestsPerMinute ?? Number.POSITIVE_INFINITY)) * 60_000,
  reporter: [[reporter]],
  use: { trace: 'off' },
  metadata: {
    whole: selectsAll(process.argv),
    conformance: {
      target,
      ...(settings.name !== undefined && { name: settings.name }),
      live: !mock,
      settings: settings.inForce,
      required: settings.require,
    },
  },
});
