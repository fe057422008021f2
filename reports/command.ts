import { readFileSync } from 'node:fs';
import { line } from '../tests/engine/visible';
import { inLog } from './in-log';

/**
 * Runs a command of the command line and ends with the exit code that it returns; with 2 and one line on
 * standard error where it throws, so that 1 never means anything but the command's own answer.
 * @param run is given the words after the name of the script
 */
export async function runCommand(run: (words: string[]) => number | Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(inLog(`${line(error instanceof Error ? error.message : String(error))}\n`));
    process.exitCode = 2;
  }
}

/** Prints what a target may have had a hand in. */
export function print(text: string): void {
  process.stdout.write(inLog(text));
}

/** The text of a file; throws one line that names it. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code}`);
  }
}
