import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Creates a folder and its parents, which only the owner can read. Node's own recursive way never ends below /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** Why no file can be written to a folder, which is created if missing: `ENOTDIR`. Null if one can be written. */
export function whyUnwritable(folder: string): string | null {
  const file = join(folder, `.writable.${process.pid}`);
  try {
    makeFolder(folder);
    writeFileSync(file, '');
    rmSync(file);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
