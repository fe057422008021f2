/**
 * Loaded before all else, by `npm run conformance` and by the configuration: what ends the process before the
 * configuration is read has no verdict, and ends with 2 and without the reports of an earlier run. Playwright itself
 * ends with 1 then, which is the exit code of a violation. It loads nothing that an old Node cannot.
 */
const { rmSync } = require('node:fs');
const { resolve } = require('node:path');
const names = require('../report/report-names.json');

let why = 'the run could not begin';
process.on('exit', (code) => {
  // Set as soon as the configuration is read, which then sees to the rest.
  if (code === 0 || process.env.CONFORMANCE_ARTIFACTS !== undefined) return;
  try {
    const path = process.env.DOTENV_CONFIG_PATH || resolve(__dirname, '../../.env');
    require('dotenv').config({ path, quiet: true });
  } catch {
    // A package that is missing may be why the run could not begin.
  }
  const folder = resolve(__dirname, '../..', process.env.REPORTS || 'reports/output');
  for (const name of names) rmSync(resolve(folder, name), { force: true });
  process.stderr.write(`\nmisconfigured: ${why}\n`);
  process.exitCode = 2;
});

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  why = `Node ${process.versions.node} is too old: use 20.19 or newer`;
  process.exit(2);
}
