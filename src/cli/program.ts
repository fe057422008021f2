import { Command } from '@commander-js/extra-typings';
import { version } from '../../package.json';
import { commandLine, invocation } from '../judge/texts/command-line';
import { runCommand } from './command';
import summaries from './commands.json';

/** Runs a subcommand. It loads no other, since some load much code. */
export function runProgram(words: readonly string[]): Promise<void> {
  const program = new Command(invocation)
    .usage('[subcommand] [options]')
    .description('Tests whether a hosted AI text and workflow service keeps its contract.')
    .version(version)
    .helpCommand(false)
    .addHelpText('after', `\nOptions and exit codes of a command: ${commandLine('<command>', '--help')}`);
  for (const [name, summary] of Object.entries(summaries))
    program.addCommand(
      name === words[0] ? require(`./${name}-command`).command : new Command(name).summary(summary),
    );
  return runCommand(program, words);
}
