import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { clauseIds } from '../spec/ledger';
import { endWithReader, runCommand } from '../src/cli/command';
import { quoted } from '../src/judge/data/quoted';
import { formatList } from '../src/judge/texts/wording';
import { guardsWith } from './guards';
import { cli, root } from './helpers/process';
import { nearestTo } from './progress';
import { idOf, kinds } from './row';
import { chosen, rows } from './rows';

const command = new Command('npm run prove --')
  .description(
    'Tries the suite on altered servers, each a row of proof/rows.ts: a sample, or those whose clause or words are given. Exit code 1 where a row is not as expected.',
  )
  .argument('[words...]', 'a clause, or words of what is altered')
  .option('--all', 'every row')
  .option('--kind <kind>', kinds.join(', '))
  .option('--every <number>', 'each n-th row of what is asked for', '1')
  .option('--from <number>', 'the first of these', '0')
  .option('--depth <number>', "1 or 3, in place of each row's own")
  .option('--seed <number>', 'another sample')
  .option('--guards', 'removes each guard, or those with these words, and runs what must then fail')
  .action(prove);

function prove(words: string[], values: ReturnType<typeof command.opts>): void {
  const { all = false, depth, seed } = values;
  if (values.guards) {
    proveGuards(words.join(' '));
    return;
  }
  const kind = kinds.find((each) => each === values.kind);
  if (values.kind !== undefined && kind === undefined)
    throw new Error(`--kind ${values.kind} is none of ${kinds.join(', ')}`);
  if (depth !== undefined && depth !== '1' && depth !== '3')
    throw new Error(`--depth ${depth} is neither 1 nor 3`);
  const asked = {
    all,
    words: words.join(' '),
    ...(kind && { kind }),
    every: Number(values.every),
    from: Number(values.from),
    ...(depth !== undefined && { depth: Number(depth) }),
  };
  if (chosen(asked).length === 0) throw new Error(`no row is asked for: ${remedyFor(asked.words)}`);
  runTests('proof', asked, seed === undefined ? {} : { DRAW: seed });
}

function proveGuards(words: string): void {
  if (guardsWith(words).length === 0)
    throw new Error(
      `no guard is called "${words}". The nearest are ${formatList(nearestTo(words, guardsWith('')).map(quoted))}.`,
    );
  runTests('proof/guards.config.ts', { words }, {});
}

/** Runs the tests of this configuration, which read what is asked for. */
function runTests(config: string, asked: object, more: Record<string, string>): void {
  const env = { ...process.env, PROVE: JSON.stringify(asked), ...more };
  const playwright = [cli, 'test', '-c', join(root, config)];
  process.exitCode =
    spawnSync(process.execPath, playwright, { cwd: root, stdio: 'inherit', env }).status ?? 2;
}

function remedyFor(words: string): string {
  if (words === '') return 'the options leave none';
  const names = nearestTo(words, [...clauseIds, ...rows.map(idOf)]);
  return `nothing is called "${words}". The nearest are ${formatList(names.map(quoted))}.`;
}

endWithReader();
runCommand(command, process.argv.slice(2));
