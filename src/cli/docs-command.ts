import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { reportsFolder } from '../drive/settings';
import { knownFailureSchema } from '../judge/check-known-failures';
import { materialsOf } from '../report/docs/materials';
import { referenceOf } from '../report/docs/reference';
import { judgedRecord } from '../report/judged-record';
import { readText } from '../report/read-file';
import { recordSchema } from '../report/record-schema';
import { replace } from '../report/replace';
import { runCommand } from './command';

const root = join(__dirname, '..', '..');

/**
 * `npm run docs`: the contract to be read, a folder of pages that ask the network for nothing.
 * @example npm run docs -- --out site --record conformance.json --overview night/index.html
 */
runCommand(
  { out: { type: 'string' }, record: { type: 'string' }, overview: { type: 'string' } },
  ({ values, positionals }) => {
    if (positionals.length > 0) throw new Error(`No word belongs here: ${positionals[0]}`);
    const folder = resolve(values.out ?? join(reportsFolder(process.env), 'docs'));
    const record = values.record === undefined ? onTheMock() : readText(values.record);
    const { report } = judgedRecord(JSON.parse(record), values.record ?? 'the record of the mock');
    const pages = referenceOf(materialsOf(report, values.overview));
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(pages)) replace(join(folder, name), text);
    const list = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'array',
      items: knownFailureSchema,
    };
    const schema = JSON.stringify(list, null, 2).replace('"format": "day"', '"format": "date"');
    replace(join(folder, 'known-failures.schema.json'), `${schema}\n`);
    replace(join(folder, 'conformance.schema.json'), `${JSON.stringify(recordSchema, null, 2)}\n`);
    copyFileSync(join(root, 'spec', 'openapi.yaml'), join(folder, 'openapi.yaml'));
    console.log(`The contract, to be read: ${relative(process.cwd(), join(folder, 'index.html'))}`);
    return 0;
  },
);

/** The record of a run on the embedded mock. */
function onTheMock(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    console.log('Driving the embedded mock ...');
    const env = { ...process.env, BASE_URL: 'mock', REPORTS: folder, DOTENV_CONFIG_PATH: '/dev/null' };
    const run = spawnSync(process.execPath, [join(root, 'src', 'cli', 'start.cjs')], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(`the mock does not conform:\n${run.stdout}${run.stderr}`);
    return readText(join(folder, 'conformance.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
