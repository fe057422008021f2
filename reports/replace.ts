import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file whole: a reader sees the old text or the new one, never a part or two texts in one. */
export function replace(file: string, text: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  writeFileSync(beside, text);
  renameSync(beside, file);
}
