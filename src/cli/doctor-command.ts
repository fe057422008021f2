import { usesAi } from '../../spec/operations';
import { described, type Part } from '../../spec/target-file';
import { allChecks } from '../check/all-checks';
import { onWait } from '../client/waits';
import { commandLine } from '../judge/texts/command-line';
import { singleLine } from '../judge/texts/visible-text';
import { dayOf } from '../judge/texts/wording';
import { exitCodes } from '../judge/verdict/outcome';
import { judgeRun } from '../judge/verdict/verdicts';
import { verifying } from '../judge/verdict/verified-parts';
import { inLog } from '../report/in-log';
import { type PartReport, partReport } from '../report/parts';
import { replace } from '../report/replace';
import { openDriver } from '../send/driver/driver';
import {
  declaredParts,
  partsVerifiedEarlier,
  type TargetVerification,
  targetHash,
  verificationFile,
} from '../settings/target-file/target-verification';
import { openRun } from '../setup/open-run';
import { Stopped } from '../setup/run-state';
import { readStart, type Start } from '../setup/start';
import { maskedBy } from '../wire/secrets';
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
  .action(async (options) => {
    process.exitCode = await diagnose(options);
  });

/** Settings that decide the exit code of a run, from the environment or .env. */
const ofRuns = ['REQUIRE', 'KNOWN_FAILURES', 'PREVIOUS'];

/** Looks at each part, and returns the exit code. */
export async function diagnose({ sign, allowHttp }: ReturnType<typeof command.opts>): Promise<number> {
  const place =
    process.env.BASE_URL === undefined ? process.env.DOTENV_CONFIG_PATH || '.env' : 'the environment';
  if (allowHttp) process.env.ALLOW_HTTP = 'yes';
  for (const variable of ofRuns) process.env[variable] = '';
  const start = await readStart(process.env);
  const { settings, target } = start;
  if (settings.baseUrl === null || settings.target === undefined)
    throw new Error('The doctor looks at a target file: set BASE_URL, API_KEY and TARGET.');
  console.log(`Target  ${settings.baseUrl}  (BASE_URL of ${place})`);
  const declared = declaredParts(target);
  if (declared.length === 0) {
    console.log(
      `No part is verified: the target file describes none. Describe parts in ${settings.target}, as tests/targets/example.ts does.`,
    );
    return 3;
  }
  const blocks = target.workflow ? ' and for each kind of connection between blocks' : '';
  console.log(
    `The doctor sends at least one request for each of ${declared.length} parts${blocks}: about ${countUses(declared)} AI requests.\n`,
  );
  const started = new Date().toISOString();
  const found = await examine(start, declared).catch((error) => {
    if (error instanceof Stopped) return error;
    throw error;
  });
  if (found instanceof Stopped) {
    process.stderr.write(inLog(`${found.message}\n`));
    return exitCodes[found.stop.kind];
  }
  const { verified, open, first, lines } = found;
  print(lines.map((line) => `${line}\n`).join(''));
  const all = verified.length + open.length;
  const more = all - declared.length;
  const look =
    first.length > 0
      ? `Look at ${first.join(', ')} in ${settings.target} first, then run the doctor again.`
      : 'No response says that the target file is wrong: run the doctor again when the target responds.';
  console.log(
    `\n${verified.length} of ${all} parts verified${more > 0 ? ` (${more} of them connections and samples)` : ''}${open.length > 0 ? `. ${look}` : ''}`,
  );
  if (sign) {
    const proof: TargetVerification = {
      hash: targetHash(settings.target, target),
      address: settings.baseUrl,
      date: dayOf(started),
      parts: verified,
    };
    replace(verificationFile(settings.target), `${JSON.stringify(proof, null, 2)}\n`);
    console.log(`Saved: ${settings.target.replace(/\.[cm]?[jt]s$/, '.proof.json')}`);
  } else {
    const { parts: verifiedEarlier } = partsVerifiedEarlier(settings.target, target, settings.baseUrl);
    if (verified.some((part) => !verifiedEarlier.includes(part)))
      console.log(`${commandLine('doctor', '--sign')} saves this for later runs.`);
  }
  return open.length === 0 ? 0 : 3;
}

/** Runs the checks that verify parts of a target file, and looks at each part. */
async function examine(start: Start, declared: readonly Part[]): Promise<PartReport> {
  const verify = verifying();
  const checks = allChecks().filter(({ clause }) => verify.includes(clause));
  const { session, close } = await openRun({ ...start, settings: { ...start.settings, depth: 0 } }, false);
  const noWaits = onWait((words) => print(`  ${singleLine(words)}\n`));
  try {
    const driver = openDriver(session, checks);
    await driver.ended;
    const { clauses } = judgeRun({
      ...driver.recorded(),
      partial: false,
      ending: 'passed',
      errors: [],
      stop: null,
    });
    return maskedBy(session.sent)(partReport(declared, clauses));
  } finally {
    noWaits();
    await close();
  }
}

function countUses(parts: readonly Part[]): number {
  return parts.filter((part) => usesAi(described(part).describes ?? 'other')).length;
}
