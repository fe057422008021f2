import { line } from '../../tests/engine/visible';

/**
 * Runs a command of the command line and ends with the exit code that it returns; with 2 and one line on
 * standard error where it throws, so that 1 never means anything but the command's own answer.
 * @param run is given the words after the name of the script
 */
export function runCommand(run: (words: string[]) => number): void {
  try {
    process.exitCode = run(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${line(error instanceof Error ? error.message : String(error))}\n`);
    process.exitCode = 2;
  }
}
