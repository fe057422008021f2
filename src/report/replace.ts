import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file whole: a reader sees the old text or the new one, never a part or two texts in one. */
export function replace(file: string, text: string): void {
  replaceAll([{ file, text }]);
}

/** Writes files whole, and leaves none of them where one cannot be written. */
export function replaceAll(files: { file: string; text: string }[]): void {
  const beside = (file: string) => `${file}.${process.pid}.tmp`;
  const replaced: string[] = [];
  try {
    for (const { file, text } of files) writeFileSync(beside(file), text);
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
