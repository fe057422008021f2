import { contractHash } from '../../spec/contract';
import { planOf } from '../drive/setup/plan';
import { readStart } from '../drive/setup/start';
import { commandLine } from '../judge/command-line';

/** Prints what a run would drive with these settings, and sends nothing. Exit code 2 where it could not begin. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(`${commandLine('plan')}

Prints what a run with these settings would drive, and about how many requests and AI uses it takes; sends nothing.
The settings: .env.example. All else: README.md.`);
    return;
  }
  const { settings, target, keys, warnings } = await readStart(process.env);
  console.log(`Contract ${contractHash}\nTarget: ${settings.baseUrl ?? 'embedded mock'}`);
  for (const line of [...warnings, ...planOf(settings, target, keys)]) console.log(line);
}

main().catch((error: Error) => {
  console.error(`misconfigured: ${error.message}`);
  process.exitCode = 2;
});
