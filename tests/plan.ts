import { join } from 'node:path';
import { config as readEnvFile } from 'dotenv';
import { contractHash } from '../spec/contract';
import { soundTarget } from './drive/check-target';
import { planOf } from './drive/plan';
import { keysOf, targetOf } from './drive/session';
import { readSettings } from './drive/settings';

/** Prints what a run would drive with these settings, and sends nothing. Exit code 2 where it could not begin. */
async function main(): Promise<void> {
  readEnvFile({ path: process.env.DOTENV_CONFIG_PATH ?? join(__dirname, '..', '.env'), quiet: true });
  const { settings, problems, warnings } = readSettings(process.env);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const target = soundTarget(settings.target, await targetOf(settings));
  console.log(`Contract ${contractHash}\nTarget: ${settings.baseUrl ?? 'embedded mock'}`);
  for (const line of [...warnings, ...planOf(settings, target, keysOf(settings))]) console.log(line);
}

main().catch((error: Error) => {
  console.error(`misconfigured: ${error.message}`);
  process.exitCode = 2;
});
