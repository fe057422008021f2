import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from 'commander';
import { commandLine } from '../judge/command-line';
import { singleLine } from '../judge/visible-text';
import { inLog } from '../report/in-log';
import summaries from './commands.json';

/** What `--help` says of a subcommand beside its options. */
interface Documentation {
  /** What it does. */
  does: string;
  exitCodes: Readonly<Record<number, string>>;
  /** What follows its name. */
  example: string;
}

/** A subcommand, to which arguments, options and an action are added. The action sets the exit code. */
export function subcommand(
  name: keyof typeof summaries,
  { does, exitCodes, example }: Documentation,
): Command {
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return new Command(name)
    .summary(summaries[name])
    .description(does)
    .addHelpText('after', `\nExit codes:\n${codes.join('\n')}\n\nExample:\n  ${commandLine(name, example)}`);
}

/**
 * Runs a command, with 2 and one line on standard error where it throws or does not understand the words, so that 1
 * never means anything but the command's own answer.
 */
export async function runCommand(command: CommandUnknownOpts, words: readonly string[]): Promise<void> {
  silent(command);
  try {
    await command.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const [name = ''] = words;
    process.stderr.write(inLog(`${messageOf(error, command.commands.length > 0 ? name : '')}\n`));
    process.exitCode = 2;
  }
}

/** Ends this process, which is a command's own, with what reads its output: `head` may end before all of it is written. */
export function endWithReader(): void {
  process.stdout.on('error', () => process.exit());
}

/** Neither prints what it refuses nor ends the process. */
function silent(command: CommandUnknownOpts): void {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  command.commands.forEach(silent);
}

/** What was thrown; where the words of a command were not understood, with the nearest that would be. */
export function messageOf(error: unknown, name: string): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof CommanderError))
    return error.message
      .split('\n')
      .map((each) => singleLine(each, Number.POSITIVE_INFINITY))
      .join('\n');
  const [said = '', nearest] = error.message.replace(/^error: /, '').split(/\s*\n\(|\)$/);
  return nearest ? `${said}. ${nearest}` : `${said.replace(/\.$/, '')}. See ${commandLine(name, '--help')}`;
}

/** Prints what a target may have had a hand in. */
export function print(text: string): void {
  process.stdout.write(inLog(text));
}
