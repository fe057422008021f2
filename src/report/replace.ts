import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces a file atomically: a reader sees either the old text or the new one. */
export function replace(file: string, text: string): void {
  replaceAll([{ file, text }]);
}

/** Writes all of these files, or leaves none of them. */
export function replaceAll(files: { file: string; text: string; mode?: number }[]): void {
  const beside = (file: string) => `${file}.${process.pid}.tmp`;
  const replaced: string[] = [];
  try {
    for (const { file, text, mode } of files) writeFileSync(beside(file), text, { mode });
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
