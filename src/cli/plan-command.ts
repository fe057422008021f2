import { contractHash } from '../../spec/contract';
import { allChecks } from '../drive/check/all-checks';
import { lackingOf, planOf } from '../drive/setup/plan';
import { readStart } from '../drive/setup/start';
import { commandLine } from '../judge/command-line';

/** Prints what a run would drive with these settings, and sends nothing. Exit code 2 where it could not begin. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(`${commandLine('plan')}

Prints what a run with these settings would drive, and about how many requests and AI requests it takes; sends nothing.
The settings: .env.example. All else: README.md.`);
    return;
  }
  const { warnings, ...start } = await readStart(process.env);
  const { settings } = start;
  console.log(`Contract ${contractHash}\nTarget: ${settings.baseUrl ?? 'embedded mock'}`);
  for (const line of [...warnings, ...planOf({ ...start, checks: allChecks }), ...lackingOf(start)])
    console.log(line);
}

main().catch((error: Error) => {
  console.error(`misconfigured: ${error.message}`);
  process.exitCode = 2;
});
