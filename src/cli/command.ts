import { type ParseArgsConfig, parseArgs } from 'node:util';
import { line } from '../judge/visible';
import { inLog } from '../report/in-log';

/** What stands behind the name of a command: files, and the values of its options. */
type CommandLine<Options extends ParseArgsConfig['options']> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>
>;

/**
 * Runs a command of the command line and ends with the exit code that it returns; with 2 and one line on
 * standard error where it throws, so that 1 never means anything but the command's own answer.
 * @param options as `parseArgs` of Node describes them
 */
export async function runCommand<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  run: (commandLine: CommandLine<Options>) => number | Promise<number>,
): Promise<void> {
  try {
    if (process.argv.includes('--help')) return console.log(helpOf(Object.keys(options)));
    process.exitCode = await run(parseArgs({ args: process.argv.slice(2), allowPositionals: true, options }));
  } catch (error) {
    process.stderr.write(inLog(`${line(error instanceof Error ? error.message : String(error))}\n`));
    process.exitCode = 2;
  }
}

/** What there is to be said behind a command's name. */
function helpOf(options: readonly string[]): string {
  return `Options: ${options.map((option) => `--${option}`).join(', ') || 'none'}. What the command does: README.md and reports/README.md.`;
}

/** Prints what a target may have had a hand in. */
export function print(text: string): void {
  process.stdout.write(inLog(text));
}
