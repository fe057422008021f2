/**
 * Loaded before all else, by a run and by the configuration: what ends the process before the configuration is read
 * has no verdict, and ends with 2 and without the reports of an earlier run. Playwright itself ends with 1 then,
 * which is the exit code of a violation. It loads nothing that an old Node cannot.
 */
const { readFileSync, rmSync } = require('node:fs');
const { resolve } = require('node:path');
const { name: suite } = require('../../package.json');
const names = require('../report/report-names.json');

let why = 'the run could not begin';
process.on('exit', (code) => {
  // Set as soon as the configuration is read, which then sees to the rest.
  if (code === 0 || process.env.CONFORMANCE_ARTIFACTS !== undefined) return;
  const { CONFORMANCE_FOLDER, DOTENV_CONFIG_PATH } = process.env;
  const project = CONFORMANCE_FOLDER || resolve(__dirname, '../..');
  try {
    require('dotenv').config({ path: resolve(project, DOTENV_CONFIG_PATH || '.env'), quiet: true });
  } catch {
    // A package that is missing may be why the run could not begin.
  }
  const usual = CONFORMANCE_FOLDER ? 'conformance-report' : 'reports/output';
  const folder = resolve(project, process.env.REPORTS || usual);
  process.stderr.write(`misconfigured: ${why}\n`);
  process.exitCode = 2;
  try {
    // Files without a record of this suite are somebody else's.
    const isOwn = readFileSync(resolve(folder, 'conformance.json'), 'utf8').includes(suite);
    for (const name of isOwn ? names : []) rmSync(resolve(folder, name), { force: true });
  } catch ({ code }) {
    if (code !== 'ENOENT') process.stderr.write(`The reports in ${folder} belong to another run.\n`);
  }
});

/** Ends a run that cannot begin, in one line. */
exports.refuse = (reason) => {
  why = reason;
  process.exit(2);
};

// Where the reader of the output ends (`head`), or the terminal closes, the run goes on: its reports are to be whole.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.on('SIGHUP', () => {});

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  exports.refuse(`Node ${process.versions.node} is too old: use 20.19 or newer`);

if (process.argv.some((word) => /^--shard(?:=|$)/.test(word)))
  exports.refuse(
    'a run must not be split with --shard: its parts would share accounts, pace and credits. Leave it out; on the mock, a whole run takes seconds',
  );
