import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from 'commander';
import { commandLine } from '../judge/texts/command-line';
import { singleLine } from '../judge/texts/visible-text';
import { inLog } from '../report/in-log';
import summaries from './commands.json';

/** What `--help` of a subcommand says besides its options. */
interface Documentation {
  /** What it does. */
  does: string;
  exitCodes: Readonly<Record<number, string>>;
  /** The variables in front of its example. */
  settings?: string;
  /** The arguments of a command that one may copy. */
  example: string;
}

/** A subcommand, to which arguments, options and an action are added. The action sets the exit code. */
export function subcommand(
  name: keyof typeof summaries,
  { does, exitCodes, settings, example }: Documentation,
): Command {
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`);
  const shown = [settings, commandLine(name, example)].filter(Boolean).join(' ');
  return new Command(name)
    .summary(summaries[name])
    .description(does)
    .addHelpText('after', `\nExit codes:\n${codes.join('\n')}\n\nExample:\n  ${shown}`);
}

/**
 * Runs a command. Where it throws, or its arguments are invalid, prints one line on standard error and exits
 * with 2, so that 1 is always the command's own result.
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

/**
 * Ends the process of a command when the reader of its output ends: `head` may end before everything is
 * written.
 */
export function endWithReader(): void {
  process.stdout.on('error', () => process.exit());
}

/** Commander must neither print errors nor end the process. */
function silent(command: CommandUnknownOpts): void {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  command.commands.forEach(silent);
}

/** The message of an error. For invalid arguments, with the nearest valid word. */
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

/** Prints text that may contain text from a target. */
export function print(text: string): void {
  process.stdout.write(inLog(text));
}
