import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { knownFailureSchema } from '../judge/faults/check-known-failures';
import { readRecord } from '../report/compare/saved-record';
import { contractPageOf } from '../report/docs';
import { recordSchema } from '../report/record-schema';
import { replace } from '../report/replace';
import { reportsFolder } from '../settings/folders';
import { withoutSettings } from '../settings/table';
import { subcommand } from './command';

const root = join(__dirname, '..', '..');

export const command = subcommand('docs', {
  does: 'Writes the contract as an HTML page, with the schemas beside it: the error codes, then each section with a request, its response and its clauses. The page loads nothing from the network.',
  exitCodes: {
    0: 'the page was written',
    2: 'a file cannot be written, or the run on the mock did not conform',
  },
  example: '--out site',
})
  .option('--out <folder>', 'where the page is written (default: docs in the folder of the reports)')
  .action((options) => {
    const folder = resolve(options.out ?? join(reportsFolder(process.env), 'docs'));
    mkdirSync(folder, { recursive: true });
    replace(join(folder, 'index.html'), contractPageOf(onTheMock()));
    const list = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'array',
      items: knownFailureSchema,
    };
    const schema = JSON.stringify(list, null, 2);
    replace(join(folder, 'known-failures.schema.json'), `${schema}\n`);
    replace(join(folder, 'conformance.schema.json'), `${JSON.stringify(recordSchema, null, 2)}\n`);
    copyFileSync(join(root, 'spec', 'openapi.yaml'), join(folder, 'openapi.yaml'));
    console.log(`The contract: ${relative(process.cwd(), join(folder, 'index.html'))}`);
  });

/** The record of a run on the built-in mock. */
function onTheMock() {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    console.log('Testing the built-in mock ...');
    const own = { BASE_URL: 'mock', REPORTS: folder, DOTENV_CONFIG_PATH: '/dev/null' };
    const run = spawnSync(process.execPath, [join(root, 'src', 'cli', 'conformance.cjs')], {
      cwd: root,
      env: { ...withoutSettings(process.env), ...own },
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(`the mock does not conform:\n${run.stdout}${run.stderr}`);
    return readRecord(join(folder, 'conformance.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
