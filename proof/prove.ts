import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { endWithReader, runCommand } from '../src/cli/command';
import { guardsWith } from './guards';
import { cli, root } from './helpers/process';
import { kinds } from './row';
import { chosen } from './rows';

const command = new Command('npm run prove --')
  .description(
    'Tries the suite on altered servers, each a row of proof/rows.ts: a sample, or those whose clause or words are given. Exit code 1 where a row is not as expected.',
  )
  .argument('[words...]', 'a clause, or words of what is altered')
  .option('--all', 'every row')
  .option('--kind <kind>', kinds.join(', '))
  .option('--every <number>', 'each n-th row of what is asked for', '1')
  .option('--from <number>', 'the first of these', '0')
  .option('--guards', 'removes each guard, or those with these words, and runs what must then fail')
  .action(prove);

function prove(words: string[], values: ReturnType<typeof command.opts>): void {
  if (values.guards) {
    proveGuards(words.join(' '));
    return;
  }
  const kind = kinds.find((each) => each === values.kind);
  if (values.kind !== undefined && kind === undefined)
    throw new Error(`--kind ${values.kind} is none of ${kinds.join(', ')}`);
  const asked = {
    all: values.all ?? false,
    words: words.join(' '),
    ...(kind && { kind }),
    every: Number(values.every),
    from: Number(values.from),
  };
  if (chosen(asked).length === 0)
    throw new Error(`no row is called "${asked.words}", or the options leave none`);
  runTests(asked);
}

function proveGuards(words: string): void {
  if (guardsWith(words).length === 0)
    throw new Error(`no guard is called "${words}": ${guardsWith('').join(', ')}`);
  runTests({ guards: true, words });
}

/** Runs the tests, which read what is asked for. */
function runTests(asked: object): void {
  const env = { ...process.env, PROVE: JSON.stringify(asked) };
  const playwright = [cli, 'test', '-c', join(root, 'proof')];
  process.exitCode =
    spawnSync(process.execPath, playwright, { cwd: root, stdio: 'inherit', env }).status ?? 2;
}

endWithReader();
runCommand(command, process.argv.slice(2));
