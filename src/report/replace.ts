import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces a file atomically: a reader sees either the old text or the new one. */
export function replace(file: string, text: string): void {
  replaceAll([{ file, text }]);
}

/**
 * Writes all of these files, or leaves none of them.
 * @param files `rights` as for chmod, where they are not the usual ones
 */
export function replaceAll(files: { file: string; text: string; rights?: number }[]): void {
  const beside = (file: string) => `${file}.${process.pid}.tmp`;
  const replaced: string[] = [];
  try {
    for (const { file, text, rights } of files) {
      writeFileSync(beside(file), text, { mode: rights });
      // A new file has no rights that the umask withholds.
      if (rights !== undefined) chmodSync(beside(file), rights);
    }
    for (const { file } of files) {
      renameSync(beside(file), file);
      replaced.push(file);
    }
  } catch (error) {
    for (const { file } of files) rmSync(beside(file), { force: true });
    for (const file of replaced) rmSync(file, { force: true });
    throw error;
  }
}
