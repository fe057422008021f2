import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usesAi } from '../../spec/operations';
import { described, type Part } from '../../spec/target-file';
import { reportsFolder } from '../drive/settings/folders';
import { readStart } from '../drive/setup/start';
import {
  declaredParts,
  partsVerifiedEarlier,
  type TargetVerification,
  targetHash,
  verificationFile,
} from '../drive/target-file/target-verification';
import { commandLine } from '../judge/texts/command-line';
import { dayOf } from '../judge/texts/wording';
import { verifying } from '../judge/verdict/verified-parts';
import { inLog } from '../report/in-log';
import type { ConformanceRecord } from '../report/record-schema';
import { replace } from '../report/replace';
import { print, subcommand } from './command';

export const command = subcommand('doctor', {
  does: 'Sends at least one request for each part of the target file and for each kind of connection between blocks, and shows what was sent, what came back, and what is not verified. The settings are those of the environment and of .env: see .env.example.',
  exitCodes: {
    0: 'every part is verified',
    2: 'a setting, an account or the target file is wrong',
    3: 'a part is not verified, or the target is unavailable',
  },
  example: '--sign',
})
  .option(
    '--sign',
    'write a verification file next to the target file: later runs treat the verified parts as right',
  )
  .option('--allow-http', 'send keys to an http address of another machine as well')
  .action(diagnose);

/** Settings that decide the exit code of a run, from the environment or .env. */
const ofRuns = ['REQUIRE', 'KNOWN_FAILURES', 'PREVIOUS'];

async function diagnose({ sign, allowHttp }: ReturnType<typeof command.opts>): Promise<void> {
  const place =
    process.env.BASE_URL === undefined ? process.env.DOTENV_CONFIG_PATH || '.env' : 'the environment';
  if (allowHttp) process.env.ALLOW_HTTP = 'yes';
  for (const variable of ofRuns) process.env[variable] = '';
  const { settings, target } = await readStart(process.env);
  if (settings.baseUrl === null || settings.target === undefined)
    throw new Error('The doctor looks at a target file: set BASE_URL, API_KEY and TARGET.');
  console.log(`Target  ${settings.baseUrl}  (BASE_URL of ${place})`);
  const declared = declaredParts(target);
  if (declared.length === 0) {
    console.log(
      `No part is verified: the target file describes none. Describe parts in ${settings.target}, as tests/targets/example.ts does.`,
    );
    process.exitCode = 3;
    return;
  }
  const blocks = target.workflow ? ' and for each kind of connection between blocks' : '';
  console.log(
    `The doctor sends at least one request for each of ${declared.length} parts${blocks}: about ${countUses(declared)} AI requests.\n`,
  );
  // The reports of a run stay.
  process.env.REPORTS = join(reportsFolder(process.env), 'doctor');
  const cli = require.resolve('@playwright/test/cli');
  const grep = verifying()
    .map((id) => `@${id.replaceAll('.', '\\.')}(?![\\w.-])`)
    .join('|');
  const run = spawnSync(process.execPath, [cli, 'test', '--grep', grep], {
    cwd: join(__dirname, '../..'),
    encoding: 'utf8',
    // Probe families verify no part of a target file.
    env: { ...process.env, DEPTH: 'doctor' },
  });
  const file = join(reportsFolder(process.env), 'conformance.json');
  if (run.status === 2 || run.status === null || !existsSync(file)) {
    process.stderr.write(inLog(`${run.stdout}${run.stderr}`));
    process.exitCode = 2;
    return;
  }
  const record = JSON.parse(readFileSync(file, 'utf8')) as ConformanceRecord;
  if (record.run.cost.requests === 0) {
    print(run.stdout);
    process.exitCode = run.status;
    return;
  }
  const { parts } = record.run;
  if (parts === undefined) throw new Error(`${file} is not the record of the doctor.`);
  const { verified, open, first, lines } = parts;
  print(lines.map((line) => `${line}\n`).join(''));
  const all = verified.length + open.length;
  const more = all - declared.length;
  console.log(
    `\n${verified.length} of ${all} parts verified${more > 0 ? ` (${more} of them connections and samples)` : ''}${open.length > 0 ? `. Look at ${first.join(', ')} in ${settings.target} first, then run the doctor again.` : ''}`,
  );
  if (sign) {
    const date = dayOf(record.run.started);
    const proof: TargetVerification = {
      hash: targetHash(settings.target),
      address: settings.baseUrl,
      date,
      parts: verified,
    };
    replace(verificationFile(settings.target), `${JSON.stringify(proof, null, 2)}\n`);
    console.log(`Saved: ${settings.target.replace(/\.[cm]?[jt]s$/, '.proof.json')}`);
  } else {
    const { parts: verifiedEarlier } = partsVerifiedEarlier(settings.target, settings.baseUrl);
    if (verified.some((part) => !verifiedEarlier.includes(part)))
      console.log(`${commandLine('doctor', '--sign')} saves this for later runs.`);
  }
  process.exitCode = open.length === 0 ? 0 : 3;
}

function countUses(parts: readonly Part[]): number {
  return parts.filter((part) => usesAi(described(part).describes ?? 'other')).length;
}
